package planner

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// holdsNothingMoved: every object at risk that the Kustomization had has arrived.
func (v *validator) holdsNothingMoved(k ownership.KustomizationID, then string) {
	for _, o := range v.heldBefore(k) {
		if !v.atRisk[o] || v.holds[step.Condition{Kind: step.Gone, Object: k.Object()}] {
			continue
		}
		if why := v.notArrived(o); why != "" {
			v.problem("%s too early, with %s: %s", then, o.Display(), why)
		}
	}
}

func (v *validator) heldBefore(k ownership.KustomizationID) []ownership.ObjectID {
	ks, _ := v.from.Kustomization(k)
	var held []ownership.ObjectID
	for _, o := range ks.Render.Objects {
		held = append(held, o.ID)
	}
	return held
}

// mayResume: every object at risk that the Kustomization had and shall not have
// any more is in the hands of its new owner (P3). It forgets them only then.
func (v *validator) mayResume(k ownership.KustomizationID) {
	for _, o := range v.heldBefore(k) {
		if !v.atRisk[o] || slices.Contains(v.after[o], k) {
			continue
		}
		if why := v.notTaken(o); why != "" {
			v.problem("it may delete again too early, with %s: %s", o.Display(), why)
		}
	}
}

// mayPrune: whatever left the Kustomization is out of its inventory (H11).
func (v *validator) mayPrune(k ownership.KustomizationID) {
	_, stays := v.to.Kustomization(k)
	if !stays {
		if !v.holds[step.Condition{Kind: step.Gone, Object: k.Object()}] {
			v.problem("pruning comes back before %s is seen to be gone", k)
		}
		return
	}
	for _, o := range v.heldBefore(k) {
		if _, lives := v.after[o]; lives && !slices.Contains(v.after[o], k) && !v.holds[step.Condition{Kind: step.Forgotten, Kustomization: k, Object: o}] {
			v.problem("pruning comes back before %s is seen to have forgotten %s", k, o.Display())
		}
	}
}

// mayRemove: the Kustomization takes nothing along that must live.
func (v *validator) mayRemove(k ownership.KustomizationID) {
	if _, stays := v.to.Kustomization(k); stays {
		v.problem("%s belongs to the target state", k)
	}
	if !v.agreed[k.Object()] {
		v.problem("nobody is asked for consent")
	}
	ks, _ := v.from.Kustomization(k)
	for _, p := range ks.Parents {
		if why := v.stillApplies(p); p != k && why != "" {
			v.missing("%s", why)
		}
	}
	for _, o := range ks.Render.Objects {
		if _, lives := v.after[o.ID]; !lives || o.Traits.Guarded() || v.guardHolds(o.ID) == "" {
			continue
		}
		if left := v.stillDeletes(k, o.ID, false, true, nil); left != "" {
			v.problem("%s must live, and %s", o.ID.Display(), left)
		}
	}
}

// stillApplies says why a parent may make a removed Kustomization again.
func (v *validator) stillApplies(p ownership.KustomizationID) string {
	want := step.Condition{Kind: step.Acted, Kustomization: p}
	if _, stays := v.to.Kustomization(p); !stays {
		want = step.Condition{Kind: step.Gone, Object: p.Object()}
	}
	if suspend := v.fields[p]["spec.suspend"]; v.holds[want] || (suspend.value == "true" && suspend.acted) {
		return ""
	}
	return fmt.Sprintf("its parent may make it again: nobody saw that %s", sentence(want))
}
