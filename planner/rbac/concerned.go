package rbac

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// Concerned gives the Kustomizations that the plan depends on: those of its
// basis, or, where it was made without a cluster, those that its changes and
// steps name, and all above them.
func Concerned(in Input) map[ksID]bool {
	all := make(map[ksID]bool)
	for _, f := range in.Plan.Basis.Observed {
		all[f.Kustomization] = true
	}
	if len(all) > 0 {
		return all
	}
	for _, c := range in.Plan.Changes {
		for _, k := range slices.Concat(c.From, c.To) {
			all[k] = true
		}
		addKustomization(all, c.Object)
	}
	for _, s := range in.Plan.Steps() {
		addKustomization(all, s.Target)
		for _, c := range conditions(s) {
			addKustomization(all, c.Kustomization.Object())
			addKustomization(all, c.Object)
		}
	}
	delete(all, ksID{})
	addParents(all, in.Transition.From, in.Transition.To)
	return all
}

func addKustomization(all map[ksID]bool, id objectID) {
	if k, is := id.AsKustomization(); is {
		all[k] = true
	}
}

func addParents(all map[ksID]bool, states ...*ownership.Desired) {
	for again := true; again; {
		known := len(all)
		for _, d := range states {
			for _, k := range d.Kustomizations {
				for _, parent := range k.Parents {
					if all[k.ID] {
						all[parent] = true
					}
				}
			}
		}
		again = len(all) > known
	}
}

func conditions(s step.Step) []step.Condition { return slices.Concat(s.Needs, s.Leaves) }
