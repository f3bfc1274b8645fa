package runbook

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/fluxmigrate/fluxmigrate/graph"
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

func ks(name string) ownership.KustomizationID {
	return ownership.KustomizationID{Namespace: "flux-system", Name: name}
}

// racePlan is a Gateway that moves from old to new, and is lost on the way.
func racePlan() *planner.Plan {
	old, late, root := ks("old"), ks("new"), ks("root")
	ids := func(all ...ownership.KustomizationID) []ownership.KustomizationID { return all }
	return &planner.Plan{
		Verdict: verdict.Proved, Seal: "seal",
		Naive: planner.Naive{
			Verdict: verdict.Refuted, AtRisk: []planner.AtRisk{{Object: gateway, By: old, How: hazard.ByFinalizer}},
			Story: []hazard.Line{
				{Actor: "you", Action: "publish revision b", Before: &hazard.Standing{Exists: true, Owner: old, ListedBy: ids(old), Absent: ids(late)}},
				{Actor: root.String(), Action: "creates new, and deletes old", Rule: "R10.2",
					After: &hazard.Standing{Exists: true, Owner: old, ListedBy: ids(old), Deleting: ids(old)}},
				{Actor: old.String(), Action: "deletes it", Object: gateway, Rule: "R0.3",
					After: &hazard.Standing{ListedBy: ids(old), Deleting: ids(old)}},
			},
		},
		Changes: []planner.Change{{Kind: ownership.Moved, Object: gateway, From: ids(old), To: ids(late)}},
		Stages:  []planner.Stage{{Title: "Guard it", Steps: []step.Step{{Kind: step.GuardObject, Target: gateway, Because: "so"}}}, {Title: "Publish"}},
		Cost:    planner.Cost{Edits: 1},
	}
}

// TestTheStoryShowsLabelAndInventoriesAfterEachLine reads the pictures as a
// person without a script would: all of them, in order.
func TestTheStoryShowsLabelAndInventoriesAfterEachLine(t *testing.T) {
	r := reported(t, racePlan(), Dependencies{}).byID("player")
	want := [][]string{
		{"Before the first event.", "owner before flux-system/old is there ✓ its inventory lists the object ✓ the object’s label names it",
			"owner after flux-system/new is not there yet – its inventory does not list it", "Gateway demo/edge exists label: flux-system/old"},
		{"you publish revision b", "flux-system/new is not there yet"},
		{"creates new, and deletes old", "flux-system/old is being deleted ✓ its inventory lists", "flux-system/new is there – its inventory",
			"flux-system/root is there acts now", "flux-system/old is being deleted; flux-system/new is there"},
		{"deletes it", "flux-system/old is being deleted acts now ✓ its inventory lists the object – the object is gone", "Gateway demo/edge ✗ deleted", "the object is deleted"},
	}
	moments := r.every("li", "moment")
	if len(moments) != len(want) {
		t.Fatalf("%d pictures, want %d", len(moments), len(want))
	}
	for i, m := range moments {
		for _, text := range want[i] {
			if got := words(m); !strings.Contains(got, text) {
				t.Errorf("picture %d does not say %q:\n%s", i, text, got)
			}
		}
		if lost := len(parsed{m.Parent, t}.every("li", "moment", "lost")) > 0; i == 3 && !lost {
			t.Error("the loss is not marked")
		}
	}
}

// TestWhatWasThereAndIsNotIsGone: it is not "not there yet".
func TestWhatWasThereAndIsNotIsGone(t *testing.T) {
	p := racePlan()
	p.Naive.Story = append(p.Naive.Story, hazard.Line{Actor: "you", Action: "look", Object: gateway,
		After: &hazard.Standing{Absent: []ownership.KustomizationID{ks("old")}}})
	moments := reported(t, p, Dependencies{}).byID("player").every("li", "moment")
	if got := words(moments[len(moments)-1]); !strings.Contains(got, "flux-system/old is gone – its inventory") || !strings.Contains(got, "flux-system/old does not list it any more; flux-system/old is gone") {
		t.Error(got)
	}
}

// A story of the rules knows no labels. It is told without pictures, and says so.
func TestAStoryWithoutPicturesSaysSo(t *testing.T) {
	p := racePlan()
	for i := range p.Naive.Story {
		p.Naive.Story[i].Before, p.Naive.Story[i].After = nil, nil
	}
	r := reported(t, p, Dependencies{})
	if n := len(r.every("li", "card")); n != 0 {
		t.Errorf("%d cards of nothing", n)
	}
	if got := words(r.byID("story").Node); !strings.Contains(got, "without labels and inventories") || len(r.every("li", "moment")) != 3 {
		t.Error(got)
	}
}

// What is not proved is not said to prevent anything.
func TestOnlyAProvedPlanPreventsTheStory(t *testing.T) {
	const can, meant = "With the plan this cannot happen", "is meant to prevent this; that is not proved"
	p := racePlan()
	if got := words(reported(t, p, Dependencies{}).byID("story").Node); !strings.Contains(got, can) || strings.Contains(got, meant) {
		t.Error(got)
	}
	p.Verdict = verdict.Unknown
	if got := words(reported(t, p, Dependencies{}).byID("story").Node); strings.Contains(got, can) || !strings.Contains(got, meant) {
		t.Error(got)
	}
}

func TestAReportWithoutALossHasNoStory(t *testing.T) {
	r := reported(t, &planner.Plan{Verdict: verdict.Proved, Naive: planner.Naive{Verdict: verdict.Proved}}, Dependencies{})
	if slices.ContainsFunc(r.every("section"), func(n *html.Node) bool { return attribute(n, "id") == "story" || attribute(n, "id") == "graph" }) {
		t.Error("there is a story of nothing, or a graph")
	}
	holdsTogether(t, r)
}

func namedPlan(name string) *planner.Plan {
	p := racePlan()
	o, owner := gateway, ks(name)
	o.Name = name
	p.Basis.From.Name, p.Basis.To.Name = name, name
	p.Reason = name
	p.Naive.AtRisk[0] = planner.AtRisk{Object: o, By: owner, How: hazard.ByPrune, Protected: name, Codes: []string{name}}
	last := &p.Naive.Story[2]
	last.Object, last.Actor, last.Action, last.Rule = o, owner.String(), name, name
	last.After = &hazard.Standing{Owner: owner, ListedBy: []ownership.KustomizationID{owner}}
	p.Changes = []planner.Change{{Kind: ownership.Moved, Object: o, From: []ownership.KustomizationID{owner}, To: []ownership.KustomizationID{ks("new")},
		Other: o, Protected: name, Files: []string{name}}}
	p.Stages[0] = planner.Stage{Title: name, Steps: []step.Step{{Kind: step.GuardObject, Target: o, Because: name, File: name}}}
	p.Unknowns = []planner.Unknown{{Subject: name, Why: name, Supply: name}}
	p.Assumptions = []planner.Assumption{{Subject: name, Text: name}}
	p.Deletions = []planner.Deletion{{Object: o, By: owner, How: hazard.ByPrune, Because: name, Protected: name}}
	p.Hazards = []hazard.Hazard{{Code: name, Name: name, Harm: name, Because: name, Severity: hazard.Loses}}
	p.Seal = name
	return p
}

func namedNeeds(name string) Dependencies {
	g := graph.New()
	g.AddNode(ks(name).Object().String(), ks(name).Object().Display())
	g.AddEdge(ks("new").Object().String(), ks(name).Object().String(), graph.Reason{Kind: name, Text: name, File: name})
	return Dependencies{Before: g, After: g}
}
