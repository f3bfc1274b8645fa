package runbook

import (
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

var (
	apps    = ownership.KustomizationID{Namespace: "flux-system", Name: "apps"}
	gateway = ownership.ObjectID{Group: "gateway.networking.k8s.io", Kind: "Gateway", Namespace: "demo", Name: "edge"}
)

func show(t rapid.TB, blocks page.Page) string {
	var out strings.Builder
	if err := page.Text(&out, blocks, page.Style{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestEveryConditionIsSaidAndCanBeChecked holds for every kind, so that a new
// one cannot be forgotten here.
func TestEveryConditionIsSaidAndCanBeChecked(t *testing.T) {
	for _, kind := range step.ConditionKinds() {
		c := step.Condition{Kind: kind, Kustomization: apps, Object: gateway, Field: "spec.prune", Value: "false"}
		said := Condition(c).Plain()
		if strings.HasPrefix(said, string(kind)+" ") {
			t.Errorf("%s has no words of its own: %s", kind, said)
		}
		commands, looks := facts([]step.Condition{c})[0].check()
		if kind == step.Consented {
			continue // a person's word is no fact of the cluster
		}
		if len(commands) == 0 || looks.Plain() == "" {
			t.Errorf("%s has no command, or nothing to expect of it", kind)
		}
	}
}

// TestEveryStepSaysWhatToDo holds for every kind on both routes.
func TestEveryStepSaysWhatToDo(t *testing.T) {
	waits := []step.Kind{step.AwaitOwned, step.AwaitQuiet, step.AwaitReady}
	for _, kind := range step.Kinds() {
		for _, file := range []string{"", "cluster/apps.yaml"} {
			s := step.Step{Kind: kind, Target: apps.Object(), File: file, Value: "x/y"}
			stage := planner.Stage{Title: "t", Steps: []step.Step{s}}
			g := groupSteps(stage.Steps)[0]
			if title := g.title().Plain(); title == string(kind)+" "+apps.Object().Display() && kind != step.Suspend && kind != step.Resume {
				t.Errorf("%s has no title of its own: %s", kind, title)
			}
			wait := false
			for _, w := range waits {
				wait = wait || w == kind
			}
			if got := show(t, author{plan: &planner.Plan{Stages: []planner.Stage{stage}}, few: 3}.do(0, stage, g)); got == "" && !wait {
				t.Errorf("%s with file %q says nothing to do", kind, file)
			}
		}
	}
}

func TestLikeStepsAreOneStepWithOneCommand(t *testing.T) {
	var steps []step.Step
	for i := range 12 {
		o := gateway
		o.Name = fmt.Sprint("edge-", i)
		steps = append(steps, step.Step{Kind: step.GuardObject, Target: o, Leaves: []step.Condition{{Kind: step.Guarded, Object: o}}, Because: "so"})
	}
	stage := planner.Stage{Steps: steps}
	got := show(t, author{plan: &planner.Plan{Stages: []planner.Stage{stage}}, most: 8, few: 3}.stage(0, stage))
	if n := strings.Count(got, "prune=disabled"); n != 1 {
		t.Errorf("%d commands:\n%s", n, got)
	}
	if !strings.Contains(got, "Guard 12 Gateways against deletion") {
		t.Errorf("no count in\n%s", got)
	}
}

var more = regexp.MustCompile(`and (\d+) more`)

// counted is how many of the names a text shows, and how many it counts.
func counted(text string, names []string) (shown, left int) {
	flat := strings.Join(strings.Fields(text), "")
	for _, n := range names {
		if strings.Contains(flat, strings.ReplaceAll(n, " ", "")) {
			shown++
		}
	}
	for _, m := range more.FindAllStringSubmatch(strings.Join(strings.Fields(text), " "), -1) {
		n, _ := strconv.Atoi(m[1])
		left += n
	}
	return shown, left
}

func TestEveryObjectAtRiskAndEveryDeletionIsShownOrCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "objects")
		folds := rapid.Bool().Draw(t, "folds")
		p := &planner.Plan{}
		var all []string
		for i := range n {
			o := gateway
			o.Name = fmt.Sprintf("edge-%03d", i)
			protected := rapid.SampledFrom([]string{"", "it holds an address"}).Draw(t, "protected")
			all = append(all, o.Display())
			p.Naive.AtRisk = append(p.Naive.AtRisk, planner.AtRisk{Object: o, By: apps, How: hazard.ByPrune, Protected: protected})
			p.Deletions = append(p.Deletions, planner.Deletion{Object: o, By: apps, How: hazard.ByPrune, Protected: protected})
			p.Changes = append(p.Changes, planner.Change{Kind: ownership.Dropped, Object: o, From: []ownership.KustomizationID{apps}, Protected: protected})
		}
		a := author{plan: p, most: 8, few: 3, folds: folds}
		for name, part := range map[string]page.Page{"at risk": a.naive(), "deletions": a.deletions(), "owners": a.owners()} {
			shown, left := counted(show(t, part), all)
			if folds && name == "owners" {
				left = 0
			}
			if !folds && shown+left != n || folds && shown != n {
				t.Fatalf("%s: %d shown and %d counted of %d:\n%s", name, shown, left, n, show(t, part))
			}
		}
	})
}

// TestCommandsHoldTheNamesAsTheyAre runs what is shown with a kubectl that
// only prints its arguments.
func TestCommandsHoldTheNamesAsTheyAre(t *testing.T) {
	for _, name := range []string{"edge", "--all", "$(id)", "a'b", "`x`", "a b", `"`, strings.Repeat("long'", 50), "*", "a;b", `\`} {
		o := gateway
		o.Name = name
		for _, kind := range []step.Kind{step.GuardObject, step.DeleteObject, step.Suspend} {
			g := group{Step: step.Step{Kind: kind, Target: o}, steps: []step.Step{{Kind: kind, Target: o}}}
			script := show(t, page.Page{page.Shell{Commands: g.run()}})
			out, err := exec.Command("sh", "-c", "kubectl() { printf '<%s>' \"$@\"; }\n"+script).CombinedOutput()
			if err != nil || !strings.Contains(string(out), "<Gateway.gateway.networking.k8s.io/"+name+">") {
				t.Errorf("%s of %q: %v, kubectl got %s from\n%s", kind, name, err, out, script)
			}
		}
	}
}

func TestAFieldBecomesAPatch(t *testing.T) {
	for _, test := range []struct {
		field, value, patch, yaml string
	}{
		{"spec.prune", "false", `{"spec":{"prune":false}}`, "spec:/  prune: false"},
		{"spec.suspend", "", `{"spec":{"suspend":null}}`, "spec:/  suspend: \"\""},
		{"spec.path", "./a/b", `{"spec":{"path":"./a/b"}}`, "spec:/  path: ./a/b"},
		{"metadata.annotations." + guardKey, "disabled", `{"metadata":{"annotations":{"kustomize.toolkit.fluxcd.io/prune":"disabled"}}}`,
			"metadata:/  annotations:/    kustomize.toolkit.fluxcd.io/prune: disabled"},
		{"metadata.annotations[" + guardKey + "]", "true", `{"metadata":{"annotations":{"kustomize.toolkit.fluxcd.io/prune":"true"}}}`,
			"metadata:/  annotations:/    kustomize.toolkit.fluxcd.io/prune: \"true\""},
	} {
		e := []edit{{test.field, test.value}}
		if got := mergePatch(e); got != test.patch {
			t.Errorf("%s: patch %s, want %s", test.field, got, test.patch)
		}
		if got := strings.Join(yamlPatch(nil, e), "/"); strings.ReplaceAll(got, "/", "|") != strings.ReplaceAll(test.yaml, "/", "|") {
			t.Errorf("%s: YAML %s, want %s", test.field, got, test.yaml)
		}
	}
}
