package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// FieldManager is who sets what plans set by hand. It does not begin with kubectl,
// so that what it sets survives an apply of the owner (R5.11).
const FieldManager = "fluxmigrate"

// RunName is that of the ConfigMap and of the Lease by which apply keeps a run.
const RunName = "fluxmigrate"

// leftGuards gives the objects whose live guard an earlier plan set and this one
// has to take off in the end: those that are handed over. So whoever plans again
// half way gets the rest of the plan.
func (b *builder) leftGuards() setOf[objectID] {
	left := setOf[objectID]{}
	for _, o := range b.handedOver() {
		if b.carriesOurGuard(o) {
			left[o] = true
		}
	}
	return left
}

func (b *builder) carriesOurGuard(o objectID) bool {
	if b.in.Observed == nil || b.voidGuard(o) != "" {
		return false
	}
	x, there := b.in.Observed.Object(o)
	return there && x.Traits.PruneDisabled && isOurs(x.Managers, ownership.AnnotationField(ownership.KustomizationGroup+"/prune"))
}

// isOurs says whether a plan has set a live field by hand.
func isOurs(managers []ownership.FieldManagers, field string) bool {
	return slices.ContainsFunc(ownership.ManagersOf(managers, field), func(m ownership.Manager) bool { return m.Name == FieldManager })
}

// assumedLeft says which guards of earlier plans nobody takes off.
func (b *builder) assumedLeft() []Assumption {
	if b.in.Observed == nil {
		return nil
	}
	var all []Assumption
	for _, x := range b.in.Observed.Objects {
		if b.kept(x.ID) && !b.chosen.left[x.ID] && !b.chosen.live[x.ID] && b.carriesOurGuard(x.ID) {
			all = append(all, Assumption{Subject: x.ID.Display(),
				Text: "it carries a guard that an earlier plan set, and this change leaves it there: take it off, or nobody deletes the object when it is not wanted any more"})
		}
	}
	return all
}
