package proof

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// neverApplies gives why Kustomizations of To that build can still never be
// Ready there: what they cannot do without is deleted by the change, or the API
// server refuses an object of theirs (R5.14, R5.16). The model has neither the
// inputs of a build nor fields of objects.
func (f *facts) neverApplies() map[ksID]string {
	why := make(map[ksID]string)
	withdrawals := ownership.NewWithdrawals(f.q.Transition)
	for _, k := range f.to.Kustomizations {
		if o, field := f.q.Transition.Refused(k.ID); field != "" {
			why[k.ID] = fmt.Sprintf("%s changes %s of %s in %s, which the API server refuses", k.ID, field, o.Display(), f.to.Name)
		}
		if o, taken := withdrawals.Rights(k); taken && !k.Spec.Suspend {
			why[k.ID] = fmt.Sprintf("%s loses the rights it acts with: %s goes with %s", k.ID, o.Display(), f.to.Name)
		}
		for _, in := range withdrawals.From(k.ID) {
			why[k.ID] = fmt.Sprintf("%s needs %s (%s), which %s does not have any more", k.ID, in.Object.Display(), in.Purpose, f.to.Name)
		}
	}
	return why
}

// rests says whether a Kustomization that To suspends is Ready all the same: it
// was suspended all along, and is Ready, or taken to be.
func (f *facts) rests(k ksID) bool {
	for _, in := range f.in(k) {
		if in == nil || !in.Spec.Suspend {
			return false
		}
	}
	x, seen := f.live.kustomizations[k]
	return seen && x.Ready || !f.live.seen
}

// heldUp says that a Kustomization waits in From for what is never Ready, so
// that From does not tell what it has applied; "" where it does not, or where
// that waiting never ends and no finalizer can run.
func (f *facts) heldUp(k ksID) string {
	if why, sure := f.held.In(f.from, k); why == "" || !sure {
		return ""
	}
	finalizes := !f.lasting(k) && slices.ContainsFunc(f.actors[k].seen, func(v view) bool { return finalizerDeletes(v.Spec) })
	if f.held.Always(f.states, k) && !finalizes {
		return ""
	}
	return "waits for what is never Ready"
}
