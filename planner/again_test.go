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

// TestPlanningAgainBehindWhatWasSetByHandGivesTheSamePlan plans each change for a
// cluster at rest, does what the first stage does by hand, and plans again. A
// suspend and a policy are planned again, as a run from before may be under way:
// to set them again changes nothing. Of guards the rest of the plan is left.
func TestPlanningAgainBehindWhatWasSetByHandGivesTheSamePlan(t *testing.T) {
	for _, name := range []string{
		"move-of-three-planned-on-the-cluster", "switch-between-two-roots", "switch-with-another-owner-name",
		"rename-parent-does-not-prune", "move-planned-on-the-cluster",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := inputOf(t, scenarioOf(t, name), &planner.Prover{Budget: scenarioBudget, Answers: answered})
			in.Observed = atRest(in.Transition.From)
			first, err := planner.Build(in)
			if err != nil {
				t.Fatal(err)
			}
			done := first.Stages[0]
			if done.Route != step.Cluster || done.Steps[0].Kind == step.SwitchPath {
				t.Fatalf("the plan begins with %q", done.Title)
			}
			in.Observed = atRest(in.Transition.From)
			for _, s := range done.Steps {
				setByHand(t, in.Observed, s)
			}
			again, err := planner.Build(in)
			if err != nil {
				t.Fatal(err)
			}
			rest := first.Stages
			if done.Steps[0].Kind == step.GuardObject {
				rest = rest[1:]
			}
			if got, want := toDo(again, again.Stages), toDo(first, rest); got != want || again.Verdict != first.Verdict {
				t.Errorf("planned again: %s (%s)\n%s\nthe rest was: %s\n%s", again.Verdict, again.Reason, got, first.Verdict, want)
			}
		})
	}
}

// atRest is a cluster that has just what a state declares.
func atRest(d *ownership.Desired) *ownership.Observed {
	live := &ownership.Observed{From: "snapshot.yaml"}
	owners := d.Owners()
	for _, k := range d.Kustomizations {
		x := ownership.ObservedKustomization{ID: k.ID, Spec: k.Spec, Ready: true, Generation: 1, ObservedGeneration: 1}
		if !k.Root {
			x.Owner = k.Parents[0]
		}
		for _, o := range k.Render.Objects {
			x.Inventory = append(x.Inventory, o.ID)
			if owners[o.ID][0] == k.ID {
				live.Objects = append(live.Objects, ownership.ObservedObject{ID: o.ID, UID: o.ID.String(), Owner: k.ID, Traits: o.Traits, ManagersKnown: true})
			}
		}
		live.Kustomizations = append(live.Kustomizations, x)
	}
	slices.SortFunc(live.Objects, func(x, y ownership.ObservedObject) int { return x.ID.Compare(y.ID) })
	return live
}

// setByHand does a step of a plan to a cluster, under the field manager of plans.
func setByHand(t *testing.T, live *ownership.Observed, s step.Step) {
	t.Helper()
	ours := []ownership.Manager{{Name: "fluxmigrate", Operation: "Update"}}
	if s.Kind == step.GuardObject {
		i := slices.IndexFunc(live.Objects, func(x ownership.ObservedObject) bool { return x.ID == s.Target })
		live.Objects[i].Traits.PruneDisabled = true
		live.Objects[i].Managers = []ownership.FieldManagers{{Field: ownership.AnnotationField(ownership.KustomizationGroup + "/prune"), Managers: ours}}
		return
	}
	k, _ := s.Target.AsKustomization()
	i := slices.IndexFunc(live.Kustomizations, func(x ownership.ObservedKustomization) bool { return x.ID == k })
	x := &live.Kustomizations[i]
	switch s.Kind {
	case step.Suspend:
		x.Spec.Suspend = true
	case step.SetDeletionPolicy:
		x.Spec.DeletionPolicy = s.Value
	default:
		t.Fatalf("it begins with %s", s.Kind)
	}
	x.Managers = append(x.Managers, ownership.FieldManagers{Field: s.Field, Managers: ours})
}
