package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// leftField is a field of a live Kustomization as a plan sets it by hand.
type leftField struct {
	kustomization ksID
	field         string
}

// withoutLeft gives the input as it was before an earlier plan set fields of
// Kustomizations by hand, and those fields. A run that began before may still be
// under way, and nobody sees that: so it is planned as if nothing were set, and
// to set it again changes nothing. A field that Git sets is not looked at
// (R5.12): there the parents decide.
func (in Input) withoutLeft() (Input, []leftField) {
	if in.Observed == nil {
		return in, nil
	}
	live, looked := *in.Observed, in.Observed
	live.Kustomizations = slices.Clone(live.Kustomizations)
	var left []leftField
	for i := range live.Kustomizations {
		x := &live.Kustomizations[i]
		if in.setByPlan(*x, suspendField) {
			x.Spec.Suspend = false
			left = append(left, leftField{x.ID, suspendField})
		}
		if in.setByPlan(*x, policyField) {
			x.Spec.DeletionPolicy = ""
			left = append(left, leftField{x.ID, policyField})
		}
	}
	in.Observed, in.looked, in.left = &live, looked, left
	return in, left
}

// setByPlan says whether a live field protects, is set under the field manager
// of plans, and by no state of the transition.
func (in Input) setByPlan(x ownership.ObservedKustomization, field string) bool {
	if !setIn(field)(ownership.Spec{Suspend: x.Spec.Suspend, DeletionPolicy: x.Spec.DeletionPolicy}) ||
		field == policyField && x.Spec.DeletionPolicy != ownership.PolicyOrphan ||
		!isOurs(x.Managers, field) {
		return false
	}
	return !slices.ContainsFunc(in.Transition.States(), func(d *ownership.Desired) bool {
		k, declared := d.Kustomization(x.ID)
		return declared && setIn(field)(k.Spec)
	})
}

// setIn gives what says whether a spec sets a field.
func setIn(field string) func(ownership.Spec) bool {
	if field == policyField {
		return func(s ownership.Spec) bool { return s.DeletionPolicy != "" }
	}
	return func(s ownership.Spec) bool { return s.SuspendSet || s.Suspend }
}

// sets says whether a plan sets every one of the fields by hand: then it is the
// plan that set them.
func (p *Plan) sets(left []leftField) bool {
	for _, l := range left {
		if !slices.ContainsFunc(p.Stages, func(stage Stage) bool {
			return stage.Route == step.Cluster && slices.ContainsFunc(stage.Steps, func(s step.Step) bool {
				return s.Target == l.kustomization.Object() && s.Field == l.field && s.Kind != step.Resume
			})
		}) {
			return false
		}
	}
	return true
}

// assumedSet says of each field that it is set already.
func (in Input) assumedSet() []Assumption {
	var all []Assumption
	for _, l := range in.left {
		all = append(all, Assumption{Subject: kustomization(l.kustomization),
			Text: "an earlier plan has set " + l.field + " already: the step that sets it changes nothing, and the plan goes on from there"})
	}
	return all
}
