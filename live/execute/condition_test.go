package execute

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// owner is a Kustomization that has acted; a test changes one line of it.
const owner = `
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {namespace: flux-system, name: b, generation: 2}
spec:
  path: ./new
  prune: true
  sourceRef: {kind: GitRepository, name: repo}
status:
  observedGeneration: 2
  lastAppliedRevision: main@sha1:aaa
  lastHandledReconcileAt: now
  conditions: [{type: Ready, status: "True", reason: ReconciliationSucceeded, message: Applied}]
  inventory: {entries: [{id: demo_edge_gateway.networking.k8s.io_Gateway, v: v1}]}
`

const edge = `
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata:
  namespace: demo
  name: edge
  uid: one
  labels: {kustomize.toolkit.fluxcd.io/namespace: flux-system, kustomize.toolkit.fluxcd.io/name: b}
`

const repo = `
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {namespace: flux-system, name: repo}
status: {artifact: {revision: main@sha1:aaa}}
`

var (
	b       = ksID{Namespace: "flux-system", Name: "b"}
	gateway = objectID{Group: "gateway.networking.k8s.io", Kind: "Gateway", Namespace: "demo", Name: "edge"}
	source  = objectID{Group: ownership.SourceGroup, Kind: "GitRepository", Namespace: "flux-system", Name: "repo"}
)

func manifest(t *testing.T, text string) object {
	t.Helper()
	o := &unstructured.Unstructured{}
	json, err := yaml.YAMLToJSON([]byte(text))
	if err == nil {
		err = o.UnmarshalJSON(json) // whole numbers stay whole, as from the API server
	}
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// judgeOf is a judge of a cluster that holds these objects and no others.
func judgeOf(t *testing.T, texts ...string) *judge {
	t.Helper()
	j := &judge{seen: look{b.Object(): nil, gateway: nil, source: nil}, uids: map[objectID]string{gateway: "one"}, tokens: map[ksID]string{b: "now"}}
	for _, text := range texts {
		o := manifest(t, text)
		id, err := ownership.ObjectIDOf(o.Object)
		if err != nil {
			t.Fatal(err)
		}
		j.seen[id] = o
	}
	return j
}

var (
	acted     = step.Condition{Kind: step.Acted, Kustomization: b}
	barrier   = step.Condition{Kind: step.Barrier, Kustomization: b}
	forgotten = step.Condition{Kind: step.Forgotten, Kustomization: b, Object: gateway}
	taken     = step.Condition{Kind: step.Taken, Kustomization: b, Object: gateway}
	guarded   = step.Condition{Kind: step.Guarded, Object: gateway}
	unguarded = step.Condition{Kind: step.Unguarded, Object: gateway}
	gone      = step.Condition{Kind: step.Gone, Object: gateway}
	present   = step.Condition{Kind: step.Present, Object: gateway}
)

func stored(field, value string) step.Condition {
	return step.Condition{Kind: step.Stored, Kustomization: b, Field: field, Value: value}
}

func TestWhatAConditionMeans(t *testing.T) {
	const guard = "metadata:\n  annotations: {kustomize.toolkit.fluxcd.io/prune: disabled}"
	for _, tt := range []struct {
		name      string
		condition step.Condition
		old, new  string // replaced in all three manifests
		want      string // "" where it holds
	}{
		{"V1 a path, however it is written", stored("spec.path", "new/"), "", "", ""},
		{"V1 a path that is another", stored("spec.path", "./old"), "", "", "spec.path is ./new"},
		{"V1 prune is off", stored("spec.prune", "false"), "prune: true", "prune: false", ""},
		{"V1 prune is still on", stored("spec.prune", "false"), "", "", "spec.prune is true"},
		{"V1 suspended", stored("spec.suspend", "true"), "  prune: true", "  suspend: true", ""},
		{"V1 not suspended", stored("spec.suspend", "true"), "", "", "spec.suspend is not set"},
		{"V1 resumed", stored("spec.suspend", ""), "", "", ""},
		{"V1 resumed by saying false", stored("spec.suspend", ""), "  prune: true", "  suspend: false", ""},
		{"V1 a dependency", stored("spec.dependsOn", "flux-system/a"), "  prune: true", "  dependsOn: [{name: a}]", ""},
		{"V1 no such dependency", stored("spec.dependsOn", "flux-system/a"), "", "", "does not name"},
		{"V2 acted", acted, "", "", ""},
		{"V2 suspended", acted, "  prune: true", "  suspend: true", "suspended"},
		{"V2 not Ready", acted, `"True"`, `"False"`, "not Ready: Applied"},
		{"V2 a run is under way", acted, "conditions: [", `conditions: [{type: Reconciling, status: "True"}, `, "under way"},
		{"V2 of an older spec", acted, "observedGeneration: 2", "observedGeneration: 1", "generation 1"},
		{"V2 of an older revision", acted, "lastAppliedRevision: main@sha1:aaa", "lastAppliedRevision: main@sha1:000", "it applied main@sha1:000 last"},
		{"V2 being deleted", acted, "name: b, ", "name: b, deletionTimestamp: 2026-01-01T00:00:00Z, ", "being deleted"},
		{"V3 handled", barrier, "", "", ""},
		{"V3 another token was handled", barrier, "At: now", "At: before", "has not ended"},
		{"V4 forgotten", forgotten, "demo_edge_", "demo_other_", ""},
		{"V4 still listed", forgotten, "", "", "still lists it"},
		{"V4 not listed by one that has not acted", forgotten, "  inventory:", "  nothing:", ""},
		{"V5 taken", taken, "", "", ""},
		{"V5 with another UID", taken, "uid: one", "uid: two", "its UID was one and is two"},
		{"V5 labels of the old owner", taken, "name: b}\n", "name: a}\n", "name flux-system/a"},
		{"V5 being deleted", taken, "uid: one", "uid: one\n  deletionTimestamp: 2026-01-01T00:00:00Z", "being deleted"},
		{"V5 not in the inventory", taken, "demo_edge_", "demo_other_", "does not list it"},
		{"V5 the new owner has not acted", taken, `"True"`, `"Unknown"`, "not Ready"},
		{"V6 guarded", guarded, "metadata:\n  namespace: demo", guard + "\n  namespace: demo", ""},
		{"V6 not guarded", guarded, "", "", "does not carry"},
		{"not guarded any more", unguarded, "", "", ""},
		{"guarded by a label", unguarded, "labels: {", "labels: {kustomize.toolkit.fluxcd.io/prune: disabled, ", "still carries"},
		{"there", present, "", "", ""},
		{"still there", gone, "", "", "still there"},
		{"in the hands of its finalizers", gone, "uid: one", "uid: one\n  finalizers: [x]\n  deletionTimestamp: 2026-01-01T00:00:00Z", `finalizers are not done: ["x"]`},
		{"nobody agreed", step.Condition{Kind: step.Consented, Object: gateway}, "", "", "nobody has agreed"},
		{"of a kind to come", step.Condition{Kind: "frozen"}, "", "", "not known"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var texts []string
			for _, text := range []string{owner, edge, repo} {
				texts = append(texts, strings.Replace(text, tt.old, tt.new, 1))
			}
			got := judgeOf(t, texts...).missing(tt.condition)
			if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestOfWhatIsNotThere(t *testing.T) {
	j := judgeOf(t, repo)
	for _, c := range []step.Condition{acted, barrier, forgotten, taken, guarded, unguarded, present, stored("spec.prune", "true")} {
		if j.missing(c) == "" {
			t.Errorf("%s holds, and nothing is there", c.Kind)
		}
	}
	if why := j.missing(gone); why != "" {
		t.Error(why)
	}
	if delete(j.seen, gateway); j.missing(gone) == "" {
		t.Error("what was not looked at is gone")
	}
}

// What the plan is about counts, not what the source holds by now.
func TestAnActedOwnerIsAtTheRevisionOfThePlan(t *testing.T) {
	j := judgeOf(t, owner, edge, repo)
	j.revisions = map[objectID]string{source: "main@sha1:bbb"}
	if why := j.missing(acted); !strings.Contains(why, "is to be at main@sha1:bbb") {
		t.Error(why)
	}
}

func TestARunThatNobodyAskedForProvesNothing(t *testing.T) {
	j := judgeOf(t, strings.Replace(owner, "lastHandledReconcileAt: now", "", 1))
	j.tokens = nil
	if why := j.missing(barrier); why == "" {
		t.Error("a barrier without a token holds")
	}
}
