package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// ownersInDanger looks at what the live object names in its ownerReferences,
// where From renders that: how many of those the change may end, and why the
// object goes along; "" as long as one of them is kept (R10.5).
func (v *validator) ownersInDanger(o ownership.ObjectID, path []ownership.ObjectID) (ending int, why string) {
	for _, owner := range v.liveOwners(o) {
		if !v.atRisk[owner] && !v.goes[owner] {
			return ending, ""
		}
		ending++
		danger := v.inDanger(owner, path)
		if danger == "" {
			return ending, ""
		}
		why = owner.Display() + " takes it along: " + danger
	}
	return ending, why
}

func (v *validator) liveOwners(o ownership.ObjectID) []ownership.ObjectID {
	if v.in.Observed == nil {
		return nil
	}
	x, _ := v.in.Observed.Object(o)
	var found []ownership.ObjectID
	for owner := range v.before {
		if owner.Cluster == o.Cluster && slices.ContainsFunc(x.OwnedBy, func(r ownership.OwnerReference) bool {
			return r.Group == owner.Group && r.Kind == owner.Kind && r.Name == owner.Name && (owner.Namespace == "" || owner.Namespace == o.Namespace)
		}) {
			found = append(found, owner)
		}
	}
	slices.SortFunc(found, ownership.ObjectID.Compare)
	return found
}
