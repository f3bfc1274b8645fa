package planner

import (
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// TestASealFindsEdits edits one thing at a time of a plan that was written and
// read again.
func TestASealFindsEdits(t *testing.T) {
	for _, tt := range []struct {
		name   string
		edit   func(p *Plan)
		refuse string
	}{
		{"nothing", func(*Plan) {}, ""},
		{"the verdict", func(p *Plan) { p.Verdict = verdict.Refuted }, "edited"},
		{"a title", func(p *Plan) { p.Stages[0].Title += "." }, "edited"},
		{"a number in a proof", func(p *Plan) { p.Proofs.Plan[0].Components[0].States = 1 }, "edited"},
		{"the seal", func(p *Plan) { p.Seal += "0" }, "edited"},
		{"no seal", func(p *Plan) { p.Seal = "" }, "no seal"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := sealedPlan(t)
			tt.edit(p)
			err := CheckSeal(p)
			if tt.refuse == "" && err != nil || tt.refuse != "" && (err == nil || !strings.Contains(err.Error(), tt.refuse)) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func sealedPlan(t *testing.T) *Plan {
	t.Helper()
	p := &Plan{APIVersion: APIVersion, Kind: Kind, Verdict: verdict.Proved, Stages: []Stage{{Title: "Publish"}},
		Proofs: Proofs{Plan: []proof.Proof{{Components: []proof.Component{{}}}}}}
	if err := Seal(p); err != nil {
		t.Fatal(err)
	}
	document, err := Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Decode(document)
	if err != nil {
		t.Fatal(err)
	}
	return again
}
