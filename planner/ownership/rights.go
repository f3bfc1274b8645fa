package ownership

import "slices"

// Account gives the ServiceAccount that a Kustomization acts as, by its spec.
func (s Spec) Account() (ObjectID, bool) {
	for _, in := range s.Inputs {
		if in.Purpose == ForImpersonation {
			return in.Object, true
		}
	}
	return ObjectID{}, false
}

// Bindings gives the bindings of a state that give an account rights, sorted,
// each once. What the roles allow is not looked at.
func (d *Desired) Bindings(account ObjectID) []ObjectID {
	var found []ObjectID
	for _, k := range d.Kustomizations {
		for _, o := range k.Render.Objects {
			if o.ID.Cluster == account.Cluster && slices.ContainsFunc(o.Grants, func(g ObjectID) bool { return grantCovers(g, account) }) {
				found = append(found, o.ID)
			}
		}
	}
	slices.SortFunc(found, ObjectID.Compare)
	return slices.Compact(found)
}

// grantCovers says whether what a binding names is the account, or all of its
// namespace, or all there are.
func grantCovers(granted, account ObjectID) bool {
	return (granted.Namespace == "" || granted.Namespace == account.Namespace) && (granted.Name == "" || granted.Name == account.Name)
}

// Rights gives a binding that gives the account of a Kustomization its rights,
// where the transition deletes every one of those that From has and To has none
// (R10.8). A Kustomization of another cluster has its rights there.
func (w *Withdrawals) Rights(k Kustomization) (binding ObjectID, taken bool) {
	account, ok := k.Spec.Account()
	if !ok || k.Spec.Cluster != "" {
		return ObjectID{}, false
	}
	before := w.t.From.Bindings(account)
	if len(before) == 0 || len(w.t.To.Bindings(account)) > 0 ||
		slices.ContainsFunc(before, func(o ObjectID) bool { return !w.Withdrawn(o) }) {
		return ObjectID{}, false
	}
	return before[0], true
}
