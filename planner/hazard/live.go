package hazard

import (
	"cmp"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// live answers from an observation; its zero value has seen nothing.
type live struct {
	seen           bool
	kustomizations map[ksID]ownership.ObservedKustomization
	objects        map[objectID]ownership.ObservedObject
}

func newLive(obs *ownership.Observed) live {
	l := live{seen: obs != nil, kustomizations: make(map[ksID]ownership.ObservedKustomization),
		objects: make(map[objectID]ownership.ObservedObject)}
	if obs == nil {
		return l
	}
	for _, k := range obs.Kustomizations {
		l.kustomizations[k.ID] = k
		l.objects[k.ID.Object()] = ownership.ObservedObject{ID: k.ID.Object(), Owner: k.Owner, Traits: k.Traits, Deleting: k.Deleting}
	}
	for _, o := range obs.Objects {
		l.objects[o.ID] = o
	}
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

// differences says where the cluster is not what the state before says, as
// far as it bears on deletions.
func (f *facts) differences() []ownership.Unknown {
	var unknowns []ownership.Unknown
	for _, k := range sortedKeys(f.live.kustomizations) {
		seen := f.live.kustomizations[k]
		subject := "Kustomization " + k.String()
		before, inFrom := f.from.Kustomization(k)
		switch {
		case !inFrom && len(f.all[k]) == 0:
			if f.holdsKept(seen) {
				unknowns = append(unknowns, ownership.Unknown{Subject: subject,
					Why:    "is live and holds objects that should live, but no state declares it",
					Supply: "suspend it and remove it, or declare it"})
			}
		case seen.Deleting:
			unknowns = append(unknowns, ownership.Unknown{Subject: subject, Why: "is being deleted in the cluster already",
				Supply: "let that end, and observe again"})
		case inFrom && seen.Spec.Suspend && !before.Spec.Suspend:
			unknowns = append(unknowns, ownership.Unknown{Subject: subject,
				Why:    "is suspended in the cluster but not in " + f.from.Name + "; that was not counted as protection",
				Supply: "resume it, or declare spec.suspend"})
		}
	}
	for _, o := range f.sorted {
		if f.trusted[o] {
			unknowns = append(unknowns, ownership.Unknown{Subject: o.Display(),
				Why:    "a guard was seen on it that no manifest declares; who manages it decides whether it stays (R5.10)",
				Supply: "declare the guard in its manifest, or set it with --field-manager=fluxmigrate"})
		}
	}
	return unknowns
}

func (f *facts) holdsKept(k ownership.ObservedKustomization) bool {
	return slices.ContainsFunc(f.inventory(k.ID), f.kept)
}
