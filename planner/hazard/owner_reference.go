package hazard

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// dependants gives what the garbage collector deletes once an object is gone:
// what names it, live, in its ownerReferences, if all that it names there can
// go (R10.5).
func (f *facts) dependants(e *end) []*end {
	var ends []*end
	for _, x := range f.live.owned {
		if x.ID.Cluster != e.object.Cluster || x.ID == e.object || !f.names(x, e.object) || f.otherOwnerStays(x) {
			continue
		}
		ends = append(ends, &end{object: x.ID, how: ByCascade, via: e.object, cause: e, at: e.at, held: e.held, place: f.to.At})
	}
	return ends
}

// names says whether one of the ownerReferences is to the object: in the same
// namespace or in none, and, where both are known, of the same UID.
func (f *facts) names(x ownership.ObservedObject, owner objectID) bool {
	return slices.ContainsFunc(x.OwnedBy, func(r ownership.OwnerReference) bool { return f.isOwner(r, x.ID, owner) })
}

func (f *facts) isOwner(r ownership.OwnerReference, of, owner objectID) bool {
	uid := f.live.objects[owner].UID
	return r.Group == owner.Group && r.Kind == owner.Kind && r.Name == owner.Name &&
		(owner.Namespace == "" || owner.Namespace == of.Namespace) && (uid == "" || r.UID == "" || uid == r.UID)
}

// otherOwnerStays says whether an object names one that nothing is known to
// delete. Ends are found one after the other; the last owner's end finds that
// all are gone.
func (f *facts) otherOwnerStays(x ownership.ObservedObject) bool {
	return slices.ContainsFunc(x.OwnedBy, func(r ownership.OwnerReference) bool {
		return !slices.ContainsFunc(f.doomed, func(e *end) bool { return f.isOwner(r, x.ID, e.object) })
	})
}

// ruleBehindCascade tells a Namespace or CustomResourceDefinition from an owner.
func (f *facts) ruleBehindCascade(e *end) string {
	if isNamespace(e.via) || f.objects[e.via].Defines != (ownership.GroupKind{}) {
		return "FM-017"
	}
	return "FM-039"
}
