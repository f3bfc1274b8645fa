package ownership

import "slices"

// fates judges what becomes of the objects that only the state before desires.
type fates struct {
	from, to *Desired
	owners   map[ObjectID][]KustomizationID // in from
}

// of gives Dropped, Orphaned or Undecided for an object of from that to lacks.
func (f fates) of(id ObjectID) ChangeKind {
	switch {
	case unclear(f.to, f.owners, id):
		return Undecided
	case f.dies(id, nil):
		return Dropped
	}
	return Orphaned
}

// dies says whether some owner deletes the object. A root without owners is
// taken to be removed by whoever made it. A guard saves an object only if
// every owner renders it, as the last one to apply decides what is live (R5.1).
func (f fates) dies(id ObjectID, seen []KustomizationID) bool {
	owners := f.owners[id]
	if len(owners) == 0 {
		return true
	}
	guarded := func(owner KustomizationID) bool {
		k, _ := f.from.Kustomization(owner)
		o, _ := k.Render.Find(id)
		return o.Traits.Guarded()
	}
	if !slices.ContainsFunc(owners, func(k KustomizationID) bool { return !guarded(k) }) {
		return false
	}
	return slices.ContainsFunc(owners, func(owner KustomizationID) bool { return f.deletes(owner, id, seen) })
}

// deletes says whether the owner deletes the object that it no longer renders:
// by prune if the owner stays (R0.2), where a change of kubeConfig makes it look
// in the wrong cluster (R8.7); by its finalizer if it goes too (R0.3), which
// needs somebody to delete the owner in turn. If nobody does, the owner lives
// on with its old spec; what it then renders is a matter of views, not of Diff.
func (f fates) deletes(owner KustomizationID, id ObjectID, seen []KustomizationID) bool {
	if after, kept := f.to.Kustomization(owner); kept {
		return after.Spec.Prunes() && after.Render.Builds() && after.Spec.Cluster == id.Cluster
	}
	before, _ := f.from.Kustomization(owner)
	if slices.Contains(seen, owner) || owner.Object() == id {
		// It renders itself, maybe through others: while alive it prunes what
		// it no longer renders (R8.4).
		return before.Spec.Prunes()
	}
	return before.Spec.FinalizerDeletes() && f.dies(owner.Object(), append(seen, owner))
}

// unclear says whether the object, which one state has with those owners,
// may be in the other state as well, because the render of one of them is not
// known there, or it is not known there whether that owner exists.
func unclear(other *Desired, owners map[ObjectID][]KustomizationID, id ObjectID) bool {
	var seen []KustomizationID
	var walk func(ObjectID) bool
	walk = func(id ObjectID) bool {
		for _, owner := range owners[id] {
			if k, ok := other.Kustomization(owner); ok {
				if !k.Render.Known() {
					return true
				}
				continue
			}
			if slices.Contains(seen, owner) {
				continue
			}
			seen = append(seen, owner)
			if walk(owner.Object()) {
				return true
			}
		}
		return false
	}
	return walk(id)
}
