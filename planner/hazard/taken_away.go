package hazard

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// KeepInputs is the remedy of FM-025.
const KeepInputs Remedy = "keep what is needed until its user is gone, then remove it"

var takenAwayRule = Rule{
	Code: "FM-025", Name: "taken from under its user", Severity: Blocks,
	Harm: "The change deletes a source, a Secret, a ConfigMap, an account or its rights, and a Kustomization still needs it.",
	Why: "Without its source, its values or its key a Kustomization cannot build, without the rights of its account it cannot " +
		"apply: it stops, and what waits for it stops too. One that is deleted needs its account once more: if that is gone first, its " +
		"finalizer deletes nothing and everything it held stays behind; without the rights, or the Secret with its kubeConfig, its " +
		"deletion hangs. Nothing orders the two deletions.",
	Source:   "R4.10, R4.11, R7.1, R7.5, R10.3, R10.7, R10.8; M5, R50",
	Remedies: []Remedy{KeepInputs, SplitRevision},
}

// takenAway matches FM-025.
func (f *facts) takenAway() []match {
	w := ownership.NewWithdrawals(f.t)
	var matches []match
	for _, k := range f.to.Kustomizations {
		if !k.Spec.Suspend {
			matches = append(matches, f.deprived(w, k)...)
		}
	}
	for _, k := range f.from.Kustomizations {
		if f.removed(k.ID) {
			matches = append(matches, f.deprivedAtLast(w, k)...)
		}
	}
	return matches
}

func takenFrom(k ksID, o objectID, because string) match {
	return match{code: "FM-025", group: k.String() + " " + o.String(), objects: []objectID{o, k.Object()}, owners: []ksID{k}, because: because}
}

// deprived finds what a Kustomization that stays loses. Without the account
// alone it goes on, but for the day on which it is deleted.
func (f *facts) deprived(w *ownership.Withdrawals, k ownership.Kustomization) []match {
	var matches []match
	for _, in := range w.From(k.ID) {
		matches = append(matches, takenFrom(k.ID, in.Object, fmt.Sprintf("%s needs %s (%s), which %s deletes: it is never Ready again",
			k.ID, in.Object.Display(), in.Purpose, f.to.Name)))
	}
	if binding, taken := w.Rights(k); taken {
		matches = append(matches, takenFrom(k.ID, binding, fmt.Sprintf("%s gives its rights to the account that %s acts as, and %s deletes it: every apply is refused",
			binding.Display(), k.ID, f.to.Name)))
	}
	if account, ok := k.Spec.Account(); ok && k.Spec.Cluster == "" && w.Withdrawn(account) {
		m := takenFrom(k.ID, account, fmt.Sprintf("%s acts as %s, which %s deletes: from then on its finalizer deletes nothing, and leaves behind all it holds",
			k.ID, account.Display(), f.to.Name))
		m.severity = Warns
		matches = append(matches, m)
	}
	return matches
}

// deprivedAtLast finds what the finalizer of a Kustomization needs, where that
// goes in the same change. An account that only the Kustomization itself has
// goes last of what it holds (R6.5).
func (f *facts) deprivedAtLast(w *ownership.Withdrawals, k ownership.Kustomization) []match {
	var matches []match
	for _, in := range k.Spec.Inputs {
		switch {
		case !w.Withdrawn(in.Object) || slices.Equal(f.fromOwners[in.Object], []ksID{k.ID}):
		case in.Purpose == ownership.ForImpersonation && k.Spec.Cluster == "":
			matches = append(matches, takenFrom(k.ID, in.Object, fmt.Sprintf("%s goes in the same change as %s, whose finalizer acts as it: gone first, nothing is deleted and all it holds stays behind",
				in.Object.Display(), k.ID)))
		case in.Purpose == ownership.ForKubeConfig:
			matches = append(matches, takenFrom(k.ID, in.Object, fmt.Sprintf("%s goes in the same change as %s, whose finalizer needs it: gone first, the deletion hangs until it is suspended",
				in.Object.Display(), k.ID)))
		}
	}
	if binding, taken := w.Rights(k); taken {
		matches = append(matches, takenFrom(k.ID, binding, fmt.Sprintf("%s goes in the same change as %s, whose finalizer needs its rights: gone first, the deletion hangs",
			binding.Display(), k.ID)))
	}
	return matches
}
