package planner_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
	"github.com/fluxmigrate/fluxmigrate/render"
)

// caseBudget decides all that is asked here; the largest scene has 8,000 states.
const caseBudget = 60_000

// proveCase plans as the command does: with the model, and the edits made and
// rendered.
func proveCase(t *testing.T, r *render.Repository, route step.Route, from, to string, answers *proof.Answers) *planner.Plan {
	t.Helper()
	transition, err := r.Transition(from, to)
	if err != nil {
		t.Fatal(err)
	}
	editor, err := r.Editor(from, to)
	if err != nil {
		t.Fatal(err)
	}
	p, err := planner.Build(planner.Input{Transition: *transition, Route: route, Editor: editor,
		Prover: &planner.Prover{Budget: caseBudget, Answers: answers}})
	if err != nil {
		t.Fatalf("%s to %s: %v", from, to, err)
	}
	return p
}

// inShort writes of a plan what the table of a case says.
func inShort(p *planner.Plan) string {
	hand := 0
	for _, stage := range p.Stages {
		for _, s := range stage.Steps {
			switch s.Kind {
			case step.Publish, step.SwitchPath, step.Reconcile, step.AwaitOwned, step.AwaitQuiet, step.AwaitReady:
			default:
				if stage.Route == step.Cluster {
					hand++
				}
			}
		}
	}
	return fmt.Sprintf("%s, plan %s: %d merges, %d by hand", p.Naive.Verdict, p.Verdict, p.Cost.Merges, hand)
}

// checkTrees holds that every commit of a plan has a tree, and that the last one
// ends where the change ends.
func checkTrees(t *testing.T, p *planner.Plan) {
	t.Helper()
	last := ""
	for _, stage := range p.Stages {
		for _, s := range stage.Steps {
			if s.Kind == step.Publish {
				if last = stage.Tree; last == "" {
					t.Errorf("%s has no tree", stage.Title)
				}
			}
		}
	}
	if last != "" && last != p.Basis.To.Tree {
		t.Errorf("the last commit has the tree %s, want that of %s, %s", last, p.Basis.To.Name, p.Basis.To.Tree)
	}
}

// TestEveryMergeOfTheIngressTagsHasAProvedPlan plans the way to each repair of
// the reviews, and straight to the last.
func TestEveryMergeOfTheIngressTagsHasAProvedPlan(t *testing.T) {
	t.Parallel()
	r, answers := openCase(t, "spi-ingress-modes", ""), proof.NewAnswers()
	for _, mode := range []string{"core-azure", "core-dns", "core-ip", "minimal-azure", "minimal-dns", "minimal-ip"} {
		for to, want := range map[string]string{
			"shared-identity": "refuted, plan proved: 2 merges, 0 by hand",
			"stubs-removed":   "refuted, plan proved: 2 merges, 0 by hand",
		} {
			if strings.HasSuffix(mode, "ip") && to == "shared-identity" {
				want = "refuted, plan proved: 2 merges, 2 by hand"
			}
			p := proveCase(t, r, step.Commits, "contested:"+mode, to+":"+mode, answers)
			if got := inShort(p); got != want {
				t.Errorf("contested to %s in mode %s: %s, want %s; %s", to, mode, got, want, p.Reason)
			}
			checkTrees(t, p)
		}
	}
}

// TestEverySwitchBetweenDistinctOwnersHasAProvedPlan plans, both ways and on both
// routes, every pair in which the owner of the Gateway changes, as TLS comes or
// goes.
func TestEverySwitchBetweenDistinctOwnersHasAProvedPlan(t *testing.T) {
	t.Parallel()
	r, answers := openCase(t, "spi-ingress-modes", ""), proof.NewAnswers()
	modes := []string{"core-azure", "core-dns", "core-ip", "minimal-azure", "minimal-dns", "minimal-ip"}
	for _, from := range modes {
		for _, to := range modes {
			if strings.HasSuffix(from, "ip") == strings.HasSuffix(to, "ip") {
				continue
			}
			for route, merges := range map[step.Route]int{step.Commits: 2, step.Cluster: 0} {
				p := proveCase(t, r, route, "distinct-owner:"+from, "distinct-owner:"+to, answers)
				if p.Naive.Verdict != verdict.Refuted || p.Verdict != verdict.Proved || p.Cost.Merges != merges {
					t.Errorf("%s to %s by %s: %s, want %d merges; %s", from, to, route, inShort(p), merges, p.Reason)
				}
				checkTrees(t, p)
			}
		}
	}
}

// TestNamespaceMovesArePlannedOrSayWhatIsMissing holds what is proved of the
// moves, and of what is not, each thing that keeps it from being.
func TestNamespaceMovesArePlannedOrSayWhatIsMissing(t *testing.T) {
	t.Parallel()
	const crd, charts, release = "CustomResourceDefinition of kind ServiceAccount of talos.dev", "a copy of what it refers to", "under moved in fluxmigrate.yaml"
	for _, c := range []struct {
		name, cluster, from, to, want string
		missing                       []string
	}{
		{"namespace-move-guarded", "", "start", "prune-off", "proved, plan proved: 1 merges, 0 by hand", nil},
		{"namespace-move-guarded", "", "prune-off", "moved", "proved, plan proved: 1 merges, 142 by hand", nil},
		{"namespace-move-guarded", "", "start", "moved", "refuted, plan unknown: 1 merges, 142 by hand", []string{crd, release}},
		{"namespace-move-two-roots", "main", "start", "moved", "proved, plan proved: 1 merges, 0 by hand", nil},
		{"namespace-move-two-roots", "storage", "start", "moved", "unknown, plan unknown: 1 merges, 48 by hand", []string{charts}},
		{"namespace-move-two-roots", "storage", "moved", "prune-on", "proved, plan proved: 1 merges, 0 by hand", nil},
	} {
		p := proveCase(t, openCase(t, c.name, c.cluster), "", c.from, c.to, nil)
		if got := inShort(p); got != c.want {
			t.Errorf("%s %s %s to %s: %s, want %s; %s", c.name, c.cluster, c.from, c.to, got, c.want, p.Reason)
		}
		checkTrees(t, p)
		for _, missing := range c.missing {
			if !slices.ContainsFunc(p.Unknowns, func(u planner.Unknown) bool { return strings.Contains(u.Supply, missing) }) {
				t.Errorf("%s %s to %s: nobody asks for %q: %v", c.name, c.from, c.to, missing, p.Unknowns)
			}
		}
	}
}
