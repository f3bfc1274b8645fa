package hazard

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// skips says whether a run that renders an object with these traits leaves an
// existing object untouched, its owner labels included (R5.6).
func skips(t ownership.Traits) bool {
	return t.ReconcileDisabled || strings.EqualFold(t.SSA, "Ignore") || strings.EqualFold(t.SSA, "IfNotPresent")
}

// guards says whether applying a manifest with these traits leaves a guard on
// the live object (R6.4). One with reconcile: disabled or ssa: Ignore is never
// applied, so it puts no guard anywhere.
func guards(t ownership.Traits) bool {
	return t.PruneDisabled && !t.ReconcileDisabled && !strings.EqualFold(t.SSA, "Ignore")
}

// takes says whether a run with this view makes its Kustomization the owner
// of an existing object.
func takes(v view, o objectID) bool {
	x, ok := v.Render.Find(o)
	return ok && v.Render.Builds() && !v.Spec.Suspend && !skips(x.Traits)
}

// holds says whether the inventory of a Kustomization lists an object after a
// view. Of the state before that is assumed even of a suspended one.
func (f *facts) holds(v view, o objectID) bool {
	if f.first(v) && slices.Contains(f.inventory(v.Kustomization), o) {
		return true
	}
	_, ok := v.Render.Find(o)
	return ok && v.Render.Builds() && (!v.Spec.Suspend || f.first(v))
}

// labelled says whether the owner labels of an object can name a Kustomization
// at the start. A contested label is anyone's (R5.3), but not that of an owner
// whose manifest skips the object where another's does not.
func (f *facts) labelled(k ksID, o objectID) bool {
	if x, ok := f.live.objects[o]; ok && f.live.seen && x.Owner == k {
		return true
	}
	before, ok := f.from.Kustomization(k)
	x, renders := before.Render.Find(o)
	if !ok || !renders {
		_, seen := f.live.objects[o]
		return slices.Contains(f.inventory(k), o) && !seen
	}
	if !skips(x.Traits) {
		return true
	}
	return !slices.ContainsFunc(f.fromOwners[o], func(other ksID) bool {
		b, _ := f.from.Kustomization(other)
		x, _ := b.Render.Find(o)
		return !skips(x.Traits) && !b.Spec.Suspend && !b.Spec.Ignores
	})
}

// deletable says whether a Kustomization may delete an object that is in its
// inventory, after views that the filter lets pass: the label can be its own,
// and not every manifest that makes it so carries a guard (R6.3, R6.4, H10).
func (f *facts) deletable(k ksID, o objectID, before func(view) bool) bool {
	if f.guardedByOthers(k, o) {
		return false
	}
	if f.labelled(k, o) && !f.guardedAtFirst(k, o) {
		return true
	}
	return slices.ContainsFunc(f.views[k], func(v view) bool {
		x, _ := v.Render.Find(o)
		return before(v) && (takes(v, o) || f.creates(v, o)) && !guards(x.Traits)
	})
}

// creates says whether a run with this view makes an object that the state
// before lacks, although its manifest says to skip an existing one.
func (f *facts) creates(v view, o objectID) bool {
	x, ok := v.Render.Find(o)
	if _, existed := f.fromOwners[o]; !ok || existed {
		return false
	}
	return v.Render.Builds() && !v.Spec.Suspend && strings.EqualFold(x.Traits.SSA, "IfNotPresent") && !x.Traits.ReconcileDisabled
}

// guardedAtFirst says whether the live object carries a guard at the start.
func (f *facts) guardedAtFirst(k ksID, o objectID) bool {
	if x, ok := f.live.objects[o]; ok {
		return f.live.excluded(x.Traits)
	}
	before, _ := f.from.Kustomization(k)
	x, ok := before.Render.Find(o)
	return ok && guards(x.Traits)
}

// guardedByOthers says whether the live object carries a guard that none of
// the manifests of a Kustomization sets, so that none takes it away (R5.11).
// Who manages it decides that; where nobody was seen to, it is trusted, and
// unknown.go says so.
func (f *facts) guardedByOthers(k ksID, o objectID) bool {
	x, ok := f.live.objects[o]
	if !ok || !f.live.excluded(x.Traits) || f.declaresGuard(o) {
		return false
	}
	if f.live.skipped(o) {
		return true // no run touches it, its guard included (R5.6, R5.10)
	}
	stays, known := x.GuardStays(f.live.overrides)
	f.trusted[o] = f.trusted[o] || !known
	return stays || !known
}

// declaresGuard says whether some manifest of the object puts a guard on it.
func (f *facts) declaresGuard(o objectID) bool {
	return slices.ContainsFunc(f.renderers[o], func(owner ksID) bool {
		return slices.ContainsFunc(f.all[owner], func(v view) bool {
			x, ok := v.Render.Find(o)
			return ok && guards(x.Traits)
		})
	})
}
