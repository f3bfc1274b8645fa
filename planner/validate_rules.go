package planner

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// mayChange: everything at risk is out of danger, what must be there is there,
// and a guard that the new commit would take off is carried in it.
func (v *validator) mayChange(s step.Step) {
	v.publishing = s.Kind == step.Publish
	defer func() { v.publishing = false }()
	for _, r := range v.plan.Naive.AtRisk {
		if why := v.inDanger(r.Object, nil); why != "" {
			v.problem("%s is at risk and not protected: %s", r.Object.Display(), why)
		} else {
			v.spared[r.Object] = v.spared[r.Object] || v.guardHolds(r.Object) == ""
		}
		if why := v.takenOffEarly(s, r.Object); why != "" {
			v.problem("%s: %s", r.Object.Display(), why)
		}
	}
	v.pruningIsOff()
	for o := range v.guards {
		v.spared[o] = v.spared[o] || v.guardHolds(o) == ""
	}
	for _, p := range v.plan.Prerequisites {
		if !v.holds[step.Condition{Kind: step.Present, Object: p.Object}] {
			v.missing("%s needs %s first, and nobody waits for it", p.Kustomization, p.Object.Display())
		}
	}
}

// pruningIsOff: where an earlier stage turned pruning off, that is in force. A
// stub is seen to be empty instead.
func (v *validator) pruningIsOff() {
	for _, k := range v.from.Kustomizations {
		f, stub := v.fields[k.ID]["spec.prune"], v.fields[k.ID]["spec.path"].value != ""
		if f.value == "false" && f.since < v.index && !f.acted && !stub {
			v.problem("the plan turns the pruning of %s off, and nobody saw a run under that end", k.ID)
		}
	}
}

// inDanger says why an object may die in the change; "" if nothing can end it.
func (v *validator) inDanger(o ownership.ObjectID, path []ownership.ObjectID) string {
	if slices.Contains(path, o) {
		return "its protection rests on itself"
	}
	path = append(path, o)
	containers := 0
	for _, c := range v.containers(o) {
		if !v.atRisk[c] && !v.goes[c] {
			continue
		}
		containers++
		if why := v.inDanger(c, path); why != "" {
			return c.Display() + " takes it along: " + why
		}
	}
	owners, last := v.ownersInDanger(o, path)
	if containers += owners; last != "" {
		return last
	}
	why := v.guardHolds(o)
	if why == "" {
		return ""
	}
	threats := 0
	for _, k := range v.holders(o) {
		prune, finalizer := v.threat(k, o)
		if !prune && !finalizer {
			continue
		}
		threats++
		if left := v.stillDeletes(k, o, prune, finalizer, path); left != "" {
			return left + ", and " + why
		}
	}
	if threats+containers == 0 {
		return why
	}
	return ""
}

// containers gives the Namespace of an object and the
// CustomResourceDefinition behind it, where From renders them.
func (v *validator) containers(o ownership.ObjectID) []ownership.ObjectID {
	var found []ownership.ObjectID
	for _, k := range v.from.Kustomizations {
		for _, c := range k.Render.Objects {
			holds := c.ID.Kind == "Namespace" && c.ID.Group == "" && o.Namespace != "" && c.ID.Name == o.Namespace
			serves := c.Defines.Kind != "" && c.Defines == ownership.GroupKind{Group: o.Group, Kind: o.Kind}
			if (holds || serves) && c.ID.Cluster == o.Cluster && !slices.Contains(found, c.ID) {
				found = append(found, c.ID)
			}
		}
	}
	return found
}

// guardHolds says why no guard can be relied on; "" if one can: it is on the
// live object (R5.11), or in the manifest of every owner that can delete it,
// and was seen to be in force at each of them.
func (v *validator) guardHolds(o ownership.ObjectID) string {
	files := v.guards[o]
	switch {
	case len(files) == 0:
		return "it carries no guard"
	case files[""]:
		return ""
	}
	for _, k := range v.guardians(o) {
		if file := v.manifest(k, o); !files[file] {
			return fmt.Sprintf("the manifest in %s, from which %s applies it, has no guard", file, k)
		}
		if v.skipped(v.from, k, o) {
			return fmt.Sprintf("%s skips the manifest with its guard", k)
		}
		if !v.seen[o][k] {
			return fmt.Sprintf("its guard was not seen in force at %s", k)
		}
	}
	return ""
}

// guardians gives the owners in From by whose manifests the guard holds: those
// that go or may delete the object, or all, where something else ends it.
func (v *validator) guardians(o ownership.ObjectID) []ownership.KustomizationID {
	able := slices.DeleteFunc(slices.Clone(v.before[o]), func(k ownership.KustomizationID) bool {
		_, stays := v.to.Kustomization(k)
		return stays && !v.atRisk[k.Object()] && !slices.ContainsFunc(v.views[k], func(w ownership.View) bool {
			_, renders := w.Render.Find(o)
			return !renders && w.Spec.Prunes() && w.Render.Builds()
		})
	})
	if len(able) == 0 {
		return v.before[o]
	}
	return able
}

func (v *validator) manifest(k ownership.KustomizationID, o ownership.ObjectID) string {
	ks, _ := v.from.Kustomization(k)
	object, _ := ks.Render.Find(o)
	return object.File
}

// holders gives whoever renders the object in any view, or holds it live, sorted.
func (v *validator) holders(o ownership.ObjectID) []ownership.KustomizationID {
	var found []ownership.KustomizationID
	for k, views := range v.views {
		if slices.ContainsFunc(views, func(w ownership.View) bool { _, ok := w.Render.Find(o); return ok }) || v.holdsLive(k, o) {
			found = append(found, k)
		}
	}
	slices.SortFunc(found, ownership.KustomizationID.Compare)
	return found
}

func (v *validator) holdsLive(k ownership.KustomizationID, o ownership.ObjectID) bool {
	if v.in.Observed == nil {
		return false
	}
	return slices.ContainsFunc(v.in.Observed.Kustomizations, func(l ownership.ObservedKustomization) bool {
		return l.ID == k && slices.Contains(l.Inventory, o)
	})
}

// threat says how a Kustomization could delete the object on the way.
func (v *validator) threat(k ownership.KustomizationID, o ownership.ObjectID) (prune, finalizer bool) {
	for _, w := range v.views[k] {
		if _, renders := w.Render.Find(o); renders || !w.Spec.Prunes() || !w.Render.Builds() {
			continue
		}
		held := v.holdsLive(k, o) || slices.ContainsFunc(v.views[k], func(u ownership.View) bool {
			_, held := u.Render.Find(o)
			return held && v.mayPrecede(u, w)
		})
		prune = prune || (held && v.mayOwn(k, o, func(u ownership.View) bool { return v.mayPrecede(u, w) }))
	}
	_, stays := v.to.Kustomization(k)
	goes := (!stays || v.atRisk[k.Object()]) && !v.takenByDeleters(k, o)
	return prune, goes && v.mayOwn(k, o, func(ownership.View) bool { return true })
}

// mayOwn says whether the owner labels of the object can name a Kustomization
// while the object carries no guard of its own manifests (R6.3, R6.4), after
// views that the filter lets pass. One that leaves the object alone owns it only
// if no other owner in From applies it.
func (v *validator) mayOwn(k ownership.KustomizationID, o ownership.ObjectID, before func(ownership.View) bool) bool {
	for _, w := range v.views[k] {
		object, renders := w.Render.Find(o)
		first := w.SpecAt == v.from.At && w.ArtifactAt == v.from.At.Commit
		if renders && before(w) && !object.Traits.PruneDisabled && !leavesAlone(object.Traits) && (first || !w.Spec.Suspend) {
			return true
		}
	}
	if v.holdsLive(k, o) {
		return true
	}
	ks, _ := v.from.Kustomization(k)
	object, renders := ks.Render.Find(o)
	return renders && !object.Traits.PruneDisabled && !slices.ContainsFunc(v.before[o], func(other ownership.KustomizationID) bool {
		ks, _ := v.from.Kustomization(other)
		return other != k && !v.skipped(v.from, other, o) && !ks.Spec.Suspend && !ks.Spec.Ignores
	})
}

// stillDeletes says what of the threat is left under the fields the plan set
// and saw in force (P2, P4, P5, P6).
func (v *validator) stillDeletes(k ownership.KustomizationID, o ownership.ObjectID, prune, finalizer bool, path []ownership.ObjectID) string {
	suspend, pruning, policy := v.fields[k]["spec.suspend"], v.fields[k]["spec.prune"], v.fields[k]["spec.deletionPolicy"]
	if suspend.value == "true" && suspend.confirmed && (suspend.acted || !prune) {
		return ""
	}
	if v.holds[step.Condition{Kind: step.Forgotten, Kustomization: k, Object: o}] {
		return ""
	}
	if prune && (pruning.value != "false" || !pruning.acted) && !v.prunesByNewSpec(k, o) {
		return fmt.Sprintf("%s may prune it", k)
	}
	if after, stays := v.to.Kustomization(k); prune && stays && v.publishing && pruning.inGit && after.Spec.Prune && !v.editedNow(k, "spec.prune") {
		return fmt.Sprintf("the commit turns the pruning of %s on again", k)
	}
	if !finalizer {
		return ""
	}
	if _, stays := v.to.Kustomization(k); stays {
		if why := v.inDanger(k.Object(), path); why != "" {
			return fmt.Sprintf("%s may be deleted and take it along: %s", k, why)
		}
		return ""
	}
	ks, _ := v.from.Kustomization(k)
	mirrors := ks.Spec.DeletionPolicy == "" || ks.Spec.DeletionPolicy == ownership.MirrorPrune
	if mirrors && pruning.value == "false" && pruning.confirmed {
		return "" // R7.2
	}
	if ks.Spec.FinalizerDeletes() && (policy.value != ownership.PolicyOrphan || !policy.confirmed) {
		return fmt.Sprintf("%s goes and its finalizer deletes it", k)
	}
	return ""
}

// prunesByNewSpec says whether a Kustomization can prune the object only with
// the spec that comes with the change, in which this very commit turns pruning
// off: with its old spec it goes on rendering the object (P7).
func (v *validator) prunesByNewSpec(k ownership.KustomizationID, o ownership.ObjectID) bool {
	if !v.publishing || !v.editedNow(k, "spec.prune") || v.fields[k]["spec.prune"].value != "false" {
		return false
	}
	return !slices.ContainsFunc(v.views[k], func(w ownership.View) bool {
		_, renders := w.Render.Find(o)
		return !renders && w.Spec.Prunes() && w.Render.Builds() && w.SpecAt.Commit != v.to.At.Commit
	})
}

// takenOffEarly finds a manifest of the new commit by which an old owner can
// still apply the object without its guard before it lets go of it (H10).
func (v *validator) takenOffEarly(s step.Step, o ownership.ObjectID) string {
	if s.Kind != step.Publish || len(v.guards[o]) == 0 || v.guards[o][""] {
		return ""
	}
	for _, k := range v.holders(o) {
		prune, finalizer := v.threat(k, o)
		if _, stays := v.to.Kustomization(k); stays {
			finalizer = false // then the Kustomization is at risk itself, and looked at as such
		}
		if v.stillDeletes(k, o, prune, finalizer, nil) == "" {
			continue
		}
		for _, w := range v.views[k] {
			object, renders := w.Render.Find(o)
			if !renders || w.ArtifactAt != v.to.At.Commit || w.ArtifactAt == v.from.At.Commit || v.stageEdits[editKey(o, guardedBy, object.File)] {
				continue
			}
			if finalizer || (prune && v.prunesLater(w, o)) {
				return fmt.Sprintf("%s can still apply %s from this commit without the guard, and delete it then", k, object.File)
			}
		}
	}
	return ""
}

func (v *validator) prunesLater(w ownership.View, o ownership.ObjectID) bool {
	for _, u := range v.views[w.Kustomization] {
		if _, renders := u.Render.Find(o); !renders && w.NotAfter(u) && u.Spec.Prunes() && u.Render.Builds() {
			return true
		}
	}
	return false
}
