package hazard

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// reachable leaves out views no order of events leads to: those with a spec
// that nobody ever applies, because every parent that would is suspended or
// does not build. Everything else counts, whatever dependsOn says (H5, H6).
func (f *facts) reachable() map[ksID][]view {
	ok := make(map[ksID][]bool)
	for _, k := range f.ids {
		ok[k] = make([]bool, len(f.all[k]))
	}
	for again := true; again; {
		again = false
		for _, k := range f.ids {
			for i, v := range f.all[k] {
				if !ok[k][i] && (f.given(v) || f.applied(v, ok)) {
					ok[k][i], again = true, true
				}
			}
		}
	}
	views := make(map[ksID][]view)
	for _, k := range f.ids {
		for i, v := range f.all[k] {
			if ok[k][i] {
				views[k] = append(views[k], v)
			}
		}
	}
	return views
}

// given says whether the spec of a view is there from the start, or is
// written by somebody outside the repository.
func (f *facts) given(v view) bool {
	if v.SpecAt == f.from.At || len(f.parents(v.Kustomization)) == 0 {
		return true
	}
	for _, d := range f.states {
		if k, ok := d.Kustomization(v.Kustomization); ok && d.At == v.SpecAt && k.Root {
			return true
		}
	}
	return false
}

// applied says whether a reachable run of a parent writes the spec of a view.
func (f *facts) applied(v view, ok map[ksID][]bool) bool {
	return slices.ContainsFunc(f.parents(v.Kustomization), func(p ksID) bool {
		for i, u := range f.all[p] {
			if ok[p][i] && f.writes(u, v) {
				return true
			}
		}
		return false
	})
}

func (f *facts) writes(u, v view) bool {
	if u.Spec.Suspend || u.ArtifactAt != v.SpecAt.Commit || u.SpecAt.Switch != v.SpecAt.Switch {
		return false
	}
	if !u.Render.Known() {
		return true
	}
	_, renders := u.Render.Find(v.Kustomization.Object())
	return renders && u.Render.Builds()
}

// follows says whether a run that sees v may come before one that sees w.
// Specs only go forward where one parent writes them, each of a state. With
// several parents, a run of the old revision that is still under way can put
// an old spec back (H6).
func (f *facts) follows(v, w view) bool {
	return v.ArtifactAt <= w.ArtifactAt && f.specFollows(v, w)
}

func (f *facts) specFollows(v, w view) bool {
	return len(f.parents(v.Kustomization)) > 1 || v.SpecAt.NotAfter(w.SpecAt)
}

// strange says whether a view has a spec of no state: what a parent makes of
// its child with an old spec of its own and a new artifact.
func (f *facts) strange(v view) bool {
	return !slices.ContainsFunc(f.states, func(d *ownership.Desired) bool {
		k, ok := d.Kustomization(v.Kustomization)
		return ok && k.Spec.Digest == v.Spec.Digest
	})
}

// writtenBefore says whether the spec of a view can be live when its
// Kustomization is deleted at a place. Only where one parent alone writes it
// does that place bound it: other parents may be ahead of the one that deletes.
func (f *facts) writtenBefore(v view, place ownership.Position) bool {
	return len(f.parents(v.Kustomization)) > 1 || v.SpecAt.NotAfter(place)
}
