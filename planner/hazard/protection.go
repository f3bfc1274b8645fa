package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// lateProtection matches FM-005 for losses that the spec of the state after
// was meant to prevent: it comes in the revision that changes the content, and
// so too late for a run with the old spec (H4).
func (f *facts) lateProtection(losses []*end) []match {
	var matches []match
	for _, e := range losses {
		before, was := f.from.Kustomization(e.by)
		after, is := f.to.Kustomization(e.by)
		if e.how == ByCascade || !was || !is {
			continue
		}
		what := newProtection(before.Spec, after.Spec, f.toOwners[e.object], e.how)
		example := e
		if e.how == ByPrune {
			example = f.oldSpecPrune(e)
		}
		if what == "" || example == nil {
			continue
		}
		matches = append(matches, match{code: "FM-005", severity: Loses, group: f.handover(e), example: example,
			objects: []objectID{e.object}, owners: f.concerned(e),
			because: fmt.Sprintf("%s gets %s in the same step that moves the object; it can run the new revision before that, with its old spec", e.by, what)})
	}
	return matches
}

// oldSpecPrune gives the end by a run of a later revision with the spec of the
// state before; nil if that run deletes nothing.
func (f *facts) oldSpecPrune(e *end) *end {
	for _, at := range f.views[e.by] {
		if at.SpecAt != f.from.At || !at.Mixed() || !f.pruneable(at, e.object) {
			continue
		}
		if held, ok := f.heldBefore(at, e.object); ok {
			old := *e
			old.at, old.held = at, held
			return &old
		}
	}
	return nil
}

// newProtection says which field of a later spec of the deleting Kustomization
// is new there and would have been a protection; "" if none.
func newProtection(before, after ownership.Spec, adopters []ksID, how How) string {
	switch {
	case before.Prunes() && after.Suspend:
		return "suspend: true"
	case before.Prune && !after.Prune && (how == ByPrune || !after.FinalizerDeletes()):
		return "prune: false"
	case how == ByFinalizer && before.FinalizerDeletes() && after.DeletionPolicy == ownership.PolicyOrphan:
		return "deletionPolicy: Orphan"
	}
	for _, dep := range after.DependsOn {
		if how == ByPrune && slices.Contains(adopters, dep.On) && !dependsOn(before, dep.On) {
			return "dependsOn " + dep.On.String()
		}
	}
	return ""
}

func dependsOn(s ownership.Spec, k ksID) bool {
	return slices.ContainsFunc(s.DependsOn, func(d ownership.Dependency) bool { return d.On == k })
}

// skippedAdoption matches FM-008: no owner in the state after ever becomes the
// owner of the live object, since every manifest says to skip it (H12). Nothing
// about it is a matter of order.
func (f *facts) skippedAdoption(losses []*end) []match {
	lost := make(map[objectID]*end)
	for _, e := range losses {
		if lost[e.object] == nil {
			lost[e.object] = e
		}
	}
	var matches []match
	for _, o := range f.sorted {
		before, after := f.fromOwners[o], f.toOwners[o]
		if len(before) == 0 || len(after) == 0 || overlap(before, after) || !f.allSkip(o) {
			continue
		}
		m := match{code: "FM-008", severity: Blocks, objects: []objectID{o}, owners: append(slices.Clone(before), after...),
			group:   strings.Join(namesOf(before), " ") + " > " + strings.Join(namesOf(after), " "),
			because: strings.Join(namesOf(after), ", ") + " renders it with an annotation that skips existing objects, so the owner label never changes"}
		if f.live.skipped(o) {
			m.group += " live"
			m.because = "the live object says to skip it (" + f.live.skipWord(o) + "), so no run of " + strings.Join(namesOf(after), ", ") + " changes its owner label"
		}
		if m.example = lost[o]; m.example != nil {
			m.severity = Loses
		}
		matches = append(matches, m)
	}
	return matches
}

func (f *facts) allSkip(o objectID) bool {
	return f.live.skipped(o) || !slices.ContainsFunc(f.rendersOf(f.to, o), func(x ownership.Object) bool { return !skips(x.Traits) })
}

// lostGuard matches FM-009: the object carries a guard in the state before,
// and a run on the way applies it without, before its owner deletes it (H10).
func (f *facts) lostGuard(losses []*end) []match {
	var matches []match
	for _, e := range losses {
		if e.how == ByCascade {
			continue
		}
		before, _ := f.from.Kustomization(e.by)
		x, ok := before.Render.Find(e.object)
		if !ok || !x.Traits.PruneDisabled {
			continue
		}
		because := "the guard leaves the manifests in the step that moves the object, so " + e.by.String() + " takes it off before it deletes"
		if !guards(x.Traits) {
			because = "its manifest is never applied, as it says to skip the object, so the guard in it may not be live"
		}
		matches = append(matches, match{code: "FM-009", severity: Loses, group: f.handover(e), example: e,
			objects: []objectID{e.object}, owners: f.concerned(e), because: because})
	}
	return matches
}

// ignoredPrune matches FM-011: prune is off, and the deletion policy deletes
// all the same (R7.2).
func (f *facts) ignoredPrune(losses []*end) []match {
	var matches []match
	for _, e := range losses {
		if e.how != ByFinalizer || e.at.Spec.Prune {
			continue
		}
		matches = append(matches, match{code: "FM-011", severity: Loses, group: e.by.String(), example: e,
			objects: []objectID{e.object}, owners: []ksID{e.by},
			because: fmt.Sprintf("%s has prune: false, and deletionPolicy: %s", e.by, e.at.Spec.DeletionPolicy)})
	}
	return matches
}
