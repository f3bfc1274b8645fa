package hazard

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// prerequisites gives the inputs of new Kustomizations that nothing is known
// to provide: no Kustomization but itself renders them, none in the state
// before used them, and they were not seen live.
func (f *facts) prerequisites() []Prerequisite {
	var all []Prerequisite
	for _, k := range f.to.Kustomizations {
		before, _ := f.from.Kustomization(k.ID)
		for _, in := range k.Spec.Inputs {
			if in.Optional || usesInput(before.Spec, in.Object) || f.provided(in.Object, k.ID) {
				continue
			}
			all = append(all, Prerequisite{Object: in.Object, Kustomization: k.ID, Purpose: in.Purpose,
				Because: fmt.Sprintf("%s needs it in namespace %s, and nothing is known to make it there", k.ID, in.Object.Namespace)})
		}
	}
	slices.SortFunc(all, func(a, b Prerequisite) int {
		return cmp.Or(a.Object.Compare(b.Object), a.Kustomization.Compare(b.Kustomization), cmp.Compare(a.Purpose, b.Purpose))
	})
	return slices.Compact(all)
}

func usesInput(s ownership.Spec, o objectID) bool {
	return slices.ContainsFunc(s.Inputs, func(in ownership.Input) bool { return in.Object == o })
}

func (f *facts) provided(o objectID, forWhom ksID) bool {
	if _, ok := f.live.objects[o]; ok {
		return true
	}
	byAnother := func(k ksID) bool { return k != forWhom }
	if slices.ContainsFunc(f.toOwners[o], byAnother) {
		return true
	}
	return slices.ContainsFunc(f.from.Kustomizations, func(k ownership.Kustomization) bool { return usesInput(k.Spec, o) })
}

// missingInputs matches FM-004: a Kustomization that takes over from one of
// another namespace lacks there what the old one had. In one namespace both
// would use the same object.
func (f *facts) missingInputs() []match {
	var matches []match
	for _, p := range f.prerequisites() {
		for _, old := range f.predecessors(p.Kustomization) {
			before, _ := f.from.Kustomization(old)
			if !usesSame(before.Spec, p) {
				continue
			}
			matches = append(matches, match{code: "FM-004", group: old.String() + " > " + p.Kustomization.String(),
				objects: []objectID{p.Object}, owners: []ksID{p.Kustomization, old},
				because: fmt.Sprintf("%s moves from namespace %s to %s, where nothing is known to make its inputs; until they are there it adopts nothing",
					p.Kustomization.Name, old.Namespace, p.Kustomization.Namespace)})
		}
	}
	return matches
}

// predecessors gives the Kustomizations of the state before that the state
// after lacks and whose objects the given one renders.
func (f *facts) predecessors(k ksID) []ksID {
	var olds []ksID
	after, _ := f.to.Kustomization(k)
	for _, o := range after.Render.Objects {
		for _, old := range f.fromOwners[o.ID] {
			if _, stays := f.to.Kustomization(old); !stays {
				olds = append(olds, old)
			}
		}
	}
	for _, old := range f.from.Kustomizations {
		if _, stays := f.to.Kustomization(old.ID); !stays && old.ID.Name == k.Name {
			olds = append(olds, old.ID)
		}
	}
	return unique(olds)
}

func usesSame(s ownership.Spec, p Prerequisite) bool {
	return slices.ContainsFunc(s.Inputs, func(in ownership.Input) bool {
		return in.Object.Kind == p.Object.Kind && in.Object.Name == p.Object.Name && in.Purpose == p.Purpose
	})
}
