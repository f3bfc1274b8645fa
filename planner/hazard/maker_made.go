package hazard

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// alsoMade matches FM-043 for an object that a Kustomization takes on or lets
// go of while a ResourceSet that stays makes it as well.
func (f *facts) alsoMade() []objectHazard {
	var found []objectHazard
	for _, set := range f.sorted {
		if set.Group != makerGroup || !f.kept(set) {
			continue
		}
		for _, o := range f.sorted {
			if slices.Equal(f.fromOwners[o], f.toOwners[o]) || !f.isMade(set, o) {
				continue
			}
			owners := unique(slices.Concat(f.fromOwners[o], f.toOwners[o]))
			found = append(found, objectHazard{
				match: match{code: "FM-043", group: set.Display() + " " + o.Display(), objects: []objectID{o, set}, owners: owners,
					because: fmt.Sprintf("%s makes %s too, which changes hands here (%s): each puts its own back, and whoever lets go deletes it for both",
						set.Display(), o.Display(), strings.Join(namesOf(owners), ", "))},
				unknown: fmt.Sprintf("%s makes it as well, and is not followed", set.Display()),
				supply:  "take it out of the ResourceSet first, guarded, or leave it there",
			})
		}
	}
	return found
}

// isMade says whether a ResourceSet makes an object in either state. A template
// of which nothing but an unknown input is left says nothing.
func (f *facts) isMade(set, o objectID) bool {
	makes := func(x ownership.Object) bool {
		return slices.ContainsFunc(x.Makes, func(made objectID) bool {
			return made.Cluster == o.Cluster && made.Group == o.Group && made.Kind == o.Kind &&
				strings.Trim(made.Name, "*") != "" && fits(made.Name, o.Name) && (o.Namespace == "" || fits(made.Namespace, o.Namespace))
		})
	}
	return slices.ContainsFunc(f.rendersOf(f.from, set), makes) || slices.ContainsFunc(f.rendersOf(f.to, set), makes)
}

func fits(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}
