package planner

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// TestStagesThatDoMoreThanTheChangeAreJudgedByThemselves: that the change as it
// is loses nothing says nothing of a Kustomization that a stage removes by hand.
func TestStagesThatDoMoreThanTheChangeAreJudgedByThemselves(t *testing.T) {
	x := ownership.ObjectID{Kind: "ConfigMap", Namespace: "demo", Name: "x"}
	said := func(v verdict.Verdict, objects ...ownership.ObjectID) []proof.Proof {
		return []proof.Proof{{Components: []proof.Component{{Objects: objects, Safety: v}}}}
	}
	for _, c := range []struct {
		name   string
		kind   step.Kind
		stages []proof.Proof
		want   verdict.Verdict
	}{
		{"a stage that only waits", step.AwaitOwned, said(verdict.Refuted, x), verdict.Proved},
		{"a removal that loses it", step.RemoveKustomization, said(verdict.Refuted, x), verdict.Refuted},
		{"a removal that keeps it", step.RemoveKustomization, said(verdict.Proved, x), verdict.Proved},
		{"a removal that nobody decided", step.RemoveKustomization, said(verdict.Unknown, x), verdict.Unknown},
		{"a removal that the model was not asked about", step.RemoveKustomization, said(verdict.Proved, ownership.ObjectID{Kind: "ConfigMap", Name: "y"}), verdict.Unknown},
	} {
		owners := map[objectID][]ksID{x: {{Namespace: "flux", Name: "a"}}}
		b := &builder{inGit: true, from: &ownership.Desired{}, to: &ownership.Desired{}, fromOwners: owners, toOwners: owners, plan: &Plan{
			Naive: Naive{Verdict: verdict.Proved}, Stages: []Stage{{Steps: []step.Step{{Kind: c.kind}}}}, Proofs: Proofs{Plan: c.stages}}}
		if b.judge(); b.plan.Verdict != c.want {
			t.Errorf("%s: %s (%s), want %s", c.name, b.plan.Verdict, b.plan.Reason, c.want)
		}
	}
}
