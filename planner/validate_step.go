package planner

import (
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

func (v *validator) step(stage Stage, s step.Step) {
	if !v.shape(stage, s) {
		return
	}
	for _, need := range s.Needs {
		v.need(s, need)
	}
	if v.deleting && s.Kind != step.DeleteObject {
		v.problem("it comes after a wanted deletion; wanted deletions come last")
	}
	v.rules(s)
	v.effects(s)
	for _, c := range s.Leaves {
		if v.lookedFor[c.Fact()] = true; v.isNobodysDoing(c.Fact()) {
			v.problem("it waits until %s, and no step brings that about", sentence(c))
		}
		if !s.Precautionary && !c.Precautionary { // nothing may rest on what may be left out
			v.note(s, c)
		}
	}
}

// need looks at what a step waits for before it acts: something that an earlier
// step brings about or has seen.
func (v *validator) need(s step.Step, need step.Condition) {
	fact := need.Fact()
	switch {
	case need.Kind == step.Consented:
		v.consent(s, need.Object)
	case v.isNobodysDoing(fact):
		v.problem("it needs that %s, and no step before leaves that", sentence(need))
	case s.Precautionary || need.Precautionary || v.holds[fact] || (v.isChange(s) && v.heldAtStart[fact]):
	case v.lookedFor[fact]: // brought about, and not seen yet
		v.note(s, fact)
	default:
		v.problem("it needs that %s, and no step before leaves that", sentence(need))
	}
	v.lookedFor[fact] = true
}

// isNobodysDoing says whether a fact is of a kind that only steps bring about,
// and none did. Before the change an owner forgets only as a stub that does not
// prune (P6); one that prunes deletes (R4.4).
func (v *validator) isNobodysDoing(fact step.Condition) bool {
	switch fact.Kind {
	case step.Guarded, step.Unguarded, step.Stored, step.Published:
		return !v.brought[fact]
	case step.Forgotten:
		fields := v.fields[fact.Kustomization]
		return !v.changed && (fields["spec.path"].value == "" || fields["spec.prune"].value != "false")
	}
	return false
}

// isChange says whether a step brings the cluster to the target state.
func (v *validator) isChange(s step.Step) bool {
	if s.Kind == step.SwitchPath {
		return true
	}
	state, _ := base(s.Revision)
	return s.Kind == step.Publish && v.gitDiffers() && state == content(v.to) && !v.reached()
}

// reached says whether the target's content is published already.
func (v *validator) reached() bool {
	state, _ := base(v.published)
	return state == content(v.to)
}

// rules are the things that must not happen yet.
func (v *validator) rules(s step.Step) {
	k, _ := s.Target.AsKustomization()
	v.takesBack(s, k)
	switch {
	case v.isChange(s):
		v.mayChange(s)
	case s.Kind == step.Publish:
		v.mayPublish(s)
	case s.Kind == step.UnguardObject:
		if why := v.guardMayGo(s); why != "" {
			v.problem("the guard may not go yet: %s", why)
		}
	case s.Kind == step.Resume:
		v.mayResume(k)
	case s.Kind == step.SetDeletionPolicy && s.Value != ownership.PolicyOrphan:
		v.holdsNothingMoved(k, "it may delete again")
	case s.Kind == step.EnablePrune:
		v.mayPrune(k)
	case s.Kind == step.RemoveKustomization:
		v.mayRemove(k)
	case s.Kind == step.DeleteObject:
		v.mayDelete(s.Target)
	}
}

func (v *validator) mayPublish(s step.Step) {
	if state, _ := base(s.Revision); state != content(v.from) && state != content(v.to) {
		v.problem("nothing is known of the revision %q that it publishes", s.Revision)
	}
}

func (v *validator) mayDelete(o ownership.ObjectID) {
	if _, stays := v.after[o]; stays {
		v.problem("%s belongs to the target state", o.Display())
	}
	if !v.agreed[o] {
		v.problem("nobody is asked for consent")
	}
}
