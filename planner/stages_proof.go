package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// proofOfProtection waits until the protection is in force at every owner, and
// asks each for one run more under it.
func (b *builder) proofOfProtection() []step.Step {
	var steps []step.Step
	for _, k := range b.from.Kustomizations {
		s := step.Step{Kind: step.Reconcile, Target: k.ID.Object()}
		s.Needs, s.Leaves = b.fieldsInForce(k)
		s.Leaves = append(s.Leaves, b.guardsInForce(k)...)
		if len(s.Needs)+len(s.Leaves) == 0 {
			continue
		}
		s.Leaves = append(s.Leaves, precaution(barrier(k.ID))...)
		s.Because = whyInForce(s)
		steps = append(steps, s)
	}
	return steps
}

func whyInForce(s step.Step) string {
	rests := func(kind step.ConditionKind) bool {
		return slices.ContainsFunc(step.Needed(s.Leaves), func(c step.Condition) bool { return c.Kind == kind })
	}
	switch {
	case rests(step.Barrier) || rests(step.Acted) || rests(step.Forgotten):
		return "the protection counts once a run of its owner has ended under it, not before"
	case rests(step.Guarded):
		return "the guard counts once it shows on the live object; one more run shows that it stays"
	case len(step.Needed(s.Needs)) > 0:
		return "the protection counts once it is in the cluster; one more run shows that it stays there"
	}
	return "what is set under a field manager that does not last goes with the next run (R5.10); this one shows that it stays"
}

// guardsInForce says when the guards on what an owner renders protect it. One
// in the manifest of a single owner does as soon as it shows: only a run of the
// new commit wrote it (R1.3), and every later one writes it again. With several
// owners one may have written it while another, that did not, is at work.
// One by hand does at once (R5.11).
func (b *builder) guardsInForce(k ownership.Kustomization) []step.Condition {
	var all []step.Condition
	for _, o := range k.Render.Objects {
		switch {
		case !b.isGuarded(o.ID):
		case b.chosen.live[o.ID] || !b.endangers(k.ID, o.ID):
			all = append(all, precaution(guarded(o.ID))...)
		case len(b.fromOwners[o.ID]) > 1:
			all = append(append(all, acted(k.ID)), precaution(guarded(o.ID))...)
		default:
			all = append(all, guarded(o.ID))
		}
	}
	return all
}

// endangers says whether an owner of From can delete the object: it goes away or
// may, or has a view that prunes what it does not render. While one that cannot
// has the label, nobody deletes the object.
func (b *builder) endangers(k ksID, o objectID) bool {
	if _, stays := b.to.Kustomization(k); !stays || b.atRisk[k.Object()] {
		return true
	}
	return slices.ContainsFunc(b.views[k], func(v ownership.View) bool {
		_, renders := v.Render.Find(o)
		return !renders && v.Spec.Prunes() && v.Render.Builds()
	})
}

// fieldsInForce says what is waited for where a field of an owner is set: the
// API has it (V1), and against a run under way that prunes, one that began
// after that has ended (V3). A finalizer begins later, and looks at what the
// API had when the owner was deleted (R7.3). A stub has forgotten everything,
// which shows both (P6).
func (b *builder) fieldsInForce(k ownership.Kustomization) (needs, leaves []step.Condition) {
	r := b.chosen
	if r.stub[k.ID] {
		for _, o := range k.Render.Objects {
			if _, stays := b.toOwners[o.ID]; stays {
				leaves = append(leaves, forgotten(k.ID, o.ID))
			}
		}
		if len(leaves) > 0 {
			return nil, leaves
		}
	}
	needs = slices.DeleteFunc(b.fieldsSet(k.ID), func(f step.Condition) bool { return b.isBelt(k, f) })
	needs = append(needs, b.setByHand(k.ID)...)
	if r.stub[k.ID] || r.belt[k.ID] || r.window[k.ID] || r.suspend[k.ID] && b.losesToPrune(k.ID) {
		leaves = append(leaves, barrier(k.ID))
	}
	if r.ordered[k.ID] {
		for _, on := range b.newDependencies(k) {
			needs = append(needs, stored(k.ID, dependsOnField, on.String()))
		}
		leaves = append(leaves, acted(k.ID))
	}
	return needs, leaves
}

// losesToPrune says whether a run of an owner may prune what should live and
// carries no guard.
func (b *builder) losesToPrune(k ksID) bool {
	return slices.ContainsFunc(b.causes, func(c cause) bool { return c.by == k && c.how == hazard.ByPrune && !b.isGuarded(c.object) })
}

// setByHand lists the spec fields that the plan sets on the live Kustomization.
func (b *builder) setByHand(k ksID) []step.Condition {
	var set []step.Condition
	if b.chosen.spare[k] {
		set = append(set, stored(k, policyField, ownership.PolicyOrphan))
	}
	if b.mustSuspend(k) {
		set = append(set, stored(k, suspendField, "true"))
	}
	return set
}
