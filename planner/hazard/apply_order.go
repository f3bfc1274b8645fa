package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// applyOrder matches FM-037: what only the state after has needs a Namespace or
// a CustomResourceDefinition that only the state after has too, and another
// Kustomization applies that. A run whose objects the API server refuses in the
// dry run applies nothing of that stage or of a later one (R5.4).
func (f *facts) applyOrder() []objectHazard {
	needed := f.newFoundations()
	if len(needed) == 0 {
		return nil
	}
	var found []objectHazard
	for _, k := range f.to.Kustomizations {
		for _, base := range needed {
			if h, ok := f.unordered(k, base); ok {
				found = append(found, h)
			}
		}
	}
	return found
}

// newFoundations gives the Namespaces and CustomResourceDefinitions that come,
// but those that were there before Git had them, as something rests on them.
func (f *facts) newFoundations() []objectID {
	var ids []objectID
	for _, o := range f.sorted {
		if _, there := f.live.objects[o]; !f.comes(o) || there || !f.foundation(o) {
			continue
		}
		if !slices.ContainsFunc(f.sorted, func(x objectID) bool { return f.fromOwners[x] != nil && f.restsOn(x, o) }) {
			ids = append(ids, o)
		}
	}
	return ids
}

func (f *facts) foundation(o objectID) bool {
	return isNamespace(o) || f.objects[o].Defines != (ownership.GroupKind{})
}

// restsOn says whether an object cannot be applied without the other one.
func (f *facts) restsOn(o, base objectID) bool {
	if o.Cluster != base.Cluster || o == base {
		return false
	}
	if isNamespace(base) {
		return o.Namespace == base.Name
	}
	return f.objects[base].Defines == ownership.GroupKind{Group: o.Group, Kind: o.Kind}
}

// unordered says what of a Kustomization rests on a foundation that others
// bring, and whether it is ever there in time.
func (f *facts) unordered(k ownership.Kustomization, base objectID) (objectHazard, bool) {
	owners := f.toOwners[base]
	if slices.Contains(owners, k.ID) || overlap(f.waitsFor(k.ID), owners) {
		return objectHazard{}, false
	}
	var users []objectID
	for _, o := range k.Render.Objects {
		if f.restsOn(o.ID, base) {
			users = append(users, o.ID)
		}
	}
	if len(users) == 0 {
		return objectHazard{}, false
	}
	names := strings.Join(namesOf(owners), ", ")
	h := objectHazard{match: match{code: "FM-037", severity: Warns, group: k.ID.String() + " " + base.Display(),
		objects: append([]objectID{base}, users...), owners: append([]ksID{k.ID}, owners...)}}
	h.match.because = fmt.Sprintf("nothing makes %s wait for %s, which brings %s: until that is there its runs fail, and of what comes with them nothing is applied", k.ID, names, base.Display())
	if slices.ContainsFunc(owners, func(o ksID) bool { return slices.Contains(f.waitsFor(o), k.ID) }) {
		h.match.severity = Blocks
		h.match.because = fmt.Sprintf("%s brings %s and waits for %s, which cannot apply what rests on it: neither ever gets on", names, base.Display(), k.ID)
	}
	return h, true
}

// waitsFor gives every Kustomization that has to have applied, in the state
// after, before the given one first does: its dependencies, and, where it is
// new, those that render it and what they wait for. A parent applies
// Namespaces and definitions before its children (R5.4).
func (f *facts) waitsFor(k ksID) []ksID {
	var seen []ksID
	var walk func(ksID)
	walk = func(id ksID) {
		x, ok := f.to.Kustomization(id)
		if !ok {
			return
		}
		var above []ksID
		for _, dep := range x.Spec.DependsOn {
			above = append(above, dep.On)
		}
		if f.comes(id.Object()) {
			above = append(above, x.Parents...)
		}
		for _, a := range above {
			if !slices.Contains(seen, a) {
				seen = append(seen, a)
				walk(a)
			}
		}
	}
	walk(k)
	return seen
}
