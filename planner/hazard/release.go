package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// otherReleases matches FM-040: a HelmRelease that stays, and stands for
// another Helm release. What the old one installed is uninstalled (R10.4).
func (f *facts) otherReleases() []objectHazard {
	var found []objectHazard
	for _, o := range f.sorted {
		if !f.kept(o) {
			continue
		}
		for _, k := range f.renderers[o] {
			before, after, ok := f.otherRelease(k, o)
			if !ok {
				continue
			}
			change := differing(before, after)
			found = append(found, objectHazard{
				match: match{code: "FM-040", group: o.Display(), objects: []objectID{o}, owners: f.renderers[o],
					because: fmt.Sprintf("%s stands for another Helm release (%s): Helm uninstalls the old one and installs a new one", o.Display(), change)},
				unknown: fmt.Sprintf("its release name, namespace or chart changes (%s): Helm uninstalls the release and installs another (R10.4)", change),
				supply:  "keep them, or list what the release holds as a wanted deletion",
			})
			break
		}
	}
	return found
}

// otherRelease gives the Helm release that the object stands for before, and
// another one that a run of the Kustomization may make of it.
func (f *facts) otherRelease(k ksID, o objectID) (before, after string, ok bool) {
	was := f.rendersOf(f.from, o)
	if len(was) == 0 {
		return "", "", false
	}
	known := func(release string) bool {
		return slices.ContainsFunc(was, func(x ownership.Object) bool { return x.Release == release })
	}
	for _, v := range f.views[k] {
		x, _ := v.Render.Find(o)
		if takes(v, o) && !known(x.Release) {
			return was[0].Release, x.Release, true
		}
	}
	return "", "", false
}

// differing gives the parts of two releases that are not alike.
func differing(before, after string) string {
	a, b := strings.Split(before, ", "), strings.Split(after, ", ")
	if len(a) != len(b) {
		return before + " → " + after
	}
	var parts []string
	for i := range a {
		if a[i] != b[i] {
			parts = append(parts, a[i]+" → "+b[i])
		}
	}
	return strings.Join(parts, "; ")
}
