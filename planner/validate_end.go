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
func (v *validator) notArrived(o ownership.ObjectID) string {
	if !v.changed {
		return "the change has not happened"
	}
	for _, k := range v.after[o] {
		owner, _ := v.to.Kustomization(k)
		if owner.Spec.Suspend {
			continue // it takes nothing, and nobody can wait for it
		}
		if want := v.arrival(k, o); !v.holds[want] {
			return fmt.Sprintf("nobody saw that %s", sentence(want))
		}
	}
	for _, k := range v.holders(o) {
		if slices.Contains(v.after[o], k) || !(slices.Contains(v.before[o], k) || v.holdsLive(k, o)) {
			continue
		}
		want := step.Condition{Kind: step.Forgotten, Kustomization: k, Object: o}
		if _, stays := v.to.Kustomization(k); !stays {
			want = step.Condition{Kind: step.Gone, Object: k.Object()}
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

// skipped says whether the Kustomization leaves the live object alone, its owner
// labels included, because of what its manifest or that object says (R5.6).
func (v *validator) skipped(d *ownership.Desired, k ownership.KustomizationID, o ownership.ObjectID) bool {
	if v.in.Observed != nil {
		x, _ := v.in.Observed.Object(o)
		if x.Traits.ReconcileDisabled || strings.EqualFold(x.Traits.SSA, "Ignore") {
			return true
		}
	}
	ks, _ := d.Kustomization(k)
	object, _ := ks.Render.Find(o)
	return leavesAlone(object.Traits)
}

func leavesAlone(t ownership.Traits) bool {
	ssa := strings.ToLower(t.SSA)
	return t.ReconcileDisabled || ssa == "ignore" || ssa == "ifnotpresent"
}

// holdsNothingMoved: every object at risk that the Kustomization had has arrived.
func (v *validator) holdsNothingMoved(k ownership.KustomizationID, then string) {
	for _, o := range v.heldBefore(k) {
		if !v.atRisk[o] {
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
		for _, owner := range v.after[o] {
			if want := v.arrival(owner, o); !v.holds[want] {
				v.problem("it may delete again too early, with %s: nobody saw that %s", o.Display(), sentence(want))
			}
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
		if !slices.Contains(v.after[o], k) && !v.holds[step.Condition{Kind: step.Forgotten, Kustomization: k, Object: o}] {
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
			v.problem("%s", why)
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

// end checks that the plan arrives, and leaves nothing behind.
func (v *validator) end() {
	for _, o := range v.mustArrive() {
		if why := v.notArrived(o); why != "" {
			v.problem("the plan ends too early for %s: %s", o.Display(), why)
		}
	}
	v.leftovers()
	if v.gitDiffers() && v.published != content(v.to) {
		v.problem("the plan ends with revision %q in the source, not with %s", v.published, content(v.to))
	}
	if !v.gitDiffers() && v.published != "" && v.published != content(v.from) {
		v.problem("the plan ends with revision %q in the source, not with the one it began with", v.published)
	}
	for _, k := range v.rootsToSwitch() {
		if !v.switched[k] {
			v.problem("the root %s is never switched to %s", k, v.targetPath(k))
		}
	}
	v.deletionsAreNamed()
	v.costIsRight()
}

func (v *validator) mustArrive() []ownership.ObjectID {
	var all []ownership.ObjectID
	for o, owners := range v.before {
		after := v.after[o]
		if v.atRisk[o] || (len(owners) > 0 && len(after) > 0 && !slices.Equal(owners, after)) {
			all = append(all, o)
		}
	}
	slices.SortFunc(all, ownership.ObjectID.Compare)
	return all
}

func (v *validator) leftovers() {
	var left []string
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
		v.problem("%s", l)
	}
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
			v.problem("the deletion of %s has no step that asks for consent", d.Object.Display())
		}
		if d.By == (ownership.KustomizationID{}) && !v.done[d.Object] {
			v.problem("nobody deletes %s, and no step does", d.Object.Display())
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
