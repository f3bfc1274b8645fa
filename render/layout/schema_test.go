package layout

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"sigs.k8s.io/yaml"
)

const schemaFile = "../../docs/schema/layout.schema.json"

func compiled(t *testing.T) (*jsonschema.Schema, map[string]any) {
	t.Helper()
	content, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("layout.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("layout.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema, doc.(map[string]any)
}

// accepts says whether the schema takes a YAML document.
func accepts(t *testing.T, schema *jsonschema.Schema, text string) error {
	t.Helper()
	json, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(json))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(doc)
}

// Fragments of a layout. What the parser takes the schema must take, and what
// the schema refuses the parser must refuse; what the schema cannot know, one
// section against another, is in testdata/parse/wrong.
var fragments = []string{
	"roots: [{namespace: a, name: b, path: .}]",
	"roots: []",
	"roots:",
	"roots: {}",
	"roots: [x]",
	"roots: [{namespace: a, name: b}]",
	"roots: [{namespace: a, name: '', path: .}]",
	"roots: [{namespace: a, name: 7, path: .}]",
	"roots: [{namespace: a, name: b, path: ., unknown: 1}]",
	"roots: [{namespace: a, name: b, path: ., sourceRef: {}}]",
	"roots: [{namespace: a, name: b, path: ., prune: false, wait: true, suspend: true, force: true}]",
	"roots: [{namespace: a, name: b, path: ., prune: 1}]",
	"roots: [{namespace: a, name: b, path: ., prune: null}]",
	"roots: [{namespace: a, name: b, path: ., interval: 1h30m, timeout: 5m}]",
	"roots: [{namespace: a, name: b, path: ., interval: soon}]",
	"roots: [{namespace: a, name: b, path: ., dependsOn: [{name: c, namespace: d, readyExpr: 'true'}]}]",
	"roots: [{namespace: a, name: b, path: ., dependsOn: [{nam: c}]}]",
	"roots: [{namespace: a, name: b, path: ., dependsOn: c}]",
	"roots: [{namespace: a, name: b, path: ., components: [../c], targetNamespace: t, namePrefix: p-}]",
	"roots: [{namespace: a, name: b, path: ., components: [1]}]",
	"roots: [{namespace: a, name: b, path: ., patches: [{patch: p, target: {kind: K}}]}]",
	"roots: [{namespace: a, name: b, path: ., patches: [{pach: p}]}]",
	"roots: [{namespace: a, name: b, path: ., postBuild: {substitute: {A: b}, substituteFrom: [{kind: ConfigMap, name: c}]}}]",
	"roots: [{namespace: a, name: b, path: ., postBuild: {substitute: {A: 1}}}]",
	"roots: [{namespace: a, name: b, path: ., commonMetadata: {labels: {a: b}}}]",
	"roots: [{namespace: a, name: b, path: ., commonMetadata: {label: {a: b}}}]",
	"roots: [{namespace: a, name: b, path: ., decryption: {provider: sops, secretRef: {name: s}}, kubeConfig: {secretRef: {name: k}}}]",
	"roots: [{namespace: a, name: b, path: ., kubeConfig: k}]",
	"roots: [{namespace: a, name: b, path: ., madeBy: terraform, deletionPolicy: Orphan, serviceAccountName: s}]",
	"roots: [{namespace: a, name: b, path: ., deletionPolicy: orphan}]",
	"sources: [{namespace: a, name: b}]",
	"sources: [{kind: Bucket, namespace: a, name: b, path: ./c, dir: ../d, rev: main, ignore: '*.md'}]",
	"sources: [{kind: HelmRepository, namespace: a, name: b}]",
	"sources: [{name: b}]",
	"sources: [{namespace: a, name: b, url: c}]",
	"sources: x",
	"parameters: {a: b, c: 1, d: true}",
	"parameters: {a: [b]}",
	"parameters: {a: null}",
	"parameters: {variables: x}",
	"parameters: [a]",
	"variables: {A: '', B: 1.5}",
	"variables: {A: {}}",
	"flux: {version: v1.9.6, featureGates: {DirectSourceFetch: true}}",
	"flux: {version: 1.9}",
	"flux: {version: latest}",
	"flux: {featureGates: {A: 'yes'}}",
	"flux: {versions: 1}",
	"clusters: {main: admin@main}",
	"clusters: {main: {context: c}}",
	"modes: {a: {}, b: null, c: {variables: {X: y}}}",
	"modes: {a: {variables: x}}",
	"modes: {a: x}",
	"modes: {'': {}}",
	"modes: [a]",
	"protect: [{kind: Certificate}, {group: '', kind: Secret}, {group: g, kind: K}]",
	"protect: [{group: g}]",
	"protect: [{kind: 1}]",
	"moved: [{from: a_b__ConfigMap, to: a_c__ConfigMap}, {from: _x_g.io_K, to: _y_g.io_K}]",
	"moved: [{from: a_b__ConfigMap}]",
	"moved: [{from: ConfigMap/b, to: a_c__ConfigMap}]",
	"moved: [{from: f/k/a_b__ConfigMap, to: f/k/a_c__ConfigMap}]",
	"moved: [{from: a_b__ConfigMap, to: a_c__ConfigMap, why: x}]",
	"moved: {a: b}",
	"invariants: [oneOwner, builds, sameAddress]",
	"invariants: [ready]",
	"invariants: [oneowner]",
	"invariants: [builds, builds]",
	"invariants: oneOwner",
	"between: 20",
	"between: -1",
	"between: many",
	"unknown: 1",
}

func TestTheSchemaAndTheParserAcceptTheSame(t *testing.T) {
	schema, _ := compiled(t)
	head := "apiVersion: " + APIVersion + "\nkind: " + Kind + "\n"
	accepted := 0
	for _, f := range append(fragments, "apiVersion: x", "kind: x") {
		doc := head + f
		if !strings.HasPrefix(f, "roots") {
			doc += "\nroots: [{namespace: a, name: b, path: .}]"
		}
		if field, _, _ := strings.Cut(f, ":"); field == "apiVersion" || field == "kind" {
			doc = strings.Replace(strings.Replace(doc, field+": "+APIVersion+"\n", "", 1), field+": "+Kind+"\n", "", 1)
		}
		_, parse := Parse([]byte(doc), FileName)
		validate := accepts(t, schema, doc)
		if (parse == nil) != (validate == nil) {
			t.Errorf("%s\nparser: %v\nschema: %v", f, parse, validate)
		}
		if parse == nil {
			accepted++
		}
	}
	if accepted < 10 || accepted > len(fragments)-10 {
		t.Errorf("%d of %d fragments are accepted: the table tells too little", accepted, len(fragments))
	}
}

func TestTheSchemaKnowsEveryFieldOfAKustomizationsSpec(t *testing.T) {
	_, doc := compiled(t)
	root := doc["$defs"].(map[string]any)["root"].(map[string]any)["properties"].(map[string]any)
	want := append(specFields(), "namespace", "name", "path", "source", "madeBy", "cluster")
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(root)); !slices.Equal(got, want) {
		t.Errorf("fields of a root in the schema\n%v\nfields the parser reads\n%v", got, want)
	}
}
