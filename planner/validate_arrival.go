package planner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// notArrived says why an object is not yet in the hands of its owner: nobody
// saw the new owner take it, or an old one still holds it (V4, V5).
//
// Where all the old ones are gone, or will not act, nobody can delete it any more.
func (v *validator) notArrived(o ownership.ObjectID) string {
	if v.changed && v.allGone(o) {
		return ""
	}
	if why := v.notTaken(o); why != "" {
		return why
	}
	return v.stillHeld(o)
}

// guardMayGo says why a guard may not go yet. One in manifests stays with the
// label of an old owner, whose manifest has it, until that one has let go.
func (v *validator) guardMayGo(s step.Step) string {
	if v.changed && s.File != "" && len(v.oldHolders(s.Target)) > 0 {
		return v.stillHeld(s.Target)
	}
	return v.notArrived(s.Target)
}

// notTaken says which new owner nobody saw to have taken the object.
func (v *validator) notTaken(o ownership.ObjectID) string {
	if !v.changed {
		return "the change has not happened"
	}
	for _, k := range v.takers(o) {
		if want := v.arrival(k, o); !v.holds[want] {
			return fmt.Sprintf("nobody saw that %s", sentence(want))
		}
	}
	return ""
}

// takers gives the owner to wait for: of several the first that takes the label.
// One that is suspended takes nothing, and nobody can wait for it.
func (v *validator) takers(o ownership.ObjectID) []ownership.KustomizationID {
	able := slices.DeleteFunc(slices.Clone(v.after[o]), func(k ownership.KustomizationID) bool {
		owner, _ := v.to.Kustomization(k)
		return owner.Spec.Suspend
	})
	for _, k := range able {
		owner, _ := v.to.Kustomization(k)
		object, _ := owner.Render.Find(o)
		if !leavesAlone(object.Traits) && !owner.Spec.Ignores {
			return []ownership.KustomizationID{k}
		}
	}
	return able[:min(1, len(able))]
}

// oldHolders gives who had the object and shall not have it.
func (v *validator) oldHolders(o ownership.ObjectID) []ownership.KustomizationID {
	return slices.DeleteFunc(v.holders(o), func(k ownership.KustomizationID) bool {
		return slices.Contains(v.after[o], k) || !(slices.Contains(v.before[o], k) || v.holdsLive(k, o))
	})
}

// stillHeld says which old owner nobody saw to have let go of the object.
func (v *validator) stillHeld(o ownership.ObjectID) string {
	for _, k := range v.oldHolders(o) {
		after, stays := v.to.Kustomization(k)
		want := step.Condition{Kind: step.Forgotten, Kustomization: k, Object: o}
		switch {
		case !stays:
			want = step.Condition{Kind: step.Gone, Object: k.Object()}
		case after.Spec.Suspend && v.endedSuspended(k):
			continue
		case after.Spec.Suspend:
			want = step.Condition{Kind: step.Barrier, Kustomization: k}
		}
		if !v.holds[want] {
			return fmt.Sprintf("nobody saw that %s", sentence(want))
		}
	}
	return ""
}

// arrival is what shows that an object is in the hands of an owner.
func (v *validator) arrival(k ownership.KustomizationID, o ownership.ObjectID) step.Condition {
	owner, _ := v.to.Kustomization(k)
	if len(v.after[o]) > 1 || v.skipped(v.to, k, o) || owner.Spec.Ignores {
		return step.Condition{Kind: step.Acted, Kustomization: k}
	}
	return step.Condition{Kind: step.Taken, Kustomization: k, Object: o}
}

// allGone says whether every old owner of an object was seen to be gone, or to
// be suspended for good.
func (v *validator) allGone(o ownership.ObjectID) bool {
	old := v.oldHolders(o)
	return len(old) > 0 && !slices.ContainsFunc(old, func(k ownership.KustomizationID) bool {
		return !v.holds[step.Condition{Kind: step.Gone, Object: k.Object()}] && !v.endedSuspended(k)
	})
}

// skipped says whether the Kustomization leaves the live object alone, its owner
// labels included, because of what its manifest or that object says (R5.6).
func (v *validator) skipped(d *ownership.Desired, k ownership.KustomizationID, o ownership.ObjectID) bool {
	ks, _ := d.Kustomization(k)
	object, _ := ks.Render.Find(o)
	return v.leftAlone(o) || leavesAlone(object.Traits)
}

// leftAlone says whether the live object tells every run to leave it alone.
func (v *validator) leftAlone(o ownership.ObjectID) bool {
	if v.in.Observed == nil {
		return false
	}
	x, _ := v.in.Observed.Object(o)
	return x.Traits.ReconcileDisabled || strings.EqualFold(x.Traits.SSA, "Ignore")
}

func leavesAlone(t ownership.Traits) bool {
	ssa := strings.ToLower(t.SSA)
	return t.ReconcileDisabled || ssa == "ignore" || ssa == "ifnotpresent"
}
