package hazard

import (
	"fmt"
	"slices"
)

// moves matches FM-046: an object that the layout says is to become another
// one, and whose deletion does not wait for that one; or a hint that names what
// the state after does not have.
func (f *facts) moves() []objectHazard {
	var found []objectHazard
	for _, m := range f.to.Moved {
		if !f.goes(m.From) {
			continue // moved already, or not yet
		}
		owners := append(slices.Clone(f.fromOwners[m.From]), f.toOwners[m.To]...)
		h := objectHazard{match: match{code: "FM-046", group: m.From.Display(), objects: []objectID{m.From, m.To}, owners: owners}}
		switch {
		case f.toOwners[m.To] == nil:
			h.match.because = fmt.Sprintf("the layout says that %s becomes %s, which %s does not have", m.From.Display(), m.To.Display(), f.to.Name)
			h.unknown = fmt.Sprintf("the layout says that it becomes %s, which %s does not have", m.To.Display(), f.to.Name)
			h.supply = "the id of the object that it becomes, under moved in fluxmigrate.yaml, as an inventory writes it"
		case f.comes(m.To) && f.mayGoFirst(m.From, m.To):
			h.match.because = fmt.Sprintf("%s is to become %s, and can be deleted before that is there", m.From.Display(), m.To.Display())
			h.unknown = fmt.Sprintf("it is to become %s, and nothing makes its deletion wait for that", m.To.Display())
			h.supply = "two revisions: one that adds the new object, and, once that is seen, one that drops the old one"
		default:
			continue
		}
		found = append(found, h)
	}
	return found
}

// mayGoFirst says whether some end of the old object is not by a run that has
// applied the new one before (R6.2).
func (f *facts) mayGoFirst(old, successor objectID) bool {
	return slices.ContainsFunc(f.ends[old], func(e *end) bool { return e.how != ByPrune || !takes(e.at, successor) })
}
