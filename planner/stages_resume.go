package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// isHeld says whether the plan suspends a Kustomization that stays.
func (b *builder) isHeld(k ksID) bool {
	_, stays := b.to.Kustomization(k)
	return stays && b.chosen.suspend[k]
}

// resumes lets the suspended ones run again, once everything that they held has
// its new owner: then they pass it over (P3, R6.3).
func (b *builder) resumes() []step.Step {
	var steps []step.Step
	for _, k := range b.chosen.suspend.sorted() {
		if b.isHeld(k) {
			steps = append(steps, step.Step{Kind: step.Resume, Target: k.Object(), Field: suspendField, Needs: b.movedFrom(k),
				Leaves:  precaution(stored(k, suspendField, "")),
				Because: "what it held has its new owner, so it passes that over and forgets it", Undo: "suspend it again"})
		}
	}
	return steps
}

// movedFrom says when the new owners have what moves away from an owner.
func (b *builder) movedFrom(k ksID) []step.Condition {
	var done []step.Condition
	for _, o := range b.inTransit() {
		if slices.Contains(b.oldOwners(o), k) {
			done = append(done, b.handedOverFully(o)...)
		}
	}
	return slices.DeleteFunc(done, func(c step.Condition) bool { return c.Kind == step.Forgotten && b.isHeld(c.Kustomization) })
}

// lettingGo waits until the resumed ones have forgotten what moved away.
func (b *builder) lettingGo() []step.Step {
	leaves := make(map[ksID][]step.Condition)
	rests := b.restedOn()
	for _, o := range b.inTransit() {
		for _, c := range b.handedOverFully(o) {
			if c.Kind == step.Forgotten && b.isHeld(c.Kustomization) {
				c.Precautionary = !rests[c]
				leaves[c.Kustomization] = append(leaves[c.Kustomization], c)
			}
		}
	}
	var steps []step.Step
	for _, k := range b.chosen.suspend.sorted() {
		if len(leaves[k]) > 0 {
			steps = append(steps, step.Step{Kind: step.AwaitOwned, Target: k.Object(), Leaves: leaves[k],
				Because: "until it has forgotten what moved away it may still delete it"})
		}
	}
	return steps
}
