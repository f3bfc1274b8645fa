package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// ownersInDanger looks at what the live object names in its ownerReferences,
// where From renders that: how many of those the change may end, and why the
// object goes along; "" as long as one of them is kept (R10.5).
func (v *validator) ownersInDanger(o ownership.ObjectID, path []ownership.ObjectID) (ending int, why string) {
	for _, owner := range v.liveOwners(o) {
		if !v.atRisk[owner] && !v.goes[owner] {
			return ending, ""
		}
		ending++
		danger := v.inDanger(owner, path)
		if danger == "" {
			return ending, ""
		}
		why = owner.Display() + " takes it along: " + danger
	}
	return ending, why
}

func (v *validator) liveOwners(o ownership.ObjectID) []ownership.ObjectID {
	if v.in.Observed == nil {
		return nil
	}
	x, _ := v.in.Observed.Object(o)
	var found []ownership.ObjectID
	for owner := range v.before {
		if owner.Cluster == o.Cluster && slices.ContainsFunc(x.OwnedBy, func(r ownership.OwnerReference) bool {
			return r.Group == owner.Group && r.Kind == owner.Kind && r.Name == owner.Name && (owner.Namespace == "" || owner.Namespace == o.Namespace)
		}) {
			found = append(found, owner)
		}
	}
	slices.SortFunc(found, ownership.ObjectID.Compare)
	return found
}

// takenByDeleters says whether whoever deletes a Kustomization has taken the
// object in the same run before, as apply comes before prune (R6.2), and the
// Kustomization never takes it back: then its finalizer finds another label.
func (v *validator) takenByDeleters(k ownership.KustomizationID, o ownership.ObjectID) bool {
	ks, _ := v.from.Kustomization(k)
	if ks.Root || v.removes(k) || slices.ContainsFunc(v.views[k], func(w ownership.View) bool { return takesOver(w, o) }) {
		return false
	}
	for parent, views := range v.views {
		if !slices.ContainsFunc(views, func(w ownership.View) bool { _, renders := w.Render.Find(k.Object()); return renders }) {
			continue
		}
		if _, stays := v.to.Kustomization(parent); !stays || v.atRisk[parent.Object()] {
			return false // its finalizer deletes the Kustomization, and applies nothing
		}
		for _, w := range views {
			_, renders := w.Render.Find(k.Object())
			if !renders && w.Spec.Prunes() && w.Render.Builds() && !takesOver(w, o) {
				return false
			}
		}
	}
	return !v.leftAlone(o)
}

// suspendIn is that a Kustomization is suspended.
func (v *validator) suspendIn(k ownership.KustomizationID) step.Condition {
	return step.Condition{Kind: step.Stored, Kustomization: k, Field: "spec.suspend", Value: "true"}
}

// suspendedByChange notes what the change itself suspends.
func (v *validator) suspendedByChange() {
	for _, k := range v.to.Kustomizations {
		if fact := v.suspendIn(k.ID); k.Spec.Suspend {
			v.brought[fact], v.lookedFor[fact] = true, true
		}
	}
}

// endedSuspended says whether a run of a Kustomization was seen to end that
// began when it was suspended: it acts no more (V3).
func (v *validator) endedSuspended(k ownership.KustomizationID) bool {
	return v.holds[v.suspendIn(k)] && v.holds[step.Condition{Kind: step.Barrier, Kustomization: k}]
}

// mayPrecede says whether a run that sees the first view may come before one that
// sees the other. Where several parents write a spec, one that is late may put an
// old one back (H6).
func (v *validator) mayPrecede(u, w ownership.View) bool {
	if u.NotAfter(w) {
		return true
	}
	parents := 0
	for _, views := range v.views {
		if slices.ContainsFunc(views, func(p ownership.View) bool { _, renders := p.Render.Find(u.Kustomization.Object()); return renders }) {
			parents++
		}
	}
	return parents > 1 && u.ArtifactAt <= w.ArtifactAt
}

// takesOver says whether a run with this view writes its labels on an object
// that exists (R5.6, R5.8).
func takesOver(w ownership.View, o ownership.ObjectID) bool {
	object, renders := w.Render.Find(o)
	return renders && w.Render.Builds() && !w.Spec.Suspend && !w.Spec.Ignores && !leavesAlone(object.Traits)
}

// removes says whether a step of the plan deletes the Kustomization.
func (v *validator) removes(k ownership.KustomizationID) bool {
	return slices.ContainsFunc(v.plan.Stages, func(s Stage) bool {
		return slices.ContainsFunc(s.Steps, func(s step.Step) bool { return s.Kind == step.RemoveKustomization && s.Target == k.Object() })
	})
}
