package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// TestApplyChecksTheProofAgain changes what the plan of the demo claims, without
// a cluster: nothing is connected to before.
func TestApplyChecksTheProofAgain(t *testing.T) {
	document, err := demoPlan()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		change func(p *planner.Plan)
		limit  int
		want   error
		says   string
	}{
		{"a proof that holds", func(*planner.Plan) {}, checkerLimit, nil, "the proof was checked again: all"},
		{"no room", func(*planner.Plan) {}, 3, nil, "visits 3 states of a question at most; the proof of the plan stands"},
		{"a claim that is denied", func(p *planner.Plan) { gateway(p.Proofs.Naive).Safety = verdict.Proved }, checkerLimit, refuted,
			"the plan is not carried out: 1 of"},
		{"a scene that cannot be answered", func(p *planner.Plan) { gateway(p.Proofs.Plan).Scene.Subject = 99 }, checkerLimit, unknown,
			"the plan is not carried out: 1 of"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := planner.Decode(document)
			if err != nil {
				t.Fatal(err)
			}
			tt.change(p)
			var stderr bytes.Buffer
			got := provenAgain(p, tt.limit, nil, output{stderr: &stderr})
			if got != tt.want || !strings.Contains(stderr.String(), tt.says) {
				t.Errorf("got %v, want %v:\n%s", got, tt.want, stderr.String())
			}
		})
	}
}

func TestThePlanThatIsAppliedIsSavedAndNothingElseIsWrittenOver(t *testing.T) {
	t.Chdir(t.TempDir())
	p := &planner.Plan{Seal: "sha256:0123456789abcdef"}
	var stderr bytes.Buffer
	for range 2 { // the same plan may be saved again
		if err := (&applying{}).keep(output{stderr: &stderr}, p, []byte("a plan")); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(stderr.String(), "fluxmigrate apply plan-0123456789ab.json") {
		t.Error(stderr.String())
	}
	err := (&applying{}).keep(output{stderr: &stderr}, p, []byte("another"))
	if err == nil || !strings.Contains(err.Error(), "holds something else") {
		t.Errorf("got %v", err)
	}
}
