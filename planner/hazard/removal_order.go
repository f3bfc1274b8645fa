package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// foundationsFirst matches FM-038: what others rest on is removed, and nothing
// makes that wait for them. FM-017 says what should live and goes with it.
func (f *facts) foundationsFirst() []objectHazard {
	var found []objectHazard
	for _, o := range f.sorted {
		if !f.goes(o) {
			continue
		}
		if h, ok := f.definitionFirst(o); ok {
			found = append(found, h)
		}
		if h, ok := f.releaseFirst(o); ok {
			found = append(found, h)
		}
	}
	return found
}

// definitionFirst looks at a CustomResourceDefinition that goes together with
// resources of its kind, or with such as Git does not know.
func (f *facts) definitionFirst(crd objectID) (objectHazard, bool) {
	defines := f.objects[crd].Defines
	if defines == (ownership.GroupKind{}) {
		return objectHazard{}, false
	}
	h := objectHazard{match: match{code: "FM-038", objects: []objectID{crd}, owners: f.fromOwners[crd]}}
	var going []objectID
	for _, o := range f.sorted {
		if !f.restsOn(o, crd) {
			continue
		}
		if f.kept(o) {
			return objectHazard{}, false
		}
		if f.goes(o) && !overlap(f.fromOwners[o], f.fromOwners[crd]) {
			going = append(going, o)
			h.match.owners = append(h.match.owners, f.fromOwners[o]...)
		}
	}
	switch {
	case len(going) > 0:
		h.match.objects = append(h.match.objects, going...)
		h.match.because = fmt.Sprintf("%s goes in the same step as %s, which %s deletes: whoever serves their finalizers may be gone by then, and they hang",
			crd.Display(), some(displays(going)), strings.Join(namesOf(f.fromOwners[going[0]]), ", "))
	case !f.inGit(defines):
		h.match.because = fmt.Sprintf("%s goes, and with it every %s in the cluster: Git has none, and who else made some is not known", crd.Display(), defines.Kind)
	default:
		return objectHazard{}, false
	}
	h.match.group = crd.Display()
	return h, true
}

func (f *facts) inGit(gk ownership.GroupKind) bool {
	return slices.ContainsFunc(f.sorted, func(o objectID) bool { return o.Group == gk.Group && o.Kind == gk.Kind })
}

// releaseFirst looks at a HelmRelease that goes together with one that depends
// on it: dependsOn of a HelmRelease orders no deletion either.
func (f *facts) releaseFirst(o objectID) (objectHazard, bool) {
	var users []objectID
	for _, x := range f.sorted {
		waits := func(x ownership.Object) bool {
			return slices.Contains(x.Uses, ownership.Use{Object: o, Why: "dependsOn"})
		}
		if f.goes(x) && slices.ContainsFunc(f.rendersOf(f.from, x), waits) {
			users = append(users, x)
		}
	}
	if len(users) == 0 {
		return objectHazard{}, false
	}
	h := objectHazard{match: match{code: "FM-038", group: o.Display(), objects: append([]objectID{o}, users...), owners: f.fromOwners[o]}}
	for _, x := range users {
		h.match.owners = append(h.match.owners, f.fromOwners[x]...)
	}
	h.match.because = fmt.Sprintf("%s depends on %s, and both are uninstalled at once", some(displays(users)), o.Display())
	return h, true
}
