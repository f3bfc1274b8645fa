package runbook

import (
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// A change that moves nothing can still delete what a person must agree to, or
// never arrive; the first line says so.
func TestTheFirstLineOfAProvedChangeSaysWhatElseThereIs(t *testing.T) {
	gone := planner.Deletion{Protected: "it holds data"}
	for _, tt := range []struct {
		name      string
		deletions []planner.Deletion
		hazards   []hazard.Hazard
		want      string
	}{
		{"nothing else", nil, nil, "Merge or switch as it is; no protection is needed."},
		{"plain deletions", []planner.Deletion{{}, {}}, nil, "On purpose it deletes 2 objects. Merge or switch as it is"},
		{"a protected one", []planner.Deletion{gone, {}}, nil, "deletes 2 objects, 1 of a protected kind: agree to each by name"},
		{"it never arrives", []planner.Deletion{gone}, []hazard.Hazard{{Severity: hazard.Blocks}}, "the target may never be reached"},
		{"a warning", nil, []hazard.Hazard{{Severity: hazard.Warns}}, "no protection is needed."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := &planner.Plan{Verdict: verdict.Proved, Naive: planner.Naive{Verdict: verdict.Proved}, Deletions: tt.deletions, Hazards: tt.hazards}
			if got := answers(p)[0].Text.Plain(); !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q in it", got, tt.want)
			}
		})
	}
}

// Stages that do more than a safe change, as a removal, have a line of their own.
func TestStagesBelowASafeChangeAreAnsweredFor(t *testing.T) {
	for edits, want := range map[int]string{0: "", 2: "the 7 stages below do what the change by itself leaves undone"} {
		p := &planner.Plan{Verdict: verdict.Proved, Naive: planner.Naive{Verdict: verdict.Proved}, Stages: make([]planner.Stage, 7), Cost: planner.Cost{Edits: edits}}
		all := answers(p)
		if got := all[len(all)-1]; len(all) != 1+min(1, edits) || want != "" && (got.Subject != "With the plan" || !strings.Contains(got.Text.Plain(), want)) {
			t.Errorf("%d edits: %d answers, the last %q", edits, len(all), got.Text.Plain())
		}
	}
}

// A target that a rule says is never reached is not promised, unless the model
// reaches it all the same.
func TestStagesThatMayNeverEndDoNotPromiseTheTarget(t *testing.T) {
	for completion, want := range map[verdict.Verdict]bool{verdict.Unknown: true, verdict.Proved: false} {
		p := &planner.Plan{Verdict: verdict.Proved, Naive: planner.Naive{Verdict: verdict.Proved}, Stages: make([]planner.Stage, 7),
			Hazards: []hazard.Hazard{{Severity: hazard.Blocks}}, Proofs: planner.Proofs{Plan: []proof.Proof{{Completion: completion}}}}
		if got := withThePlan(p).Plain(); strings.Contains(got, "that the target is reached is not proved") != want {
			t.Errorf("completion %s: got %q", completion, got)
		}
	}
}

func TestNoChangeOfOwnersIsNotCounted(t *testing.T) {
	p := &planner.Plan{Verdict: verdict.Unknown, Naive: planner.Naive{Verdict: verdict.Unknown}}
	if got := asItIs(p)[0].Text; strings.Contains(got, "0 objects") {
		t.Errorf("got %q", got)
	}
}

func TestAChangeOfOwnersWithoutALossSaysWhatIsMissing(t *testing.T) {
	a := ownership.KustomizationID{Namespace: "flux-system", Name: "a"}
	b := ownership.KustomizationID{Namespace: "flux-system", Name: "b"}
	p := &planner.Plan{Verdict: verdict.Unknown, Naive: planner.Naive{Verdict: verdict.Unknown}, Changes: []planner.Change{
		{From: []ownership.KustomizationID{a}, To: []ownership.KustomizationID{a, b}},
		{To: []ownership.KustomizationID{b}},
	}}
	if got := asItIs(p)[0].Text; !strings.Contains(got, "No loss was found, but 1 object changes owners") {
		t.Errorf("got %q", got)
	}
}

// A safe plan whose waits never end is no help, and the first line says so.
func TestAPlanThatMayNeverEndIsNotCalledProvedAlone(t *testing.T) {
	refuted := proof.Proof{Safety: verdict.Proved, Completion: verdict.Refuted}
	reached := proof.Proof{Safety: verdict.Proved, Completion: verdict.Proved}
	for _, tt := range []struct {
		proofs []proof.Proof
		stuck  bool
	}{{[]proof.Proof{refuted, refuted}, true}, {[]proof.Proof{refuted, reached}, false}, {nil, false}} {
		p := &planner.Plan{Verdict: verdict.Proved, Stages: make([]planner.Stage, 2), Proofs: planner.Proofs{Plan: tt.proofs}}
		if got := withThePlan(p)[0].Text; strings.Contains(got, "may never end") != tt.stuck {
			t.Errorf("with %d proofs: got %q", len(tt.proofs), got)
		}
	}
}

func TestWhatKeepsTheTargetOutOfReachIsNamedBeforeWhatWasNotAsked(t *testing.T) {
	c := func(name string, v verdict.Verdict, why string) proof.Component {
		return proof.Component{Objects: []ownership.ObjectID{{Kind: "ConfigMap", Namespace: "shop", Name: name}}, Completion: v, NoGoal: why}
	}
	p := proof.Proof{Completion: verdict.Refuted, Components: []proof.Component{
		c("first", verdict.Unknown, "nobody asked"), c("second", verdict.Refuted, "it never comes"),
	}}
	if got := whyNotReached(p); !strings.Contains(got, "second: it never comes") {
		t.Errorf("got %q", got)
	}
}
