package runbook

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// shown is one thing that has to be so for a condition to hold, as docs/model.md
// and planner/sim have it: what of the check prints it, and what the check says
// it has to look like.
type shown struct{ requires, prints, looks string }

// acted is V2, which several conditions include.
var acted = []shown{
	{"the generation is observed", "{.metadata.generation}", "generation and observed are equal"},
	{"the generation is observed", "{.status.observedGeneration}", "generation and observed are equal"},
	{"it is not suspended", "{.spec.suspend}", "suspended is empty or false"},
	{"it is Ready", `@.type=="Ready"`, "ready is True"},
	{"it is not at work", `@.type=="Reconciling"`, "reconciling is empty"},
	{"it applied that commit last", "{.status.lastAppliedRevision}", "applied is"},
}

const guardOf = `kustomize\.toolkit\.fluxcd\.io/prune`

// partsOf says of every kind of condition what it requires. A condition that is
// read from two objects is looked for by each alone, so two readings will do;
// what is read from one needs one reading.
var partsOf = map[step.ConditionKind][]shown{
	step.Stored: {{"the field has the value, and the Kustomization exists", "--for=jsonpath='{.spec.prune}'=false", "condition met"}},
	step.Acted:  acted,
	step.Barrier: {
		{"a run is asked for", `reconcile.fluxcd.io/requestedAt="$token"`, ""},
		{"the last request was handled", `{.status.lastHandledReconcileAt}'="$token"`, "condition met"},
	},
	step.Forgotten: append([]shown{{"the inventory does not list the object", "-e /demo_edge_gateway.networking.k8s.io_Gateway/", "nothing is printed between slashes"}}, acted...),
	step.Taken: append([]shown{
		{"the inventory lists the object", "-e /demo_edge_gateway.networking.k8s.io_Gateway/", "its id is printed between slashes"},
		{"the labels name the Kustomization", `{.metadata.labels.kustomize\.toolkit\.fluxcd\.io/name}`, "owner is apps"},
		{"the labels name the Kustomization", `{.metadata.labels.kustomize\.toolkit\.fluxcd\.io/namespace}`, "of flux-system"},
		{"the object is the one from before", "{.metadata.uid}", "uid is the one noted before"},
		{"the object is not being deleted", "{.metadata.deletionTimestamp}", "deleting is empty"},
	}, acted...),
	step.Guarded: {{"the object exists and has a guard", "{.metadata.annotations." + guardOf + "}", "prune is disabled"}},
	step.Unguarded: {
		{"no annotation guards it", "{.metadata.annotations." + guardOf + "}", "prune and its label are empty"},
		{"no label guards it", "{.metadata.labels." + guardOf + "}", "prune and its label are empty"},
	},
	step.Present:   {{"it exists", "kubectl get -n demo Gateway.gateway.networking.k8s.io/edge", "every object is listed"}},
	step.Gone:      {{"it does not exist", "kubectl get --ignore-not-found -n demo Gateway.gateway.networking.k8s.io/edge", "nothing is printed"}},
	step.Published: {{"the artifact has the content", "flux get sources all", "the revision is that of"}},
	step.Consented: nil, // a person's word is no fact of the cluster
}

func TestACheckShowsAllThatItsConditionRequires(t *testing.T) {
	for _, kind := range step.ConditionKinds() {
		parts, known := partsOf[kind]
		if !known {
			t.Errorf("%s: nobody said what it requires", kind)
		}
		c := step.Condition{Kind: kind, Kustomization: apps, Object: gateway, Field: "spec.prune", Value: "false"}
		commands, looks := facts([]step.Condition{c})[0].check()
		for _, p := range parts {
			if text := written(commands); !strings.Contains(text, p.prints) {
				t.Errorf("%s: %s, and nothing prints %s:\n%s", kind, p.requires, p.prints, text)
			}
			if text := looks.Plain(); !strings.Contains(text, p.looks) {
				t.Errorf("%s: %s, and nobody says %q:\n%s", kind, p.requires, p.looks, text)
			}
		}
	}
}

func written(commands []page.Command) string {
	var lines []string
	for _, c := range commands {
		lines = append(lines, c.Lines(1000)...)
	}
	return strings.Join(lines, "\n")
}

// One reading: what was Ready a moment ago says nothing of an inventory read now.
func TestTheInventoryIsReadTogetherWithTheRest(t *testing.T) {
	for _, kind := range []step.ConditionKind{step.Forgotten, step.Taken} {
		commands, _ := facts([]step.Condition{{Kind: kind, Kustomization: apps, Object: gateway}})[0].check()
		first := strings.Join(commands[0].Lines(1000), "\n")
		for _, field := range []string{"observedGeneration", "lastAppliedRevision", "inventory.entries"} {
			if !strings.Contains(first, field) {
				t.Errorf("%s: %s is not in the first reading:\n%s", kind, field, first)
			}
		}
	}
}

// What is shown is run with a kubectl that prints what the real one would.
func TestTheInventoryIsSearchedForWholeIds(t *testing.T) {
	const answer = `generation  3
applied     main@sha1:1
/a-demo_edge_gateway.networking.k8s.io_Gateway/
/demo_edgexgateway.networking.k8s.io_Gateway/
/demo_edge_gateway.networking.k8s.io_Gateway/
/demo_other__ConfigMap/`
	other := ownership.ObjectID{Kind: "ConfigMap", Namespace: "demo", Name: "gone"}
	f := facts([]step.Condition{{Kind: step.Taken, Kustomization: apps, Object: gateway}, {Kind: step.Taken, Kustomization: apps, Object: other}})[0]
	script := show(t, page.Page{page.Shell{Commands: f.listing()}})
	out, err := exec.Command("sh", "-c", "kubectl() { cat <<'EOF'\n"+answer+"\nEOF\n}\n"+script).CombinedOutput()
	want := "generation  3\napplied     main@sha1:1\n/demo_edge_gateway.networking.k8s.io_Gateway/\n"
	if err != nil || string(out) != want {
		t.Errorf("got %s (%v), want %s", out, err, want)
	}
}
