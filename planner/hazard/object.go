package hazard

import (
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// objectHazard is what a rule finds about an object itself, whoever owns it:
// what it is, what it depends on, who else has a hand in it.
type objectHazard struct {
	match match
	// unknown says why the model cannot decide what becomes of the object, as
	// what decides is in no part of it; "" where it can. Supply says what helps.
	unknown, supply string
}

// objectHazards gives what all rules about objects find.
func (f *facts) objectHazards() []objectHazard {
	if f.from == f.to {
		return nil
	}
	return nil
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
