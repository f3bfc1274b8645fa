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

// end checks that the target is made, and that nothing of the plan is left
// behind. That everything arrives there without people, and whether somebody
// looks, is not asked: nothing rests on it any more.
func (v *validator) end() {
	v.leftovers()
	if v.gitDiffers() && v.published != content(v.to) {
		v.missing("the plan ends with revision %q in the source, not with %s", v.published, content(v.to))
	}
	if !v.gitDiffers() && v.published != "" && v.published != content(v.from) {
		v.missing("the plan ends with revision %q in the source, not with the one it began with", v.published)
	}
	for _, k := range v.rootsToSwitch() {
		if !v.switched[k] {
			v.missing("the root %s is never switched to %s", k, v.targetPath(k))
		}
	}
	v.deletionsAreNamed()
	v.costIsRight()
}

func (v *validator) leftovers() {
	left := v.leftByOthers()
	for o, files := range v.guards {
		for file := range files {
			left = append(left, fmt.Sprintf("the guard on %s is never taken away %s", o.Display(), place(file)))
		}
	}
	for k, fields := range v.fields {
		_, stays := v.to.Kustomization(k)
		for name := range fields {
			if stays || (!v.gitDiffers() && fields[name].inGit) {
				left = append(left, fmt.Sprintf("%s of %s is never set back", name, k))
			}
		}
	}
	slices.Sort(left)
	for _, l := range left {
		v.missing("%s", l)
	}
}

// leftByOthers names the live guards of earlier plans on what changes hands.
func (v *validator) leftByOthers() []string {
	if v.in.Observed == nil {
		return nil
	}
	var left []string
	for _, x := range v.in.Observed.Objects {
		moves := len(v.before[x.ID]) > 0 && len(v.after[x.ID]) > 0 && !slices.Equal(v.before[x.ID], v.after[x.ID])
		managers := ownership.ManagersOf(x.Managers, ownership.AnnotationField(ownership.KustomizationGroup+"/prune"))
		ours := slices.ContainsFunc(managers, func(m ownership.Manager) bool { return m.Name == FieldManager })
		if moves && ours && x.Traits.PruneDisabled && !v.guardedInFrom(x.ID) && !v.brought[step.Condition{Kind: step.Unguarded, Object: x.ID}] {
			left = append(left, fmt.Sprintf("the guard of an earlier plan on %s is never taken away", x.ID.Display()))
		}
	}
	return left
}

func (v *validator) guardedInFrom(o ownership.ObjectID) bool {
	return slices.ContainsFunc(v.before[o], func(k ownership.KustomizationID) bool {
		ks, _ := v.from.Kustomization(k)
		object, _ := ks.Render.Find(o)
		return object.Traits.PruneDisabled
	})
}

func place(file string) string {
	if file == "" {
		return "from the live object"
	}
	return "from " + file
}

// deletionsAreNamed: what goes is named, agreed to, and done where nobody but
// a person does it.
func (v *validator) deletionsAreNamed() {
	for _, c := range v.plan.Changes {
		if _, named := v.named[c.Object]; v.goes[c.Object] && !named && !v.spared[c.Object] {
			v.problem("%s goes, and the plan does not name it among its deletions", c.Object.Display())
		}
	}
	for _, d := range v.plan.Deletions {
		if !v.agreed[d.Object] {
			v.missing("the deletion of %s has no step that asks for consent", d.Object.Display())
		}
		if d.By == (ownership.KustomizationID{}) && !v.done[d.Object] {
			v.missing("nobody deletes %s, and no step does", d.Object.Display())
		}
	}
}

func (v *validator) costIsRight() {
	merges := 0
	for _, stage := range v.plan.Stages {
		for _, s := range stage.Steps {
			if s.Kind == step.Publish {
				merges++
			}
		}
	}
	if merges != v.plan.Cost.Merges {
		v.problem("the plan counts %d merges and publishes %d times", v.plan.Cost.Merges, merges)
	}
}

// sentence says a condition in words.
func sentence(c step.Condition) string {
	k, o := c.Kustomization.String(), c.Object.Display()
	switch c.Kind {
	case step.Stored:
		return k + " has " + c.Field + ": " + c.Value
	case step.Acted:
		return k + " acted on the last revision"
	case step.Barrier:
		return "a run of " + k + " has ended"
	case step.Forgotten:
		return k + " has forgotten " + o
	case step.Taken:
		return k + " has taken " + o
	case step.Guarded:
		return o + " is guarded"
	case step.Unguarded:
		return o + " is not guarded"
	case step.Present:
		return o + " exists"
	case step.Gone:
		return o + " is gone"
	case step.Published:
		return strings.TrimSpace("the source has " + c.Value)
	}
	return string(c.Kind) + " " + o
}
