package hazard

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

var emptiedRule = Rule{
	Code: "FM-021", Name: "renders nothing", Severity: Warns,
	Harm: "A Kustomization that prunes renders nothing any more, and deletes everything it holds.",
	Why: "A path that is there and gives no object (resources: [], an empty folder, files of comments) is a success, and " +
		"everything in the inventory has left the render. A path that is not there is an error: nothing is deleted, and nothing " +
		"else happens either (FM-019). One file left behind in a folder decides which of the two it is.",
	Source:   "R0.2, R4.1, R4.4, R2.5; R37, M13",
	Remedies: []Remedy{DisablePrune, SuspendOwner, StubOwner},
}

// emptied matches FM-021: what it held is deleted for good. What somebody else
// has in To is a matter of the other rules.
func (f *facts) emptied() []match {
	var matches []match
	for _, after := range f.to.Kustomizations {
		before, ok := f.from.Kustomization(after.ID)
		if !ok || !before.Render.Builds() || !after.Render.Builds() || !after.Render.Known() || len(after.Render.Objects) > 0 {
			continue
		}
		gone := f.prunedBy(after.ID, before.Render)
		if len(gone) == 0 {
			continue
		}
		matches = append(matches, match{code: "FM-021", group: after.ID.String(), objects: gone, owners: []ksID{after.ID},
			because: fmt.Sprintf("./%s is there in %s and gives no object: %s deletes all it holds", after.Spec.Path, f.to.Name, after.ID)})
	}
	return matches
}

// prunedBy gives the objects of a render that only From has and that a
// Kustomization prunes.
func (f *facts) prunedBy(k ksID, r ownership.Render) []objectID {
	var gone []objectID
	for _, o := range r.Objects {
		pruned := slices.ContainsFunc(f.ends[o.ID], func(e *end) bool { return e.how == ByPrune && e.by == k })
		if pruned && !f.kept(o.ID) {
			gone = append(gone, o.ID)
		}
	}
	return gone
}
