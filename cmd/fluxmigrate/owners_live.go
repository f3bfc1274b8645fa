package main

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// What liveOwner.Read may be.
const (
	there   = "there"
	missing = "missing"
	notRead = "not read"
)

// liveOwner is what a cluster says about an object of a state.
type liveOwner struct {
	Read string `json:"read"`
	// Owner is that of the owner labels, "" without.
	Owner       string                      `json:"owner"`
	Inventories []ownership.KustomizationID `json:"inventories"`
	UID         string                      `json:"uid,omitempty"`
	Guarded     bool                        `json:"guarded"`
	Deleting    bool                        `json:"deleting"`
	// Next says, a sentence each, what the next runs do about it.
	Next []string `json:"next"`

	skipped bool   // no run applies it
	gone    bool   // the owner is not there
	guard   string // what becomes of the guard
}

// addLive adds what the cluster says to every object of the state, and the
// objects that only the cluster has.
func (d *ownersDocument) addLive(live *ownership.Observed) {
	holders := map[ownership.ObjectID][]ownership.KustomizationID{}
	for _, k := range live.Kustomizations {
		for _, id := range k.Inventory {
			holders[id] = append(holders[id], k.ID)
		}
	}
	rendered := len(d.Objects)
	for _, id := range onlyLive(d.Objects, live, holders) {
		d.Objects = append(d.Objects, ownedObject{Object: id, Owners: []ownership.KustomizationID{}, Files: []string{}, notRendered: true})
	}
	for i := range d.Objects {
		o := &d.Objects[i]
		o.Live = liveOwnerOf(o.Object, live)
		o.Live.Inventories = nonNil(holders[o.Object])
		o.Live.Next = nonNil(contention{*o, live}.next())
	}
	d.Objects, d.others = d.Objects[:rendered:rendered], d.Objects[rendered:]
	for _, u := range live.Unknowns {
		d.Unknowns = append(d.Unknowns, planner.Unknown(u))
	}
}

// onlyLive lists what inventories and owner labels in the cluster are about and
// nothing of the state renders.
func onlyLive(known []ownedObject, live *ownership.Observed, holders map[ownership.ObjectID][]ownership.KustomizationID) []ownership.ObjectID {
	is := map[ownership.ObjectID]bool{}
	for _, o := range known {
		is[o.Object] = true
	}
	var only []ownership.ObjectID
	for _, x := range live.Objects {
		if x.Owner != (ownership.KustomizationID{}) && !is[x.ID] {
			is[x.ID], only = true, append(only, x.ID)
		}
	}
	for id := range holders {
		if !is[id] {
			only = append(only, id)
		}
	}
	slices.SortFunc(only, ownership.ObjectID.Compare)
	return only
}

func liveOwnerOf(id ownership.ObjectID, live *ownership.Observed) *liveOwner {
	x, found := live.Object(id)
	switch {
	case found:
		o := &liveOwner{Read: there, UID: x.UID, Guarded: x.Traits.Guarded(), Deleting: x.Deleting, skipped: x.Traits.ReconcileDisabled}
		if x.Owner != (ownership.KustomizationID{}) {
			o.Owner = x.Owner.String()
			o.gone = !slices.ContainsFunc(live.Kustomizations, func(k ownership.ObservedKustomization) bool { return k.ID == x.Owner })
		}
		if o.Guarded {
			o.guard = fateOfGuard(x, live)
		}
		return o
	case slices.Contains(live.Missing, id):
		return &liveOwner{Read: missing}
	}
	return &liveOwner{Read: notRead}
}

// fateOfGuard says whether the guard of an object outlives a run of an owner
// whose manifest does not set it.
func fateOfGuard(x ownership.ObservedObject, live *ownership.Observed) string {
	var overrides []string
	for _, c := range live.Controllers {
		overrides = append(overrides, c.OverrideManagers...)
	}
	switch stays, known := x.GuardStays(overrides); {
	case !known:
		return "it is guarded against deletion; who set the guard, and so whether it lasts, was not read (R5.10)"
	case stays:
		return "it is guarded against deletion, and the guard lasts (R5.11)"
	}
	return "it is guarded against deletion, until the next run of an owner whose manifest has no guard (R5.10)"
}

// withoutOthers leaves out what could not be read where none of the objects
// lies.
func (d *ownersDocument) withoutOthers() {
	d.Unknowns = slices.DeleteFunc(d.Unknowns, func(u planner.Unknown) bool {
		place, ok := ownership.PlaceOf(u.Subject)
		return ok && !slices.ContainsFunc(d.Objects, func(o ownedObject) bool { return place.Holds(o.Object) })
	})
}
