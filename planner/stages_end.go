package planner

import (
	"maps"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// liveRelease takes the live guards off, under the manager that set them, those
// of earlier plans included.
func (b *builder) liveRelease() []step.Step {
	var steps []step.Step
	guards := maps.Clone(b.chosen.live)
	maps.Copy(guards, b.chosen.left)
	for _, o := range guards.sorted() {
		steps = append(steps, step.Step{
			Kind: step.UnguardObject, Target: o, Field: guardField, Needs: b.handedOverFully(o),
			Leaves: precaution(unguarded(o)), Because: "the object has its owner and nobody else holds it",
			Undo: "put the annotation back under the field manager fluxmigrate",
		})
	}
	return steps
}

// proofOfRelease waits until the last commit has taken effect.
func (b *builder) proofOfRelease() []step.Step {
	if !b.restores() {
		return nil
	}
	leaves := make(map[ksID][]step.Condition)
	guards := b.chosen.carried
	if !b.inGit {
		guards = b.chosen.guards
	}
	for o := range guards {
		for _, k := range b.toOwners[o] {
			leaves[k] = append(leaves[k], acted(k), unguarded(o))
		}
	}
	for _, k := range b.keptWindows() {
		leaves[k] = append(leaves[k], acted(k), stored(k, pruneField, "true"))
	}
	var steps []step.Step
	for _, k := range b.to.Kustomizations {
		if len(leaves[k.ID]) > 0 {
			steps = append(steps, step.Step{Kind: step.Reconcile, Target: k.ID.Object(), Leaves: append(leaves[k.ID], barrier(k.ID)),
				Needs: []step.Condition{published(revisionOf(b.to))}, Precautionary: true,
				Because: "a guard or a window that stays would keep later deletions from happening"})
		}
	}
	return steps
}

// quiet asks every new owner for one more run after the old ones settled: a
// deletion that was under way shows only then (S2). Where nothing moves it
// waits for the roots.
func (b *builder) quiet() []step.Step {
	adopted := make(map[ksID][]step.Condition)
	for _, o := range b.inTransit() {
		owners := b.toOwners[o]
		for _, k := range owners {
			adopted[k] = append(adopted[k], acted(k), barrier(k))
			if len(owners) == 1 && b.adopted(o) {
				adopted[k] = append(adopted[k], taken(k, o))
			}
		}
	}
	if len(adopted) == 0 && (b.inGit || len(b.outside) > 0) {
		for _, k := range b.to.Kustomizations {
			if k.Root && !k.Spec.Suspend {
				adopted[k.ID] = []step.Condition{acted(k.ID), barrier(k.ID)}
			}
		}
	}
	var steps []step.Step
	for _, k := range b.to.Kustomizations {
		if len(adopted[k.ID]) > 0 {
			steps = append(steps, step.Step{Kind: step.AwaitQuiet, Target: k.ID.Object(), Leaves: adopted[k.ID], Precautionary: true,
				Because: "one more run shows that everything is still there, with the UID it had"})
		}
	}
	return steps
}

// deletionsByHand are wanted deletions that the remedies made every owner forget.
func (b *builder) deletionsByHand() []step.Step {
	var steps []step.Step
	for _, d := range b.plan.Deletions {
		if k, ok := d.Object.AsKustomization(); d.By != (ksID{}) || (ok && b.chosen.removed[k]) {
			continue
		}
		steps = append(steps, step.Step{Kind: step.DeleteObject, Target: d.Object, Needs: []step.Condition{consented(d.Object)},
			Leaves: precaution(gone(d.Object)), Because: d.Because})
	}
	return steps
}

// dependsOnEdits brings a new dependsOn from an old owner to the new one
// forward into the protecting commit. It makes the dangerous order rarer and
// protects nothing by itself (P9), so every such step is precautionary.
func (b *builder) dependsOnEdits() []step.Step {
	var steps []step.Step
	for _, before := range b.from.Kustomizations {
		if _, stays := b.to.Kustomization(before.ID); !stays || !b.inGit || before.File == "" || before.Root || !b.losesByPrune(before.ID) {
			continue
		}
		for _, on := range b.newDependencies(before) {
			steps = append(steps, step.Step{Kind: step.AddDependsOn, Target: before.ID.Object(), File: before.File,
				Field: "spec.dependsOn", Value: on.String(), Precautionary: !b.chosen.ordered[before.ID],
				Because: "the change adds this dependsOn in the commit that moves objects, where an old spec may miss it; the guards protect, this only makes the bad order rarer",
				Undo:    "remove the entry"})
		}
	}
	return steps
}

// newDependencies gives what a Kustomization comes to depend on, and can depend
// on a commit earlier.
func (b *builder) newDependencies(k ownership.Kustomization) []ksID {
	var all []ksID
	after, _ := b.to.Kustomization(k.ID)
	for _, d := range after.Spec.DependsOn {
		if !dependsOn(k, d.On) && !b.reaches(d.On, k.ID) && b.exists(d.On) {
			all = append(all, d.On)
		}
	}
	return all
}

func (b *builder) losesByPrune(k ksID) bool {
	return slices.ContainsFunc(b.causes, func(c cause) bool { return c.by == k && slices.Contains(b.fromOwners[c.object], k) })
}

func dependsOn(k ownership.Kustomization, on ksID) bool {
	return slices.ContainsFunc(k.Spec.DependsOn, func(d ownership.Dependency) bool { return d.On == on })
}

func (b *builder) exists(k ksID) bool {
	_, ok := b.from.Kustomization(k)
	return ok
}

// reaches says whether one Kustomization depends on another in From, over any
// number of edges: one more edge back would be a cycle, which silences the
// whole source (R1.6).
func (b *builder) reaches(from, target ksID) bool {
	seen := make(map[ksID]bool)
	var visit func(ksID) bool
	visit = func(k ksID) bool {
		if k == target || seen[k] {
			return k == target
		}
		seen[k] = true
		ks, _ := b.from.Kustomization(k)
		return slices.ContainsFunc(ks.Spec.DependsOn, func(d ownership.Dependency) bool { return visit(d.On) })
	}
	return visit(from)
}
