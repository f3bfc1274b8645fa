package rbac

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Notes says of rules what they leave out, and what they cannot know, sorted.
func Notes(in Input) []string {
	notes := []string{"Rights to read are for what the plan is about. What else inventories list is not looked at under them, and plan says so."}
	concerned := Concerned(in)
	for _, k := range in.Transition.From.Kustomizations {
		if in.Observed != nil || !concerned[k.ID] {
			continue
		}
		if !k.Render.Known() {
			notes = append(notes, fmt.Sprintf("It is not known what %s renders, so rights to read that are not in here; give the cluster with --kubeconfig FILE or --context NAME.", k.ID))
		}
		for _, o := range k.Render.Objects {
			if o.ScopeUnknown {
				notes = append(notes, fmt.Sprintf("Whether %s has namespaces is not known; it is taken to have.", o.ID.Kind))
			}
		}
	}
	if slices.ContainsFunc(objects(in), func(id objectID) bool { return placeOf(id).kind == secrets }) {
		notes = append(notes, "Secrets are read by name only, and of these the metadata; RBAC cannot hold anyone to that. To list them is not in here: ones that carry owner labels and that no inventory lists are not looked for, which plan says.")
	}
	if slices.ContainsFunc(in.Transition.From.Kustomizations, func(k ownership.Kustomization) bool { return k.Spec.Cluster != "" && concerned[k.ID] }) {
		notes = append(notes, "Other clusters are not in here, nor the Secrets of --remote-clusters.")
	}
	slices.Sort(notes)
	return slices.Compact(notes)
}
