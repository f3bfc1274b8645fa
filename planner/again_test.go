package planner_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
	"github.com/fluxmigrate/fluxmigrate/render"
)

// TestPlanningAgainBehindTheProtectionGivesTheRest plans each change, renders
// the commit that protects, and plans again from there: what is left to do is
// the rest of the first plan, step by step. Only what the first waits to see of
// objects that keep their owner is not asked for again: they are at risk no more.
func TestPlanningAgainBehindTheProtectionGivesTheRest(t *testing.T) {
	for _, name := range []string{
		"rename", "move-in-one-commit", "rename-across-roots", "rename-in-every-parent-patch", "rename-policy-from-parent-patch",
		"contested-settled-by-removal", "contested-settled-by-removal-of-owner", "crd-moved", "dependency-not-renamed",
		"move-down-from-parent-to-child", "move-up-from-child-to-parent", "namespace-hoisted", "namespace-left-to-target-namespace",
		"operator-and-resources-renamed", "path-moved-and-renamed", "path-moved-half-stays", "root-stops-recursing",
		"skip-if-not-present", "namespace-move-inputs-missing",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first, again := plannedTwice(t, scenarioOf(t, name))
			if first.Verdict != verdict.Proved || again.Verdict != verdict.Proved {
				t.Fatalf("first %s, again %s: %s", first.Verdict, again.Verdict, again.Reason)
			}
			i := slices.IndexFunc(first.Stages, func(s planner.Stage) bool { return strings.HasPrefix(s.Title, "Publish the change") })
			if got, want := toDo(again, again.Stages), toDo(first, first.Stages[i:]); got != want {
				t.Errorf("planned again:\n%s\nthe rest was:\n%s", got, want)
			}
		})
	}
}

// plannedTwice gives the plan of a change, and the one made behind its first
// commit.
func plannedTwice(t *testing.T, s *plantest.Scenario) (first, again *planner.Plan) {
	t.Helper()
	dir := t.TempDir()
	if err := s.Repository(dir); err != nil {
		t.Fatal(err)
	}
	r, err := render.Open(render.Options{Repo: dir, FluxVersion: s.Flux})
	if err != nil {
		t.Fatal(err)
	}
	editor, err := r.Editor(s.From, s.To)
	if err != nil {
		t.Fatal(err)
	}
	transition, err := r.Transition(s.From, s.To)
	if err != nil {
		t.Fatal(err)
	}
	prover := &planner.Prover{Budget: scenarioBudget, Answers: answered}
	first, err = planner.Build(planner.Input{Transition: *transition, Flux: s.Flux, Prover: prover, Editor: editor})
	if err != nil {
		t.Fatal(err)
	}
	commits := planner.CommitsOf(transition.From, transition.To, first.Stages)
	if len(commits) != 2 {
		t.Fatalf("%d commits, want the protection and the change", len(commits))
	}
	staged, err := editor.Stage(commits)
	if err != nil {
		t.Fatal(err)
	}
	again, err = planner.Build(planner.Input{Transition: behind(staged.Transition), Flux: s.Flux, Prover: prover})
	if err != nil {
		t.Fatal(err)
	}
	return first, again
}

// behind gives a transition without its first commit: it has taken effect, and
// nothing older is under way.
func behind(t ownership.Transition) ownership.Transition {
	var states []*ownership.Desired
	for _, d := range t.States() {
		if d.At.Commit > 0 {
			moved := *d
			moved.At.Commit--
			states = append(states, &moved)
		}
	}
	rest := ownership.Transition{From: states[0], Between: states[1 : len(states)-1], To: states[len(states)-1]}
	for _, v := range t.Mixed {
		if v.SpecAt.Commit > 0 && v.ArtifactAt > 0 {
			v.SpecAt.Commit, v.ArtifactAt, v.ValuesAt = v.SpecAt.Commit-1, v.ArtifactAt-1, max(0, v.ValuesAt-1)
			rest.Mixed = append(rest.Mixed, v)
		}
	}
	return rest
}

// toDo writes stages without their reasons, without what is a precaution or
// about objects that keep their owner, and without what has to be there first.
func toDo(p *planner.Plan, stages []planner.Stage) string {
	var b strings.Builder
	for _, stage := range stages {
		for _, s := range stage.Steps {
			waits := seen(p, s)
			if s.Precautionary || s.Kind == step.AwaitReady || s.Kind == step.AwaitOwned && waits == "" {
				continue
			}
			fmt.Fprintf(&b, "%s: %s%s%s\n", stage.Title, s.Kind, details(s), waits)
		}
	}
	return b.String()
}

func seen(p *planner.Plan, s step.Step) string {
	text := ""
	for _, c := range s.Leaves {
		_, isChild := c.Object.AsKustomization()
		changes := slices.ContainsFunc(p.Changes, func(x planner.Change) bool { return x.Object == c.Object })
		if changes || isChild || c.Object == (ownership.ObjectID{}) {
			text += fmt.Sprintf("; %s %s %s", c.Kind, c.Kustomization, c.Object.Display())
		}
	}
	return text
}

// TestPlanningAgainBehindALiveGuardGivesTheRest: the same move, where the cluster
// carries the guard that an earlier plan set. It is taken off in the end.
func TestPlanningAgainBehindALiveGuardGivesTheRest(t *testing.T) {
	prover := &planner.Prover{Budget: scenarioBudget, Answers: answered}
	first, again := planOf(t, scenarioOf(t, "move-planned-on-the-cluster"), prover), planOf(t, scenarioOf(t, "live-guard-that-stays"), prover)
	i := slices.IndexFunc(first.Stages, func(s planner.Stage) bool { return s.Title == "Publish the change" })
	if got, want := toDo(again, again.Stages), toDo(first, first.Stages[i:]); got != want || again.Verdict != verdict.Proved {
		t.Errorf("planned again: %s\n%s\nthe rest was:\n%s", again.Verdict, got, want)
	}
}
