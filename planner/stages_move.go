package planner

import (
	"cmp"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// publishChange is the user's own commit; carried says that edits of the plan
// are still in it.
func (b *builder) publishChange(carried bool) step.Step {
	s := step.Step{Kind: step.Publish, Target: b.sourceReached(), Revision: revisionOf(b.to), Needs: b.readyForChange(),
		Because: "this is the change itself", Undo: "revert the commit; what was deleted by then stays deleted"}
	if carried {
		s.Revision += protection
	}
	s.Leaves = []step.Condition{published(s.Revision)}
	return s
}

func (b *builder) switches() []step.Step {
	var steps []step.Step
	for _, root := range b.outside {
		before, _ := b.from.Kustomization(root.ID)
		needs := b.readyForChange()
		if b.inGit { // the commit came before: what was seen of the owners is of older content
			needs = slices.DeleteFunc(needs, func(c step.Condition) bool { return c.Kind == step.Acted || c.Kind == step.Forgotten })
		}
		path := "./" + root.Spec.Path
		because := "this is the switch itself"
		if root.MadeBy != "" {
			because += "; the root is made by " + root.MadeBy + ": " + b.atMaker(root)
			if !byHand(root) {
				because += "; an edit of the live object does not last"
			}
		}
		steps = append(steps, step.Step{
			Kind: step.SwitchPath, Target: root.ID.Object(), Field: pathField, Value: path, Needs: needs,
			Leaves:  []step.Condition{stored(root.ID, pathField, path)},
			Because: because, Undo: "set it back to ./" + before.Spec.Path + "; what was deleted by then stays deleted",
		})
	}
	return steps
}

// readyForChange is all that must hold when the change reaches the cluster.
func (b *builder) readyForChange() []step.Condition {
	var needs []step.Condition
	for _, p := range b.plan.Prerequisites {
		needs = append(needs, present(p.Object))
	}
	for _, s := range b.proofOfProtection() {
		needs = append(needs, s.Leaves...)
	}
	for _, o := range b.chosen.live.sorted() {
		needs = append(needs, guarded(o))
	}
	for _, c := range b.changes {
		if by := b.deleter(c); dropped(c) && by != (ksID{}) && !b.chosen.removed[by] {
			needs = append(needs, consented(c.Object))
		}
	}
	return needs
}

// removals deletes the Kustomizations that outlive the change, parents first.
func (b *builder) removals() []step.Step {
	var steps []step.Step
	for _, k := range b.parentsFirst(b.chosen.removed.sorted()) {
		before, _ := b.from.Kustomization(k)
		s := step.Step{Kind: step.RemoveKustomization, Target: k.Object(), Needs: append(b.noLongerApplied(k), consented(k.Object())),
			Leaves: []step.Condition{gone(k.Object())}, Because: b.survives(k)}
		if b.chosen.suspend[k] {
			s.Needs = append(s.Needs, stored(k, suspendField, "true"), barrier(k))
		}
		if b.chosen.orphan[k] || b.chosen.spare[k] {
			s.Needs = append(s.Needs, stored(k, policyField, ownership.PolicyOrphan))
		}
		if before.Root && before.MadeBy != "" {
			s.Because += "; it is made by " + before.MadeBy + ", so remove it there"
		}
		for _, c := range b.changes {
			if dropped(c) && b.deleter(c) == k {
				s.Needs = append(s.Needs, consented(c.Object))
			}
		}
		steps = append(steps, s)
	}
	return steps
}

// inTransit gives the objects whose handover must be seen to end, sorted.
func (b *builder) inTransit() []objectID {
	set := keys(b.chosen.guards)
	for o := range b.chosen.live {
		set[o] = true
	}
	for o := range b.atRisk {
		set[o] = true
	}
	for _, o := range b.handedOver() {
		set[o] = true
	}
	return set.sorted()
}

// handedOverFully says when an object has arrived: the new owner has it, and
// every old one has forgotten it or is gone (V4, V5). With several owners
// after the change the labels are anyone's, with one that never adopts they stay
// as they are; then each owner must have acted.
func (b *builder) handedOverFully(o objectID) []step.Condition {
	var done []step.Condition
	after := b.toOwners[o]
	for _, k := range after {
		if owner, _ := b.to.Kustomization(k); owner.Spec.Suspend {
			continue // it takes nothing, and nobody can wait for it
		}
		if len(after) == 1 && b.adopted(o) {
			done = append(done, taken(k, o))
		} else {
			done = append(done, acted(k))
		}
	}
	for _, k := range b.oldOwners(o) {
		if _, stays := b.to.Kustomization(k); stays {
			done = append(done, forgotten(k, o))
		} else {
			done = append(done, gone(k.Object()))
		}
	}
	return done
}

// oldOwners gives who holds the object and shall not.
func (b *builder) oldOwners(o objectID) []ksID {
	owners := setOf[ksID]{}
	for _, k := range b.fromOwners[o] {
		owners[k] = true
	}
	for _, c := range b.causes {
		if _, was := b.from.Kustomization(c.by); was && c.object == o && c.by != (ksID{}) {
			owners[c.by] = true
		}
	}
	for _, k := range b.toOwners[o] {
		delete(owners, k)
	}
	return owners.sorted()
}

// letGoOf says when an owner holds nothing any more that moved away from it.
func (b *builder) letGoOf(k ksID) []step.Condition {
	var done []step.Condition
	for _, o := range b.inTransit() {
		if slices.Contains(b.fromOwners[o], k) {
			done = append(done, b.handedOverFully(o)...)
		}
	}
	before, _ := b.from.Kustomization(k)
	for _, o := range before.Render.Objects {
		if _, stays := b.to.Kustomization(k); stays && !slices.Contains(b.toOwners[o.ID], k) {
			done = append(done, forgotten(k, o.ID))
		}
	}
	return done
}

// handoverWaits has one step a Kustomization, old and new.
func (b *builder) handoverWaits() []step.Step {
	leaves := make(map[ksID][]step.Condition)
	add := func(conditions []step.Condition) {
		for _, c := range conditions {
			k := c.Kustomization
			if c.Kind == step.Gone {
				k, _ = c.Object.AsKustomization()
			}
			if (c.Kind == step.Gone && b.chosen.removed[k]) || (c.Kind == step.Forgotten && b.isHeld(k)) || (c.Kind != step.Taken && c.Kind != step.Forgotten && b.isAwaitedParent(k)) {
				continue // another step sees it
			}
			leaves[k] = append(leaves[k], c)
		}
	}
	for _, o := range b.inTransit() {
		add(b.handedOverFully(o))
	}
	for _, k := range b.windows() {
		add(b.letGoOf(k))
	}
	set := setOf[ksID]{}
	for k := range leaves {
		set[k] = true
	}
	var steps []step.Step
	for _, k := range set.sorted() {
		steps = append(steps, step.Step{Kind: step.AwaitOwned, Target: k.Object(), Leaves: leaves[k], Because: b.waitReason(k)})
	}
	return steps
}

func (b *builder) waitReason(k ksID) string {
	if _, stays := b.to.Kustomization(k); !stays {
		return "until it is gone it may still write its labels back, or delete"
	}
	return cmp.Or(b.adoptReason(k), "until it has forgotten what moved away it may still delete it")
}

func (b *builder) adoptReason(k ksID) string {
	for _, o := range b.inTransit() {
		if slices.Contains(b.toOwners[o], k) {
			return "ready alone proves nothing: only the owner labels and the unchanged UID show that it took over"
		}
	}
	return ""
}
