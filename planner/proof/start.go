package proof

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// starts gives the states that an object may be in at the start: as it was
// seen, or as From makes it.
func (m *maker) starts(o objectID) []scene.Live {
	x, seen := m.live.objects[o]
	_, isKustomization := o.AsKustomization()
	switch {
	case seen:
		return m.seenStarts(o, x)
	case m.live.missing[o], isKustomization && m.live.seen:
		return []scene.Live{{Owner: -1}}
	}
	if _, exists := m.fromOwners[o]; !exists {
		return []scene.Live{{Owner: -1}}
	}
	starts := m.assumedStarts(o)
	for _, k := range m.live.holders[o] { // its labels were not read
		starts = add(starts, scene.Live{Exists: true, Owner: m.index(k)})
	}
	return starts
}

func add(all []scene.Live, one scene.Live) []scene.Live {
	if slices.Contains(all, one) {
		return all
	}
	return append(all, one)
}

// assumedStarts takes the label to be that of any owner in From that takes the
// object (R5.3). Where none does, it was created by one that found it missing,
// or by somebody else, and may be marked as the manifest is.
func (m *maker) assumedStarts(o objectID) []scene.Live {
	var takes, creates, skips []scene.Live
	for _, k := range m.fromOwners[o] {
		before, _ := m.from.Kustomization(k)
		object, _ := before.Render.Find(o)
		put, live := putOf(&object, before.Spec), scene.Live{Exists: true, Owner: m.index(k)}
		switch put.Take {
		case scene.Takes:
			live.Guard = put.Guard
			takes = add(takes, live)
		case scene.IfAbsent:
			live.Guard = put.Guard
			creates = add(creates, live)
		default:
			skips = add(skips, live)
			live.Frozen = true
			skips = add(skips, live)
		}
	}
	switch {
	case len(takes) > 0:
		return takes
	case len(creates) > 0:
		return creates
	case len(skips) > 0:
		return append(skips, scene.Live{Exists: true, Owner: -1})
	}
	return []scene.Live{{Exists: true, Owner: -1}} // a root
}

// seenStarts takes the object as it was seen. A guard of which nobody knows
// who manages it may stay or go (R5.10, R5.11).
func (m *maker) seenStarts(o objectID, x ownership.ObservedObject) []scene.Live {
	k, isKustomization := o.AsKustomization()
	if x.Deleting && !(isKustomization && m.index(k) >= 0) {
		m.unknown("%s is being deleted already", o.Display())
	}
	start := scene.Live{Exists: true, Owner: m.index(x.Owner), Frozen: m.frozen(x)}
	if start.Frozen || !x.Traits.PruneDisabled {
		return []scene.Live{start}
	}
	x.Traits.ReconcileDisabled = false
	stays, known := x.GuardStays(m.live.overrides)
	declared := m.declaresGuard(x.Owner, o)
	start.HandGuard, start.Guard = stays, declared || !stays
	starts := []scene.Live{start}
	if !known {
		start.HandGuard, start.Guard = true, declared
		starts = add(starts, start)
	}
	return starts
}

// frozen says whether the live object is marked so that nobody applies or
// prunes it (R5.6, R6.4). ssa: Ignore keeps it from prune since v1.8.5.
func (m *maker) frozen(x ownership.ObservedObject) bool {
	if x.Traits.ReconcileDisabled {
		return true
	}
	if !strings.EqualFold(x.Traits.SSA, "Ignore") {
		return false
	}
	if excludes, known := ownership.VersionAtLeast(m.q.Controller, 8, 5); !excludes || !known {
		m.unknown("%s is marked ssa: Ignore, which keeps it from being applied, and from prune since v1.8.5 only", x.ID.Display())
	}
	return true
}

func (m *maker) declaresGuard(k ksID, o objectID) bool {
	before, _ := m.from.Kustomization(k)
	object, ok := before.Render.Find(o)
	return ok && object.Traits.PruneDisabled
}

// begin says where a Kustomization is at the start.
func (m *maker) begin(i int, k ksID) {
	s := &m.s.Kustomizations[i]
	s.Start = scene.Status{Applied: -1, Inventory: []int{}}
	m.began = append(m.began, 0)
	before, was := m.from.Kustomization(k)
	x, seen := m.live.kustomizations[k]
	switch {
	case m.actors[k] == nil:
	case seen:
		m.beginSeen(i, before, was, x)
	case m.live.seen && was && !m.live.missing[k.Object()]:
		m.unknown("%s was not seen in the cluster, and %s has it", k, m.from.Name)
	case was && !m.live.seen:
		m.beginAssumed(i, before)
	}
	m.began[i] = s.Start.Spec
}

// beginAssumed takes it to have applied From. What it holds while it is
// suspended or does not build, nobody knows; that matters if it can delete.
func (m *maker) beginAssumed(i int, before ownership.Kustomization) {
	s := &m.s.Kustomizations[i].Start
	s.Spec = m.actors[before.ID].find(before.Spec.Digest)
	m.doubt = cmp.Or(m.doubt, m.staleInventory(before.ID))
	if !before.Render.Builds() {
		return
	}
	s.Applied, s.Ready = 0, true
	for n, o := range m.objects {
		if _, lists := before.Render.Find(o); lists {
			s.Inventory = append(s.Inventory, n)
		}
	}
}

// staleInventory says why nobody knows what a Kustomization holds; "" where it
// is known, or it never deletes anything.
func (f *facts) staleInventory(k ksID) string {
	before, was := f.from.Kustomization(k)
	if _, seen := f.live.kustomizations[k]; seen || !was {
		return ""
	}
	why := ""
	switch {
	case before.Spec.Suspend:
		why = "is suspended"
	case before.Render.Missing:
		why = "has a path that does not exist"
	case before.Render.Failed != "":
		why = "does not build"
	case before.Render.Unknown != "" && !(f.unchanged(f.actors[k]) && f.neverGoes(k)):
		why = "renders nobody knows what"
	default:
		why = f.heldUp(k)
	}
	if why == "" || !f.mayDelete(k) {
		return ""
	}
	return k.String() + " " + why + " in " + f.from.Name + ", so nobody knows what its inventory holds, and it can delete that later; its live state tells"
}

// mayDelete says whether some run of a Kustomization, or its finalizer, may
// delete something. A spec that is resumed by hand counts as not suspended.
func (f *facts) mayDelete(k ksID) bool {
	a := f.actors[k]
	resumed := f.script.suspended[k]
	return slices.ContainsFunc(a.seen, func(v view) bool {
		if v.Spec.Suspend && !resumed {
			return false
		}
		prunes := v.Spec.Prune && v.Render.Failed == "" && !v.Render.Missing
		return prunes || finalizerDeletes(v.Spec) && !f.lasting(k)
	})
}
