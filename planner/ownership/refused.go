package ownership

import "strings"

// Refused gives the first object of a Kustomization of To that the API server
// refuses, as it changes a field that nobody may change, and that field
// (R5.16): no run of it is ever Ready. Under force the object is recreated
// instead, and none is refused.
func (t *Transition) Refused(id KustomizationID) (o ObjectID, field string) {
	k, ok := t.To.Kustomization(id)
	if !ok || k.Spec.Suspend || k.Spec.Force || !k.Render.Builds() {
		return ObjectID{}, ""
	}
	for _, x := range k.Render.Objects {
		if field := t.Refixed(x); field != "" && !x.Traits.Force {
			return x.ID, field
		}
	}
	return ObjectID{}, ""
}

// Refixed gives the first field of an object, as To renders it, that nobody
// may change and that differs from every manifest of the state before; "" where
// there is none, and where a run leaves the object alone (R5.6).
func (t *Transition) Refixed(x Object) string {
	if len(x.Fixed) == 0 || x.Traits.skips() {
		return ""
	}
	for _, field := range x.Fixed {
		had, has := false, false
		for _, k := range t.From.Kustomizations {
			before, _ := k.Render.Find(x.ID)
			for _, f := range before.Fixed {
				had = had || f.Name == field.Name
				has = has || f == field
			}
		}
		if had && !has {
			return field.Name
		}
	}
	return ""
}

// skips says whether a run leaves an existing object with such a manifest
// untouched (R5.6).
func (t Traits) skips() bool {
	return t.ReconcileDisabled || strings.EqualFold(t.SSA, "Ignore") || strings.EqualFold(t.SSA, "IfNotPresent")
}
