package planner

import (
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
	s.Leaves = precaution(published(s.Revision))
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
		because, maker := "this is the switch itself", ""
		if root.MadeBy != "" {
			because += "; the root is made by " + root.MadeBy + ": " + b.atMaker(root)
			if !byHand(root) {
				because, maker = because+"; an edit of the live object does not last", root.MadeBy
			}
		}
		steps = append(steps, step.Step{
			Kind: step.SwitchPath, Target: root.ID.Object(), Field: pathField, Value: path, Maker: maker, Needs: needs,
			Leaves:  precaution(stored(root.ID, pathField, path)),
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
		for _, c := range step.Needed(slices.Concat(s.Needs, s.Leaves)) {
			if c.Kind != step.Barrier { // to look again would be one more run
				needs = append(needs, c)
			}
		}
	}
	for _, o := range b.chosen.live.sorted() {
		needs = append(needs, guarded(o))
	}
	for _, c := range b.changes {
		if by := b.deleter(c); dropped(c) && by != (ksID{}) && !b.chosen.removed[by] || b.mayPruneFirst(c) != (ksID{}) {
			needs = append(needs, consented(c.Object))
		}
	}
	return needs
}

// removals deletes the Kustomizations that outlive the change, parents first.
func (b *builder) removals() []step.Step {
	var steps []step.Step
	rests := b.restedOn()
	for _, k := range b.parentsFirst(b.chosen.removed.sorted()) {
		before, _ := b.from.Kustomization(k)
		s := step.Step{Kind: step.RemoveKustomization, Target: k.Object(), Needs: append(b.noLongerApplied(k), consented(k.Object())),
			Because: b.survives(k)}
		if s.Leaves = []step.Condition{gone(k.Object())}; !rests[s.Leaves[0]] {
			s.Leaves = precaution(s.Leaves...)
		}
		if b.mustSuspend(k) {
			s.Needs = append(s.Needs, stored(k, suspendField, "true"))
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
// as they are; then each owner must have acted. Once all the old ones are gone,
// or will not act, nobody can delete it any more, whatever the new one did.
func (b *builder) handedOverFully(o objectID) []step.Condition {
	done := b.takenOver(o)
	letGo := b.letGoOfObject(o)
	if needed := step.Needed(letGo); len(needed) > 0 && !slices.ContainsFunc(needed, func(c step.Condition) bool { return c.Kind == step.Forgotten }) {
		done = precaution(done...)
	}
	return append(done, letGo...)
}

// letGoOfObject says when no old owner holds an object any more, or ever acts
// again. One that can have it only on the way may never have had it.
func (b *builder) letGoOfObject(o objectID) []step.Condition {
	var done []step.Condition
	for _, k := range b.oldOwners(o) {
		c := []step.Condition{gone(k.Object())}
		switch {
		case b.sleeps(k):
			c = []step.Condition{barrier(k)}
		case b.stays(k):
			c = []step.Condition{forgotten(k, o)}
		}
		if !b.holds(k, o) {
			c = precaution(c...)
		}
		done = append(done, c...)
	}
	return done
}

// sleeps says whether an owner is suspended after the change. It forgets nothing
// then, and once a run that began under that has ended, it never acts again (V3).
func (b *builder) sleeps(k ksID) bool {
	after, stays := b.to.Kustomization(k)
	return stays && after.Spec.Suspend
}

// holds says whether an owner renders the object in From, or lists it live.
func (b *builder) holds(k ksID, o objectID) bool {
	return slices.Contains(b.fromOwners[o], k) || b.in.Observed != nil &&
		slices.ContainsFunc(b.in.Observed.Kustomizations, func(x ownership.ObservedKustomization) bool {
			return x.ID == k && slices.Contains(x.Inventory, o)
		})
}

// takenOver says when a new owner has an object. Of several one is enough: then
// the label is no old one's any more.
func (b *builder) takenOver(o objectID) []step.Condition {
	var done []step.Condition
	for _, k := range b.adoptersFirst(o) {
		switch {
		case len(b.toOwners[o]) == 1 && b.adopted(o):
			done = append(done, taken(k, o))
		case len(done) == 0:
			done = append(done, acted(k))
		default:
			done = append(done, precaution(acted(k))...)
		}
	}
	return done
}

// adoptersFirst gives the new owners, those that write their labels before
// those that do not. One that is suspended takes nothing, and nobody can wait
// for it.
func (b *builder) adoptersFirst(o objectID) []ksID {
	var adopters, others []ksID
	for _, k := range b.toOwners[o] {
		owner, _ := b.to.Kustomization(k)
		object, _ := owner.Render.Find(o)
		switch {
		case owner.Spec.Suspend:
		case adopts(object.Traits) && !owner.Spec.Ignores:
			adopters = append(adopters, k)
		default:
			others = append(others, k)
		}
	}
	return append(adopters, others...)
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
