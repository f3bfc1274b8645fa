package hazard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// live answers from an observation; its zero value has seen nothing.
type live struct {
	seen           bool
	observed       *ownership.Observed // nil where nobody looked
	kustomizations map[ksID]ownership.ObservedKustomization
	objects        map[objectID]ownership.ObservedObject
	owned          []ownership.ObservedObject // those with ownerReferences, sorted
	controllers    []ownership.Controller
	overrides      []string // of --override-manager, of any controller (R5.10)
	version        string   // of kustomize-controller; "" where not seen
}

func newLive(obs *ownership.Observed) live {
	l := live{seen: obs != nil, observed: obs, kustomizations: make(map[ksID]ownership.ObservedKustomization),
		objects: make(map[objectID]ownership.ObservedObject)}
	if obs == nil {
		return l
	}
	for _, k := range obs.Kustomizations {
		l.kustomizations[k.ID] = k
		l.objects[k.ID.Object()] = ownership.ObservedObject{ID: k.ID.Object(), Owner: k.Owner, Traits: k.Traits, Deleting: k.Deleting,
			Managers: k.Managers, ManagersKnown: len(k.Managers) > 0}
	}
	for _, o := range obs.Objects {
		l.objects[o.ID] = o
		if len(o.OwnedBy) > 0 {
			l.owned = append(l.owned, o)
		}
	}
	for _, c := range obs.Controllers {
		l.overrides = append(l.overrides, c.OverrideManagers...)
	}
	l.controllers, l.version = obs.Controllers, obs.Versions.KustomizeController
	return l
}

// inventory gives what a Kustomization was seen to hold. An entry does not say
// which cluster it is of; the spec does (R8.7).
func (f *facts) inventory(k ksID) []objectID {
	seen := f.live.kustomizations[k]
	ids := slices.Clone(seen.Inventory)
	before, _ := f.from.Kustomization(k)
	for i := range ids {
		ids[i].Cluster = cmp.Or(ids[i].Cluster, seen.Spec.Cluster, before.Spec.Cluster)
	}
	return ids
}

// spec gives the spec that was seen of a Kustomization, as far as it decides
// about deletions, where that deletes more than the state before says: there
// the protection that Git declares has not reached the cluster, and a run may
// see the spec that is live (R2.1). With another path or source what it
// renders is not known; that is a difference and no view.
func (l live) spec(before ownership.Kustomization) (ownership.Spec, bool) {
	seen, ok := l.kustomizations[before.ID]
	spec := before.Spec
	if !ok || seen.Spec.Path != spec.Path || seen.Spec.Source != spec.Source || seen.Spec.Cluster != spec.Cluster {
		return spec, false
	}
	spec.Prune, spec.Suspend, spec.DeletionPolicy = seen.Spec.Prune, seen.Spec.Suspend, seen.Spec.DeletionPolicy
	more := spec.Prunes() && !before.Spec.Prunes() || spec.FinalizerDeletes() && !before.Spec.FinalizerDeletes()
	return spec, more
}

// addLiveViews adds the views with a spec that was seen beside those with the
// spec that the state before declares.
func (f *facts) addLiveViews() {
	for _, before := range f.from.Kustomizations {
		spec, more := f.live.spec(before)
		if !more {
			continue
		}
		for _, v := range f.all[before.ID] {
			if v.Spec.Digest == before.Spec.Digest {
				v.Spec, v.SpecAt = spec, f.from.At
				f.all[before.ID] = append(f.all[before.ID], v)
			}
		}
	}
}

// unprotected says of a view that has a spec which was seen what of it the
// state before declares otherwise; "" of any other view.
func (f *facts) unprotected(v view) string {
	before, ok := f.from.Kustomization(v.Kustomization)
	spec, more := f.live.spec(before)
	if !ok || !more || v.SpecAt != f.from.At || v.Spec.Prune != spec.Prune || v.Spec.Suspend != spec.Suspend || v.Spec.DeletionPolicy != spec.DeletionPolicy {
		return ""
	}
	var fields []string
	if spec.Suspend != before.Spec.Suspend {
		fields = append(fields, "suspend: true")
	}
	if spec.Prune != before.Spec.Prune {
		fields = append(fields, "prune: false")
	}
	if spec.DeletionPolicy != before.Spec.DeletionPolicy {
		fields = append(fields, "deletionPolicy: "+cmp.Or(before.Spec.DeletionPolicy, ownership.MirrorPrune))
	}
	return fmt.Sprintf("%s of %s, which would keep %s from it, is not in the cluster", strings.Join(fields, " and "), f.from.Name, v.Kustomization)
}
