package hazard

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// removedRoots gives the end of every root that the state after lacks. A root
// that something renders there is adopted, not removed; see unknown.go.
func (f *facts) removedRoots() []*end {
	var ends []*end
	for _, k := range f.from.Kustomizations {
		if _, ok := f.to.Kustomization(k.ID); k.Root && !ok {
			ends = append(ends, &end{object: k.ID.Object(), how: byMaker, place: f.to.At})
		}
	}
	return ends
}

// consequences gives what the end of one object takes along: of a
// Kustomization its inventory (R10.2), of a Namespace its content, of a
// CustomResourceDefinition its resources (R10.1).
func (f *facts) consequences(e *end) []*end {
	if k, ok := e.object.AsKustomization(); ok {
		return f.finalizes(k, e)
	}
	switch {
	case e.object.Group == "" && e.object.Kind == "Namespace":
		return f.cascades(e, func(o objectID) bool { return o.Namespace == e.object.Name })
	case f.objects[e.object].Defines != (ownership.GroupKind{}):
		defines := f.objects[e.object].Defines
		return f.cascades(e, func(o objectID) bool {
			return o.Group == defines.Group && o.Kind == defines.Kind
		})
	}
	return nil
}

// cascades ignores guards and labels: Kubernetes knows neither.
func (f *facts) cascades(e *end, takes func(objectID) bool) []*end {
	var ends []*end
	for _, o := range f.sorted {
		if o.Cluster == e.object.Cluster && o != e.object && takes(o) {
			ends = append(ends, &end{object: o, how: ByCascade, via: e.object, cause: e, at: e.at, held: e.held, place: f.to.At})
		}
	}
	return ends
}

// finalizes gives what the finalizer of a Kustomization deletes (R0.3): of
// what its inventory may list, what carries its label and no guard. Every spec
// that it may have when it is deleted counts (R7.3, M6).
func (f *facts) finalizes(k ksID, cause *end) []*end {
	var ends []*end
	for _, o := range f.mayHold(k) {
		if at, held, ok := f.finalView(k, o, cause.place); ok && !f.takenFirst(cause, o) && !guardsLast(k, o, cause) {
			ends = append(ends, &end{object: o, by: k, how: ByFinalizer, via: k.Object(),
				at: at, held: held, cause: cause, place: f.to.At})
		}
	}
	return ends
}

// takenFirst says whether the runs that delete a Kustomization all take an
// object over before they do (R6.2), and it never takes that back.
func (f *facts) takenFirst(cause *end, o objectID) bool {
	k, _ := cause.object.AsKustomization()
	if cause.how != ByPrune || slices.ContainsFunc(f.views[k], func(v view) bool { return takes(v, o) }) {
		return false
	}
	return !slices.ContainsFunc(f.views[cause.by], func(v view) bool {
		return f.pruneable(v, cause.object) && (!takes(v, o) || v.Spec.Ignores || f.live.skipped(o))
	})
}

// guardsLast says whether a Kustomization that prunes itself puts a guard on an
// object in the same run: it applies before it prunes, and it never runs again.
func guardsLast(k ksID, o objectID, cause *end) bool {
	x, _ := cause.at.Render.Find(o)
	return cause.how == ByPrune && cause.by == k && takes(cause.at, o) && guards(x.Traits)
}

// finalView gives the plainest pair of a view whose spec makes the finalizer
// delete the object, and one before it after which the inventory lists it.
// Runs end with the deletion; the spec of a Kustomization that is terminating
// can still be written, by a parent that has it again.
func (f *facts) finalView(k ksID, o objectID, place ownership.Position) (at, held view, ok bool) {
	for _, v := range f.views[k] {
		if !v.Spec.FinalizerDeletes() || v.Spec.Cluster != o.Cluster {
			continue
		}
		before := func(u view) bool { return f.writtenBefore(u, place) && f.specFollows(u, v) }
		if !f.deletable(k, o, before) {
			continue
		}
		for _, h := range f.views[k] {
			if before(h) && f.holds(h, o) && (!ok || plainer(v, h, at, held)) {
				at, held, ok = v, h, true
			}
		}
	}
	return at, held, ok
}

// plainer says whether the first pair of views has fewer mixed ones.
func plainer(at, held, bestAt, bestHeld view) bool {
	return (&end{at: at, held: held}).mixed() < (&end{at: bestAt, held: bestHeld}).mixed()
}
