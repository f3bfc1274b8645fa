package hazard

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Find finds every way in which a transition, merged or switched as it is, can
// end an object that both its ends desire, and what else is hazardous about
// it. Observed may be nil; then the cluster is assumed to be what From says.
//
// A hazard of one state (contested, dangling, cycle, self-owner, no build) counts only
// if To has it and From has not, or has it otherwise. Every object at risk is
// an object of at least one hazard of severity Loses.
//
// The order of the input's views and states does not matter.
func Find(t *ownership.Transition, obs *ownership.Observed) Findings {
	f := newFacts(t, obs)
	losses := f.losses()
	invariants := f.brokenInvariants()
	matches := slices.Concat(
		f.lateProtection(losses), f.lossMatches(losses), f.skippedAdoption(losses), f.lostGuard(losses),
		f.ignoredPrune(losses), f.skippedRevision(losses), f.windows(), f.missingInputs(),
		f.newInTo(), f.mixedCycles(), f.overCoupling(), f.removalOrder(),
		f.objectMatches(), f.specMatches(), invariants,
	)
	found := Findings{Hazards: f.hazards(matches), Prerequisites: f.prerequisites(), Broken: append(broken(invariants), f.recreated()...)}
	for _, e := range losses {
		found.Losses = append(found.Losses, f.loss(e))
	}
	found.Unknowns, found.Assumptions = f.gaps(losses)
	found.Unknowns = append(found.Unknowns, f.unseenAdopters()...)
	return found
}

// Check finds the hazards of one state: objects with several owners, a
// dependsOn that names nothing or closes a circle, a Kustomization that
// renders itself or does not build, an invariant of the layout that does not hold.
// Sorted by code.
func Check(d *ownership.Desired) []Hazard {
	f := newFacts(&ownership.Transition{From: d, To: d}, nil)
	return f.hazards(append(stateMatches(d), f.brokenInvariants()...))
}

// newInTo gives the state hazards of To that From does not have alike.
func (f *facts) newInTo() []match {
	known := make(map[string]bool)
	for _, m := range stateMatches(f.from) {
		known[m.code+" "+m.key] = true
	}
	return slices.DeleteFunc(stateMatches(f.to), func(m match) bool { return known[m.code+" "+m.key] })
}
