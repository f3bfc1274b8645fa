package hazard

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// heldUp finds Kustomizations that wait in the state before for what is never
// Ready there, so that it does not tell what they have applied. As staleInventory
// it matters where they can delete later.
func (f *facts) heldUp(k ksID) ([]ownership.Unknown, []ownership.Assumption) {
	before, ok := f.from.Kustomization(k)
	_, seen := f.live.kustomizations[k]
	if seen || !ok || before.Spec.Suspend || !before.Render.Builds() || len(before.Spec.DependsOn) == 0 {
		return nil, nil
	}
	why, sure := f.held.In(f.from, k)
	if why == "" || !f.deletesLater(k) {
		return nil, nil
	}
	if !sure {
		return nil, []ownership.Assumption{{Subject: "Kustomization " + k.String(),
			Text: "is taken to have applied " + f.from.Name + " before what it waits for was suspended: " + why}}
	}
	return []ownership.Unknown{{Subject: "Kustomization " + k.String(),
		Why:    "waits in " + f.from.Name + " for what is never Ready (" + why + "), so its inventory may hold what it rendered earlier, and it can delete that later",
		Supply: "its live inventory: --live FILE or --kubeconfig"}}, nil
}

// deletesLater says whether its finalizer may run, or a run get as far as
// pruning: it does not where every state holds it up.
func (f *facts) deletesLater(k ksID) bool {
	held := f.held.Always(f.states, k)
	return slices.ContainsFunc(f.views[k], func(v view) bool {
		return !held && v.Spec.Prunes() && v.Render.Builds() || v.Spec.FinalizerDeletes() && len(f.ends[k.Object()]) > 0
	})
}
