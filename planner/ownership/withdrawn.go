package ownership

import "slices"

// ForSource is the purpose of a source, beside those of an Input.
const ForSource = "sourceRef"

// Withdrawals knows what a transition takes away: of a pair of states what the
// first has, the second has not, and somebody deletes.
type Withdrawals struct {
	from  fates
	after map[ObjectID][]KustomizationID
	t     *Transition
}

// NewWithdrawals looks at both ends of a transition.
func NewWithdrawals(t *Transition) *Withdrawals {
	return &Withdrawals{t: t, after: t.To.Owners(), from: fates{from: t.From, to: t.To, owners: t.From.Owners()}}
}

// Withdrawn says whether an object of the state before is deleted for good:
// itself, or with its Namespace (R10.1).
func (w *Withdrawals) Withdrawn(o ObjectID) bool {
	if w.dropped(o) {
		return true
	}
	namespace := ObjectID{Cluster: o.Cluster, Kind: "Namespace", Name: o.Namespace}
	return o.Namespace != "" && w.dropped(namespace)
}

func (w *Withdrawals) dropped(o ObjectID) bool {
	_, before := w.from.owners[o]
	_, after := w.after[o]
	return before && !after && w.from.of(o) == Dropped
}

// From gives what a Kustomization of the state after cannot do without and
// loses: its source, and each of its inputs that is not optional. A suspended
// one does without. An account is none of these: whoever may act as it may go on
// when it is gone, as long as its rights are there (see Rights).
func (w *Withdrawals) From(id KustomizationID) []Input {
	k, ok := w.t.To.Kustomization(id)
	if !ok || k.Spec.Suspend {
		return nil
	}
	needs := append([]Input{{Object: k.Spec.Source.Object(), Purpose: ForSource}}, k.Spec.Inputs...)
	return slices.DeleteFunc(needs, func(in Input) bool {
		return in.Optional || in.Purpose == ForImpersonation || !w.Withdrawn(in.Object)
	})
}
