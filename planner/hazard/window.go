package hazard

import (
	"fmt"
	"slices"
	"strings"
)

// windows matches FM-010: what a window without pruning forgets, which old
// Kustomizations survive it, and that one opens.
func (f *facts) windows() []match {
	matches := f.opens()
	for _, o := range f.sorted {
		before := f.fromOwners[o]
		if len(before) == 0 || f.kept(o) || len(f.ends[o]) > 0 || f.mayStay(o) || f.stuck(before) || f.hasOtherGroup(o) {
			continue
		}
		if k, ok := o.AsKustomization(); ok {
			matches = append(matches, f.survivor(k, before))
			continue
		}
		names := strings.Join(namesOf(before), ", ")
		matches = append(matches, match{code: "FM-010", severity: Warns, group: "forgets " + names,
			objects: []objectID{o}, owners: before,
			because: fmt.Sprintf("%s no longer has it, and %s does not delete it (%s): it stays live and nobody manages it",
				f.to.Name, names, f.whyKept(o, before[0]))})
	}
	return matches
}

// mayStay says whether an owner may still render the object for all we know.
func (f *facts) mayStay(o objectID) bool {
	return slices.ContainsFunc(f.fromOwners[o], func(k ksID) bool {
		after, ok := f.to.Kustomization(k)
		return ok && !after.Render.Known()
	})
}

// stuck says whether an owner stays and does not build in the state after. It
// forgets nothing: its inventory stays as it is (R2.5), and FM-019 says so.
func (f *facts) stuck(owners []ksID) bool {
	return slices.ContainsFunc(owners, func(k ksID) bool {
		after, ok := f.to.Kustomization(k)
		return ok && !after.Spec.Suspend && after.Render.Known() && !after.Render.Builds()
	})
}

func (f *facts) whyKept(o objectID, owner ksID) string {
	before, _ := f.from.Kustomization(owner)
	after, stays := f.to.Kustomization(owner)
	x, _ := before.Render.Find(o)
	switch {
	case guards(x.Traits):
		return "it carries a guard"
	case stays && after.Spec.Suspend:
		return "suspended"
	case stays && after.Spec.Cluster != o.Cluster:
		return "it applies to another cluster now"
	case stays && !after.Spec.Prune, !stays && !before.Spec.Prune:
		return "prune: false"
	case !stays && before.Spec.Suspend:
		return "deleted while suspended"
	case !stays && !before.Spec.FinalizerDeletes():
		return "deletionPolicy: " + before.Spec.DeletionPolicy
	}
	return "its own parent does not delete it"
}

// survivor is an old Kustomization that its parent drops but does not delete.
// It goes on applying with its last spec, against the new owners.
func (f *facts) survivor(k ksID, parents []ksID) match {
	fights := f.fights(k)
	names := strings.Join(namesOf(parents), ", ")
	m := match{code: "FM-010", severity: Warns, group: "survives " + names + " " + fmt.Sprint(len(fights) > 0),
		objects: append([]objectID{k.Object()}, fights...), owners: append([]ksID{k}, parents...)}
	m.because = fmt.Sprintf("%s no longer declares it, but %s does not delete it: it lives on with its last spec", f.to.Name, names)
	if len(fights) > 0 {
		m.severity = Blocks
		m.because += ", and contests what the new owners render"
	}
	return m
}

// fights gives what a survivor renders and others own in the state after.
func (f *facts) fights(k ksID) []objectID {
	if before, _ := f.from.Kustomization(k); before.Spec.Suspend {
		return nil
	}
	var ids []objectID
	for _, v := range f.views[k] {
		for _, o := range v.Render.Objects {
			owners := f.toOwners[o.ID]
			if v.ArtifactAt == f.to.At.Commit && takes(v, o.ID) && len(owners) > 0 && !slices.Contains(owners, k) {
				ids = append(ids, o.ID)
			}
		}
	}
	return unique(ids)
}

// opens says which Kustomizations stop pruning.
func (f *facts) opens() []match {
	var matches []match
	for _, after := range f.to.Kustomizations {
		before, ok := f.from.Kustomization(after.ID)
		if ok && before.Spec.Prune && !after.Spec.Prune && isRead(after) {
			matches = append(matches, match{code: "FM-010", severity: Warns, group: "opens", owners: []ksID{after.ID},
				objects: []objectID{after.ID.Object()},
				because: "prune is turned off: what leaves Git from here on is forgotten for good, also when prune is turned on again"})
		}
	}
	return matches
}
