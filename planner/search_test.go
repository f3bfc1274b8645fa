package planner_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// scenarioOf reads an archive of testdata/scenario.
func scenarioOf(t *testing.T, name string) *plantest.Scenario {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "scenario", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := plantest.ParseScenario(data)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// searchBudget is enough for each of the scenarios below.
const searchBudget = 400_000

// searchAnswers are those of that budget: what was too large for a smaller one is
// remembered as undecided.
var searchAnswers = proof.NewAnswers()

// TestWhatAPlanCosts holds the price of each kind of change, and what its
// protection is made of.
func TestWhatAPlanCosts(t *testing.T) {
	for _, c := range []struct{ sentence, scenario, route, price, does string }{
		{"a rename is two merges, the first sets Orphan",
			"rename", "", "merges 2, waits 1, edits 1", "SetDeletionPolicy"},
		{"a rename that empties the old path is two merges, the first guards in the manifest",
			"rename-orphan-path-emptied", "", "merges 2, waits 1, edits 1", "GuardObject"},
		{"a move between owners that stay is two merges, with a guard in the manifest",
			"move-in-one-commit", "", "merges 2, waits 1, edits 1", "GuardObject"},
		{"a path change with equal ids is one merge and no step",
			"path-moved-whole", "", "merges 1, waits 0, edits 0", ""},
		{"a move by hand is the user's own merge alone, with a live guard",
			"move-in-one-commit", "cluster", "merges 1, waits 2, edits 2, by hand", "GuardObject UnguardObject"},
		{"a rename by hand is the user's own merge alone",
			"rename", "cluster", "merges 1, waits 0, edits 1, by hand", "SetDeletionPolicy"},
		{"a path change by hand is the user's own merge alone",
			"path-moved-whole", "cluster", "merges 1, waits 0, edits 0", ""},
		{"a switch outside Git between distinct owners is no merge",
			"switch-with-another-owner-name", "", "merges 0, waits 0, edits 1, by hand", "SetDeletionPolicy"},
		{"the same switch by commits is two: the protection, and its removal",
			"switch-planned-in-git", "", "merges 2, waits 2, edits 2", "SetDeletionPolicy SetDeletionPolicy"},
		{"a shared identity is nothing",
			"switch-with-one-owner-name", "", "merges 0, waits 0, edits 0", ""},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			t.Parallel()
			s := scenarioOf(t, c.scenario)
			if c.route != "" {
				s.Route = c.route
			}
			p := planOf(t, s, &planner.Prover{Budget: searchBudget, Answers: searchAnswers})
			if got := price(p.Cost); p.Verdict != verdict.Proved || got != c.price || deeds(p) != c.does {
				t.Errorf("%s: %s by %q; want proved: %s by %q\n%s", p.Verdict, got, deeds(p), c.price, c.does, searched(p))
			}
			inOrder(t, p)
		})
	}
}

// deeds lists the steps that not every plan has.
func deeds(p *planner.Plan) string {
	var kinds []string
	for _, stage := range p.Stages {
		for _, s := range stage.Steps {
			if !s.Precautionary && !slices.Contains(plain, s.Kind) {
				kinds = append(kinds, string(s.Kind))
			}
		}
	}
	return strings.Join(kinds, " ")
}

// inOrder holds that what was tried is not proved, costs no more merges than
// the plan, and stands in the order of its price.
func inOrder(t *testing.T, p *planner.Plan) {
	t.Helper()
	merges := 0
	for _, c := range p.Tried {
		if c.Verdict == verdict.Proved || c.Cost.Merges > p.Cost.Merges || c.Cost.Merges < merges {
			t.Errorf("tried out of order, or for nothing: %s %+v", c.What, c.Cost)
		}
		if merges = c.Cost.Merges; c.Verdict == verdict.Refuted && len(c.Story) == 0 {
			t.Errorf("%s is refuted and has no story", c.What)
		}
	}
}

// TestEveryCheaperPlanIsRefutedByAStoryOfItsOwn reads the stories of the change
// that real repositories hope to make safe by a dependsOn.
func TestEveryCheaperPlanIsRefutedByAStoryOfItsOwn(t *testing.T) {
	p := planOf(t, scenarioOf(t, "move-with-dependson-in-same-commit"), &planner.Prover{Budget: searchBudget, Answers: searchAnswers})
	want := []struct{ what, actor, does string }{
		{"the change as it is", "flux-system/paper", "with the spec from before it"},
		{"the new dependsOn of flux-system/paper one commit earlier", "flux-system/setup", "HelmRepository press/charts"},
		{"prune: false on flux-system/paper in the commit of the change itself", "flux-system/paper", "with the spec from before it"},
	}
	if len(p.Tried) != len(want) {
		t.Fatalf("%d were tried, want %d:\n%s", len(p.Tried), len(want), searched(p))
	}
	for i, c := range p.Tried {
		told := ""
		for _, l := range c.Story {
			told += l.Actor + " " + l.Action + "\n"
		}
		if c.What != want[i].what || !strings.Contains(told, want[i].actor+" ") || !strings.Contains(told, want[i].does) {
			t.Errorf("%s:\n%s", c.What, told)
		}
	}
}

// TestAPlanIsNoDearerThanTheRunbookOfThePeople compares with what people did by
// hand: turn pruning off, move, turn it on again.
func TestAPlanIsNoDearerThanTheRunbookOfThePeople(t *testing.T) {
	for _, c := range []struct {
		scenario       string
		merges, byHand int
	}{
		{"namespace-move-in-three-revisions", 3, 0},
		{"namespace-move-inputs-missing", 3, 0},
		{"children-renamed-into-a-bundle", 3, 0},
		{"rename-parent-does-not-prune", 1, 3}, // suspend, prune: false, merge, delete
	} {
		p := planOf(t, scenarioOf(t, c.scenario), &planner.Prover{Budget: scenarioBudget, Answers: answered})
		hand := 0
		for _, stage := range p.Stages {
			for _, s := range stage.Steps {
				if stage.Route == step.Cluster && !slices.Contains(plain, s.Kind) {
					hand++
				}
			}
		}
		if p.Verdict != verdict.Proved || p.Cost.Merges > c.merges || hand > c.byHand {
			t.Errorf("%s: %s, %s, %d by hand; people did it in %d merges and %d by hand", c.scenario, p.Verdict, price(p.Cost), hand, c.merges, c.byHand)
		}
	}
}

func TestTheSearchSharesOneBudget(t *testing.T) {
	s := scenarioOf(t, "move-in-one-commit")
	p := planOf(t, s, &planner.Prover{Budget: 20})
	if p.Verdict == verdict.Proved {
		t.Fatal("proved with a budget that is too small")
	}
	if p.Verdict != verdict.Unknown || len(p.Stages) == 0 {
		t.Errorf("%s with %d stages: %s", p.Verdict, len(p.Stages), p.Reason)
	}
}

func TestTheSamePlanIsFoundTwice(t *testing.T) {
	s := scenarioOf(t, "coupled-for-a-reason")
	first, err := planner.Encode(planOf(t, s, &planner.Prover{Budget: scenarioBudget, Workers: 1}))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		again, err := planner.Encode(planOf(t, s, &planner.Prover{Budget: scenarioBudget}))
		if err != nil || string(again) != string(first) {
			t.Fatalf("another plan: %v", err)
		}
	}
}

// TestNoStepOfAFoundPlanIsIdle takes each step out of plans that only a search
// finds: Validate refuses what is left, or the step is a precaution.
func TestNoStepOfAFoundPlanIsIdle(t *testing.T) {
	for _, c := range []struct{ scenario, route, does string }{
		{"move-of-three-planned-on-the-cluster", "", "Suspend Resume"},
		{"rename", "cluster", "SetDeletionPolicy"},
		{"move-prune-on-again-too-early", "", "DisablePrune EnablePrune"},
		{"stub-and-old-path-emptied", "", "GuardObject"},
	} {
		s := scenarioOf(t, c.scenario)
		if c.route != "" {
			s.Route = c.route
		}
		in := inputOf(t, s, &planner.Prover{Budget: scenarioBudget, Answers: answered})
		p, err := planner.Build(in)
		if err != nil {
			t.Fatal(err)
		}
		if deeds(p) != c.does {
			t.Errorf("%s: %s, want %s", c.scenario, deeds(p), c.does)
		}
		for i, stage := range p.Stages {
			for j, st := range stage.Steps {
				if left := lacking(p, i, j); planner.Validate(left, in) == nil && !st.Precautionary {
					t.Errorf("%s: without step %d of stage %d (%s %s) the plan still holds", c.scenario, j+1, i+1, st.Kind, st.Target.Display())
				}
			}
		}
	}
}

// lacking gives a plan without one step.
func lacking(p *planner.Plan, stage, at int) *planner.Plan {
	left := *p
	left.Stages = slices.Clone(p.Stages)
	steps := slices.Clone(p.Stages[stage].Steps)
	if steps[at].Kind == step.Publish {
		left.Cost.Merges--
	}
	if left.Stages[stage].Steps = slices.Delete(steps, at, at+1); len(steps) == 1 {
		left.Stages = slices.Delete(left.Stages, stage, stage+1)
	}
	return &left
}
