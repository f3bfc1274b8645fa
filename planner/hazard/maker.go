package hazard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// makerGroup has Flux Operator's FluxInstance and ResourceSet, which make
// other objects, Kustomizations among them.
const makerGroup = "fluxcd.controlplane.io"

// makers matches FM-043: an object of Flux Operator that comes, goes or
// changes, or that can end on the way; one that stays and makes Kustomizations,
// while Git changes what those may render; and what one makes beside Git.
func (f *facts) makers() []objectHazard {
	var found []objectHazard
	for _, o := range f.sorted {
		if o.Group != makerGroup {
			continue
		}
		h := objectHazard{match: match{code: "FM-043", severity: Warns, group: o.Display(), objects: []objectID{o}, owners: f.renderers[o]},
			supply: "a state for each end with what it makes, as roots of a layout"}
		switch makes := f.followedNowhere(o); {
		case f.goes(o):
			h.match.severity = Loses
			h.match.because = o.Display() + " goes, and its finalizer deletes what it has made"
			h.unknown = "makes other objects, and it goes; what it makes is not followed"
		case !f.sameInEveryState(o):
			h.match.because = o.Display() + " changes, and with it what it makes: what it no longer makes is deleted"
			h.unknown = "makes other objects, and it changes; what it makes is not followed"
		case makes && f.from.Tree != f.to.Tree:
			h.match.because = fmt.Sprintf("%s makes Kustomizations, and Git changes: what they render is in no state here", o.Display())
			h.unknown = "makes Kustomizations, which render from Git and are not followed"
			h.supply = fmt.Sprintf("each of them as a root of the layout, with madeBy: %s %s/%s", o.Kind, o.Namespace, o.Name)
		case len(f.ends[o]) > 0:
			h.match.severity = Loses
			h.match.because = o.Display() + " can be deleted on the way, and its finalizer deletes what it has made with it"
			h.match.example = f.ends[o][0]
		default:
			continue
		}
		found = append(found, h)
	}
	return append(found, f.alsoMade()...)
}

// followedNowhere says whether an object makes Kustomizations of which no root
// is said to be made by it.
func (f *facts) followedNowhere(o objectID) bool {
	makes := slices.ContainsFunc(f.rendersOf(f.from, o), func(x ownership.Object) bool { return x.MakesKustomizations })
	name := strings.ToLower(fmt.Sprintf("%s %s/%s", o.Kind, o.Namespace, o.Name))
	return makes && !slices.ContainsFunc(f.from.Kustomizations, func(k ownership.Kustomization) bool {
		seen := f.live.kustomizations[k.ID]
		return strings.ToLower(cmp.Or(seen.MadeBy, k.MadeBy)) == name
	})
}
