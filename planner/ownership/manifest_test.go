package ownership

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

func manifestOf(t *testing.T, text string) map[string]any {
	t.Helper()
	var m map[string]any
	if err := yaml.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

const fullSpec = `
spec:
  path: ./a//b/
  prune: true
  deletionPolicy: Orphan
  suspend: true
  force: true
  wait: true
  sourceRef: {kind: GitRepository, name: platform}
  dependsOn: [{name: infra}, {name: db, namespace: data, readyExpr: "true"}]
  postBuild:
    substituteFrom: [{kind: ConfigMap, name: vars}, {kind: Secret, name: keys, optional: true}]
  decryption: {provider: sops, secretRef: {name: age}}
  serviceAccountName: deployer
  kubeConfig: {secretRef: {name: prod}}
  healthChecks: [{kind: Deployment, name: web, namespace: web}]
`

func TestSpecFromManifestReadsEveryField(t *testing.T) {
	got, err := SpecFromManifest("apps", manifestOf(t, fullSpec))
	if err != nil {
		t.Fatal(err)
	}
	input := func(kind, name, purpose string, optional bool) Input {
		return Input{Object: ObjectID{Kind: kind, Namespace: "apps", Name: name}, Purpose: purpose, Optional: optional}
	}
	want := Spec{
		Source: SourceRef{"GitRepository", "apps", "platform"}, Path: "a/b", Prune: true, DeletionPolicy: PolicyOrphan,
		Suspend: true, SuspendSet: true, Force: true, Wait: true, Cluster: "apps/prod",
		DependsOn: []Dependency{
			{On: KustomizationID{"apps", "infra"}},
			{On: KustomizationID{"data", "db"}, ReadyExpr: "true"},
		},
		Inputs: []Input{
			input("ConfigMap", "vars", ForSubstitution, false), input("Secret", "keys", ForSubstitution, true),
			input("Secret", "age", ForDecryption, false), input("ServiceAccount", "deployer", ForImpersonation, false),
			input("Secret", "prod", ForKubeConfig, false),
		},
		Digest: got.Digest, Content: got.Content,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestSpecDigestFollowsTheContentNotItsOrder(t *testing.T) {
	digest := func(spec string) string {
		s, err := SpecFromManifest("x", manifestOf(t, "spec: {sourceRef: {kind: GitRepository, name: g}, "+spec+"}"))
		if err != nil {
			t.Fatal(err)
		}
		return s.Digest
	}
	if digest("prune: true, interval: 1m") != digest("interval: 1m, prune: true") {
		t.Error("the order of the fields changed the digest")
	}
	for _, other := range []string{"prune: false, interval: 1m", "prune: true, interval: 2m", "prune: true, interval: 1m, images: []"} {
		if digest("prune: true, interval: 1m") == digest(other) {
			t.Errorf("same digest for %q", other)
		}
	}
}

func TestSpecsHaveTheSameContentWhereTheyMakeTheSameObjectsInTheSamePlace(t *testing.T) {
	spec := func(text string) Spec {
		s, err := SpecFromManifest("x", manifestOf(t, "spec: {sourceRef: {kind: GitRepository, name: g}, path: a, "+text+"}"))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for text, want := range map[string]bool{
		"prune: false": true, "prune: true, deletionPolicy: Orphan": true, "prune: true, interval: 2m, wait: true": true,
		"prune: true, dependsOn: [{name: b}]": true, "prune: true, healthChecks: []": true,
		"prune: true, suspend: true": false, "prune: true, targetNamespace: b": false, "prune: true, images: []": false,
		"prune: true, serviceAccountName: b": false, "prune: true, whatComesNext: b": false,
	} {
		if got := spec("prune: true").SameContent(spec(text)); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	stub := spec("prune: true")
	stub.Path, stub.Digest = "b", "as the planner writes it"
	if spec("prune: true").SameContent(stub) || (Spec{Digest: "a"}).SameContent(Spec{Digest: "b"}) {
		t.Error("another path, and specs of which only the digest is known, are taken for the same")
	}
}

func TestSpecFromManifestRefusesWhatTheAPIServerRefuses(t *testing.T) {
	for spec, want := range map[string]string{
		"spec: null":      "no spec",
		"spec: [a]":       `"spec" is not an object but a list`,
		"spec: {path: a}": "sourceRef needs a kind and a name",
		"spec: {sourceRef: {kind: G, name: g}, prune: yess}":                                         `field "prune" is not true or false but a string`,
		"spec: {sourceRef: {kind: G, name: 7}}":                                                      `"name" is not a string but a number`,
		"spec: {sourceRef: {kind: G, name: g}, dependsOn: {name: a}}":                                `"dependsOn" is not a list but an object`,
		"spec: {sourceRef: {kind: G, name: g}, dependsOn: [a]}":                                      `"dependsOn" is not a list of objects but a string`,
		"spec: {sourceRef: {kind: G, name: g}, dependsOn: [{}]}":                                     "dependsOn has no name",
		"spec: {sourceRef: {kind: G, name: g}, postBuild: {substituteFrom: [{kind: Pod, name: p}]}}": `kind "Pod"`,
	} {
		_, err := SpecFromManifest("x", manifestOf(t, spec))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got error %v, want one with %q", spec, err, want)
		}
	}
}

func TestCleanPathStaysInTheSource(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "./": "", ".": "", "/": "", "./a/b/": "a/b", "a//b": "a/b", "a/../b": "b", "../../a": "a", "/a": "a",
	} {
		if got := CleanPath(in); got != want {
			t.Errorf("CleanPath(%q) = %q, want %q", in, got, want)
		}
	}
}

// Each line: labels | annotations | traits.
func TestTraitsOf(t *testing.T) {
	const key = "kustomize.toolkit.fluxcd.io/"
	pairs := func(s string) map[string]string {
		m := map[string]string{}
		for _, f := range strings.Fields(s) {
			k, v, _ := strings.Cut(f, "=")
			m[key+k] = v
		}
		return m
	}
	for _, line := range []string{
		" |  | {false false  false}",
		"prune=disabled |  | {true false  false}",
		" | prune=Disabled | {true false  false}",
		" | prune=enabled | {false false  false}",
		"reconcile=DISABLED | prune=disabled | {true true  false}",
		" | ssa=ifnotpresent | {false false IfNotPresent false}",
		"ssa=Merge | ssa=ignore | {false false Ignore false}",
		"ssa=whatever |  | {false false  false}",
		" | force=Enabled | {false false  true}",
	} {
		cell := strings.Split(line, "|")
		if got := fmt.Sprint(TraitsOf(pairs(cell[0]), pairs(cell[1]))); got != strings.TrimSpace(cell[2]) {
			t.Errorf("%s: got %s", line, got)
		}
	}
}

func TestObjectIDOf(t *testing.T) {
	for text, want := range map[string]string{
		"{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: demo, name: web}}": "demo_web_apps_Deployment",
		"{apiVersion: v1, kind: Namespace, metadata: {name: demo}}":                       "_demo__Namespace",
		"{apiVersion: v1, metadata: {name: demo}}":                                        "error: manifest has no kind",
		"{apiVersion: v1, kind: Secret, metadata: {generateName: a-}}":                    "error: Secret has no metadata.name",
		"{kind: Secret, metadata: {name: 1}}":                                             `error: manifest: field "name" is not a string but a number`,
		"{kind: Secret, metadata: []}":                                                    `error: manifest: field "metadata" is not an object but a list`,
	} {
		id, err := ObjectIDOf(manifestOf(t, text))
		got := id.String()
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestOwnerOfNeedsBothLabels(t *testing.T) {
	labels := map[string]string{"kustomize.toolkit.fluxcd.io/name": "apps"}
	if got := OwnerOf(labels); got != (KustomizationID{}) {
		t.Errorf("owner %v from the name label alone", got)
	}
	labels["kustomize.toolkit.fluxcd.io/namespace"] = "flux-system"
	if got := OwnerOf(labels); got != (KustomizationID{"flux-system", "apps"}) {
		t.Errorf("got owner %v", got)
	}
}

func TestASuspendThatIsSetToFalseIsToldFromNone(t *testing.T) {
	for manifest, want := range map[string]bool{
		"spec: {sourceRef: {kind: GitRepository, name: p}}":                 false,
		"spec: {suspend: false, sourceRef: {kind: GitRepository, name: p}}": true,
	} {
		got, err := SpecFromManifest("apps", manifestOf(t, manifest))
		if err != nil || got.SuspendSet != want || got.Suspend {
			t.Errorf("%s: %+v, %v", manifest, got, err)
		}
	}
}
