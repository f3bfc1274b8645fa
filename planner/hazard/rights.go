package hazard

import (
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// GrantFirst is the remedy of FM-032.
const GrantFirst Remedy = "give the account its rights first, in a revision of its own"

var rightsRule = Rule{
	Code: "FM-032", Name: "rights not seen", Severity: Warns,
	Harm: "The new owner acts as an account to which nothing in the repository gives rights where its new objects are.",
	Why: "With spec.serviceAccountName a run applies, reads labels and prunes as that account. What it may not do fails the whole " +
		"stage of the apply, so that it takes nothing over, while the old owner, which may, drops and deletes. The account that the " +
		"controller itself has is no help. A RoleBinding counts in its own namespace, and no role is looked into.",
	Source:   "R5.14, R7.5, R10.8, 12.1; M8, R50",
	Remedies: []Remedy{GrantFirst, GuardObjects},
}

// unseenRights matches FM-032: objects that a Kustomization comes to apply as
// an account, and that no binding of To covers.
func (f *facts) unseenRights() []match {
	var matches []match
	for _, k := range f.to.Kustomizations {
		account, ok := f.actsAs(k)
		if !ok || k.Spec.Suspend || k.Spec.Cluster != "" {
			continue
		}
		var bare []objectID
		for _, o := range f.newOf(k) {
			if !f.granted(account, o) {
				bare = append(bare, o)
			}
		}
		if len(bare) > 0 {
			matches = append(matches, match{code: "FM-032", group: k.ID.String(), objects: bare, owners: []ksID{k.ID},
				because: fmt.Sprintf("%s acts as %s, and %s has no binding that gives it rights there", k.ID, account.Display(), f.to.Name)})
		}
	}
	return matches
}

// actsAs gives the account of a Kustomization: its own, or the default one of
// the controller that was seen.
func (f *facts) actsAs(k ownership.Kustomization) (objectID, bool) {
	if account, ok := k.Spec.Account(); ok {
		return account, true
	}
	if f.live.observed == nil {
		return objectID{}, false
	}
	for _, c := range f.live.observed.Controllers {
		if c.DefaultServiceAccount != "" {
			return objectID{Kind: "ServiceAccount", Namespace: k.ID.Namespace, Name: c.DefaultServiceAccount}, true
		}
	}
	return objectID{}, false
}

// newOf gives what a Kustomization renders in To and has not applied before as
// the account that it has there.
func (f *facts) newOf(k ownership.Kustomization) []objectID {
	before, ok := f.from.Kustomization(k.ID)
	now, _ := f.actsAs(k)
	was, had := f.actsAs(before)
	same := ok && had && now == was
	var ids []objectID
	for _, o := range k.Render.Objects {
		if _, held := before.Render.Find(o.ID); !held || !same {
			ids = append(ids, o.ID)
		}
	}
	return ids
}

// granted says whether a binding of To gives an account rights where an object
// is.
func (f *facts) granted(account, o objectID) bool {
	for _, b := range f.to.Bindings(account) {
		if b.Kind == "ClusterRoleBinding" || b.Namespace == o.Namespace {
			return true
		}
	}
	return false
}
