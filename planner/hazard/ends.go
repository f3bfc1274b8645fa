package hazard

import (
	"cmp"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// byMaker is the end of a root that whoever made it removes. It is never the
// end of anything else and never shows in a Loss.
const byMaker How = "maker"

// end is one way in which one object, kept or not, can end.
type end struct {
	object objectID
	by     ksID // who deletes it; zero for a cascade and for a root's maker
	how    How
	via    objectID // ByFinalizer: by's own object; ByCascade: the Namespace or CRD
	at     view     // of by, in which it happens
	held   view     // of by, after which its inventory listed the object
	cause  *end     // of via
	// place is the last position at which by may be, if that is known; the
	// last one of the transition if not.
	place ownership.Position
}

// key tells ends apart. Views do not: the best is kept.
type endKey struct {
	object objectID
	by     ksID
	how    How
	via    objectID
	place  ownership.Position
}

// findEnds finds every way in which any object can end: first by prune, then
// what follows from each end, until nothing new follows.
func (f *facts) findEnds() {
	queue := append(f.prunes(), f.removedRoots()...)
	slices.SortStableFunc(queue, func(a, b *end) int {
		return cmp.Or(cmp.Compare(a.mixed(), b.mixed()), a.object.Compare(b.object), a.by.Compare(b.by))
	})
	known := make(map[endKey]bool)
	for len(queue) > 0 {
		e := queue[0]
		queue = queue[1:]
		key := endKey{e.object, e.by, e.how, e.via, e.place}
		if known[key] {
			continue
		}
		known[key] = true
		f.ends[e.object] = append(f.ends[e.object], e)
		f.doomed = append(f.doomed, e)
		queue = append(queue, f.consequences(e)...)
		queue = append(queue, f.dependants(e)...)
	}
}

// mixed counts the views of an end that are of two commits; fewer are easier
// to believe.
func (e *end) mixed() int {
	n := 0
	for _, v := range []view{e.at, e.held} {
		if v.Mixed() {
			n++
		}
	}
	return n
}

// prunes finds every (Kustomization, object) that a run may prune (R0.2).
func (f *facts) prunes() []*end {
	var ends []*end
	for _, k := range f.ids {
		for _, o := range f.mayHold(k) {
			ends = append(ends, f.prunesOf(k, o)...)
		}
	}
	return ends
}

// mayHold gives every object that may get into the inventory.
func (f *facts) mayHold(k ksID) []objectID {
	var ids []objectID
	for _, v := range f.views[k] {
		for _, o := range v.Render.Objects {
			ids = append(ids, o.ID)
		}
	}
	ids = append(ids, f.inventory(k)...)
	slices.SortFunc(ids, objectID.Compare)
	return slices.Compact(ids)
}

// prunesOf gives one end for each place at which the object can be pruned.
func (f *facts) prunesOf(k ksID, o objectID) []*end {
	best := make(map[ownership.Position]*end)
	var places []ownership.Position
	for _, at := range f.views[k] {
		held, ok := f.heldBefore(at, o)
		if !ok || !f.pruneable(at, o) {
			continue
		}
		e := &end{object: o, by: k, how: ByPrune, at: at, held: held,
			place: ownership.Position{Commit: at.ArtifactAt, Switch: at.SpecAt.Switch}}
		if b := best[e.place]; b == nil {
			best[e.place], places = e, append(places, e.place)
		} else if e.mixed() < b.mixed() {
			best[e.place] = e
		}
	}
	ends := make([]*end, len(places))
	for i, p := range places {
		ends[i] = best[p]
	}
	return ends
}

// pruneable says whether a run with this view prunes the object if its
// inventory lists it.
func (f *facts) pruneable(at view, o objectID) bool {
	if !at.Spec.Prunes() || !at.Render.Builds() || !at.Render.Known() || at.Spec.Cluster != o.Cluster {
		return false
	}
	if _, renders := at.Render.Find(o); renders {
		return false
	}
	return f.deletable(at.Kustomization, o, func(v view) bool { return f.follows(v, at) })
}

// heldBefore gives the plainest view after which the inventory lists the
// object and that the given one may follow.
func (f *facts) heldBefore(at view, o objectID) (view, bool) {
	var best view
	found := false
	for _, v := range f.views[at.Kustomization] {
		if f.follows(v, at) && f.holds(v, o) && (!found || best.Mixed() && !v.Mixed()) {
			best, found = v, true
		}
	}
	return best, found
}
