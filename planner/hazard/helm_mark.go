package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

var helmMarkRule = Rule{
	Code: "FM-049", Name: "a mark of Helm is no guard", Severity: Warns,
	Harm: "The object is marked helm.sh/resource-policy: keep, and Flux deletes it all the same.",
	Why: "Helm alone asks for that annotation: an upgrade looks at the live object, an uninstall at the release that is stored. The prune " +
		"and the finalizer of a Kustomization look at kustomize.toolkit.fluxcd.io/prune, reconcile and ssa, and at nothing of Helm. The " +
		"mark is of use on an object that is in a release, to take it out of there; so it says nothing here against a deletion by Flux. On a " +
		"HelmRelease itself it does nothing at all: its deletion uninstalls.",
	Source:   "R6.4, R10.4",
	Remedies: []Remedy{GuardObjects},
}

// helmMarks matches FM-049: an object that somebody marked for Helm to keep, and
// that a Kustomization deletes.
func (f *facts) helmMarks() []objectHazard {
	var found []objectHazard
	for _, o := range f.sorted {
		by := f.deleters(o)
		if len(by) == 0 || !slices.ContainsFunc(f.rendersOf(f.from, o), func(x ownership.Object) bool { return x.HelmKeep }) {
			continue
		}
		found = append(found, objectHazard{match: match{code: "FM-049", group: o.Display(), objects: []objectID{o}, owners: by,
			because: fmt.Sprintf("%s is marked helm.sh/resource-policy: keep, and %s deletes it: Flux does not ask for that mark", o.Display(), strings.Join(namesOf(by), ", "))}})
	}
	return found
}
