package hazard

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// objectHazard is what a rule finds about an object itself, whoever owns it:
// what it is, what it depends on, who else has a hand in it.
type objectHazard struct {
	match match
	// unknown says why the model cannot decide what becomes of the first object
	// of the match, as what decides is in no part of it; "" where it can. Supply
	// says what helps.
	unknown, supply string
}

// objectHazards gives what all rules about objects find in a transition.
func (f *facts) objectHazards() []objectHazard {
	if f.from == f.to {
		return nil
	}
	return slices.Concat(
		f.groupChanges(), f.anotherID(), f.applyOrder(), f.kindFromChart(), f.foundationsFirst(),
		f.otherReleases(), f.toHelm(), f.fromHelm(), f.chartToChart(), f.helmMarks(), f.makers(), f.otherAddress(),
		f.otherTools(), f.moves(), f.strippedLabels(),
	)
}

func (f *facts) objectMatches() []match {
	var matches []match
	for _, h := range f.objectHazards() {
		matches = append(matches, h.match)
	}
	return matches
}

// objectGaps gives what keeps a transition from being proved.
func (f *facts) objectGaps() []ownership.Unknown {
	var unknowns []ownership.Unknown
	for _, h := range f.objectHazards() {
		if h.unknown != "" {
			unknowns = append(unknowns, ownership.Unknown{Subject: h.match.objects[0].Display(), Why: h.unknown, Supply: h.supply})
		}
	}
	return unknowns
}

// goes says whether only the state before has the object, and somebody deletes
// it.
func (f *facts) goes(o objectID) bool {
	_, before := f.fromOwners[o]
	_, after := f.toOwners[o]
	return before && !after && len(f.ends[o]) > 0
}

// comes says whether only the state after has the object.
func (f *facts) comes(o objectID) bool {
	_, before := f.fromOwners[o]
	_, after := f.toOwners[o]
	return !before && after
}

// deleters gives who deletes an object in any way, sorted.
func (f *facts) deleters(o objectID) []ksID {
	var by []ksID
	for _, e := range f.ends[o] {
		if e.by != (ksID{}) {
			by = append(by, e.by)
		}
	}
	return unique(by)
}
