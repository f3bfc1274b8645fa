package ownership

import "slices"

// Contest is an object that several live Kustomizations list in their
// inventories.
type Contest struct {
	Object ObjectID
	By     []KustomizationID // sorted
}

// Contests lists the objects in more than one inventory (S4), sorted.
func (o *Observed) Contests() []Contest {
	holders := o.holders()
	var found []Contest
	for id, by := range holders {
		if len(by) > 1 {
			found = append(found, Contest{Object: id, By: by})
		}
	}
	slices.SortFunc(found, func(a, b Contest) int { return a.Object.Compare(b.Object) })
	return found
}

// holders gives of every object in an inventory who lists it, sorted.
func (o *Observed) holders() map[ObjectID][]KustomizationID {
	holders := make(map[ObjectID][]KustomizationID)
	for _, k := range o.Kustomizations {
		for _, id := range k.Inventory {
			holders[id] = append(holders[id], k.ID)
		}
	}
	return holders
}

// Orphans lists live objects whose owner labels name a Kustomization that is
// not there or does not list them (S3), sorted. An object that another object
// controls may have inherited the labels (an EndpointSlice has those of its
// Service) and is none.
func (o *Observed) Orphans() []ObservedObject {
	holders := o.holders()
	var found []ObservedObject
	for _, x := range o.Objects {
		inherited := slices.ContainsFunc(x.OwnedBy, func(r OwnerReference) bool { return r.Controller })
		if x.Owner != (KustomizationID{}) && !inherited && !slices.Contains(holders[x.ID], x.Owner) {
			found = append(found, x)
		}
	}
	return found
}
