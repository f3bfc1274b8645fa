package proof

import (
	"cmp"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// live answers from an observation; without one it has seen nothing.
type live struct {
	seen           bool
	kustomizations map[ksID]ownership.ObservedKustomization
	objects        map[objectID]ownership.ObservedObject
	missing        map[objectID]bool
	holders        map[objectID][]ksID // who lists an object
	overrides      []string            // of --override-manager (R5.10)
}

func newLive(obs *ownership.Observed) live {
	l := live{seen: obs != nil, kustomizations: make(map[ksID]ownership.ObservedKustomization),
		objects: make(map[objectID]ownership.ObservedObject), missing: make(map[objectID]bool), holders: make(map[objectID][]ksID)}
	if obs == nil {
		return l
	}
	for _, k := range obs.Kustomizations {
		k.Inventory = inCluster(k)
		l.kustomizations[k.ID] = k
		for _, o := range k.Inventory {
			l.holders[o] = append(l.holders[o], k.ID)
		}
		l.objects[k.ID.Object()] = ownership.ObservedObject{ID: k.ID.Object(), Owner: k.Owner, Traits: k.Traits, Deleting: k.Deleting,
			Managers: k.Managers, ManagersKnown: len(k.Managers) > 0}
	}
	for _, o := range obs.Objects {
		l.objects[o.ID] = o
	}
	for _, o := range obs.Missing {
		l.missing[o] = true
	}
	for _, c := range obs.Controllers {
		l.overrides = append(l.overrides, c.OverrideManagers...)
	}
	return l
}

// inCluster gives an inventory with the cluster that its spec names: an entry
// does not say which it is of (R8.7).
func inCluster(k ownership.ObservedKustomization) []objectID {
	ids := slices.Clone(k.Inventory)
	for i := range ids {
		ids[i].Cluster = cmp.Or(ids[i].Cluster, k.Spec.Cluster)
	}
	slices.SortFunc(ids, objectID.Compare)
	return ids
}

// lists says whether a Kustomization was seen to list an object.
func (l live) lists(k ksID, o objectID) bool { return slices.Contains(l.holders[o], k) }
