package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// letGoOf says when pruning may come back to an owner: it holds nothing any
// more that moved away from it. What goes for good it would only delete before
// anybody agreed to that.
func (b *builder) letGoOf(k ksID) []step.Condition {
	if _, stays := b.to.Kustomization(k); !stays {
		return []step.Condition{gone(k.Object())}
	}
	var done []step.Condition
	before, _ := b.from.Kustomization(k)
	for _, o := range before.Render.Objects {
		switch after, lives := b.toOwners[o.ID]; {
		case slices.Contains(after, k):
		case lives:
			done = append(done, forgotten(k, o.ID))
		default:
			done = append(done, precaution(forgotten(k, o.ID))...)
		}
	}
	return done
}

// restedOn gives what must have been seen before protection is taken off.
func (b *builder) restedOn() map[step.Condition]bool {
	rests := make(map[step.Condition]bool)
	for _, s := range slices.Concat(b.resumes(), b.liveRelease(), b.commitRelease()) {
		for _, c := range step.Needed(s.Needs) {
			rests[c] = true
		}
	}
	return rests
}

// letGoWaits waits for the old owners, where something rests on that. It comes
// before the wait for the new ones: an old owner that has not let go may take
// the label back after it was seen (H6).
func (b *builder) letGoWaits() []step.Step {
	var steps []step.Step
	all := b.handover()
	for _, k := range awaited(all) {
		if letGo := lettingGoIn(all[k]); len(step.Needed(letGo)) > 0 {
			steps = append(steps, step.Step{Kind: step.AwaitOwned, Target: k.Object(), Needs: b.asleep(k), Leaves: letGo, Because: b.waitReason(k)})
		}
	}
	return steps
}

// handoverWaits waits for the new owners, and for old ones that nothing rests on.
func (b *builder) handoverWaits() []step.Step {
	var steps []step.Step
	all := b.handover()
	for _, k := range awaited(all) {
		leaves := all[k]
		if len(step.Needed(lettingGoIn(leaves))) > 0 {
			leaves = slices.DeleteFunc(leaves, isLettingGo)
		}
		if len(leaves) == 0 {
			continue
		}
		s := step.Step{Kind: step.AwaitOwned, Target: k.Object(), Leaves: leaves, Because: adoptReason}
		switch {
		case !onlyLooks(s):
		case b.sleeps(k) && slices.ContainsFunc(leaves, isLettingGo):
			s.Needs, s.Because = precaution(b.asleep(k)...), "nothing rests on it; it shows that the old owner, which is suspended now, does not act any more"
		case slices.ContainsFunc(leaves, isLettingGo):
			s.Because = "nothing rests on it; it shows that the old owner has let go of everything"
		default:
			s.Because = "nothing rests on it; it shows that the change has arrived, which ready alone does not"
		}
		steps = append(steps, s)
	}
	return steps
}

const adoptReason = "ready alone proves nothing: only the owner labels and the unchanged UID show that it took over"

// isLettingGo says whether a condition shows that an old owner is done with what
// it held: of those, only one that is suspended is asked for a run.
func isLettingGo(c step.Condition) bool {
	return c.Kind == step.Forgotten || c.Kind == step.Gone || c.Kind == step.Barrier
}

// asleep says what has to be seen of a suspended old owner before it is asked
// for a run: a run that began before may still act.
func (b *builder) asleep(k ksID) []step.Condition {
	if !b.sleeps(k) {
		return nil
	}
	return []step.Condition{stored(k, suspendField, "true")}
}

func lettingGoIn(conditions []step.Condition) []step.Condition {
	return slices.DeleteFunc(slices.Clone(conditions), func(c step.Condition) bool { return !isLettingGo(c) })
}

func awaited(all map[ksID][]step.Condition) []ksID {
	set := setOf[ksID]{}
	for k := range all {
		set[k] = true
	}
	return set.sorted()
}

// handover gives what shows that everything has arrived, for each
// Kustomization, old and new; marked, where nothing rests on it. What another
// step sees is left out.
func (b *builder) handover() map[ksID][]step.Condition {
	all := make(map[ksID][]step.Condition)
	rests := b.restedOn()
	again := false // what was seen of new owners has to be seen after old ones let go
	for c := range rests {
		again = again || c.Kind == step.Forgotten || c.Kind == step.Barrier
	}
	for _, c := range b.arrivals() {
		k := c.Kustomization
		if c.Kind == step.Gone {
			k, _ = c.Object.AsKustomization()
		}
		switch {
		case c.Kind == step.Gone && b.chosen.removed[k], c.Kind == step.Forgotten && b.isHeld(k):
		case b.isAwaitedParent(k) && (c.Kind == step.Gone || c.Kind == step.Acted && !again):
		case rests[c]:
			all[k] = append(all[k], c)
		default:
			all[k] = append(all[k], precaution(c)...)
		}
	}
	return all
}

func (b *builder) arrivals() []step.Condition {
	var all []step.Condition
	for _, o := range b.inTransit() {
		all = append(all, b.handedOverFully(o)...)
	}
	for _, k := range b.windows() {
		all = append(all, b.letGoOf(k)...)
	}
	return all
}

func (b *builder) waitReason(k ksID) string {
	if b.sleeps(k) {
		return "it is suspended now and forgets nothing; a run that began before that may still write its labels back, or delete"
	}
	if _, stays := b.to.Kustomization(k); !stays {
		return "until it is gone it may still write its labels back, or delete"
	}
	return "until it has forgotten what moved away it may still delete it"
}
