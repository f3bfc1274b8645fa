package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// noLongerApplied says when no parent makes a Kustomization again after its
// removal: each parent is gone, has acted on the change, or is held back.
func (b *builder) noLongerApplied(k ksID) []step.Condition {
	before, _ := b.from.Kustomization(k)
	var needs []step.Condition
	for _, p := range before.Parents {
		_, stays := b.to.Kustomization(p)
		switch {
		case p == k || b.isHeld(p):
		case stays:
			needs = append(needs, acted(p))
		default:
			needs = append(needs, gone(p.Object()))
		}
	}
	return needs
}

// parentWaits is one step for each parent that no removal of the plan's own
// takes care of.
func (b *builder) parentWaits() []step.Step {
	var steps []step.Step
	for _, p := range b.from.Kustomizations {
		if !b.isAwaitedParent(p.ID) {
			continue
		}
		leaves := []step.Condition{gone(p.ID.Object())}
		if _, stays := b.to.Kustomization(p.ID); stays {
			leaves = []step.Condition{acted(p.ID)}
		}
		steps = append(steps, step.Step{Kind: step.AwaitOwned, Target: p.ID.Object(), Leaves: leaves,
			Because: "until then it may make again what is about to be removed"})
	}
	return steps
}

func (b *builder) isAwaitedParent(p ksID) bool {
	if b.chosen.removed[p] {
		return false
	}
	for k := range b.chosen.removed {
		ks, _ := b.from.Kustomization(k)
		if slices.Contains(ks.Parents, p) {
			return true
		}
	}
	return false
}

// parentsFirst orders Kustomizations so that each comes after its parents.
func (b *builder) parentsFirst(all []ksID) []ksID {
	var ordered []ksID
	seen := make(map[ksID]bool)
	var visit func(ksID)
	visit = func(k ksID) {
		if seen[k] {
			return
		}
		seen[k] = true
		ks, _ := b.from.Kustomization(k)
		for _, p := range ks.Parents {
			visit(p)
		}
		if slices.Contains(all, k) {
			ordered = append(ordered, k)
		}
	}
	for _, k := range all {
		visit(k)
	}
	return ordered
}
