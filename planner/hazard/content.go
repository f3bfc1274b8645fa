package hazard

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// changedContent finds kept objects that a change of content can end without
// any change of owners: under force, where any refusal by the API server ends
// in a deletion (R5.9). What is refused for certain is no unknown: see recreated.
func (f *facts) changedContent() []ownership.Unknown {
	var unknowns []ownership.Unknown
	for o, k := range f.changedByForce() {
		if f.recreates(k, o) == "" {
			unknowns = append(unknowns, f.underForce(k, o))
		}
	}
	return unknowns
}

// underForce says what becomes of an object that is changed under force, which
// is no part of the model.
func (f *facts) underForce(k ksID, o objectID) ownership.Unknown {
	u := ownership.Unknown{Subject: o.Display(),
		Why:    k.String() + " changes it under force: if the API server refuses the change, the object is deleted (R5.9)",
		Supply: "a server-side dry run of the change, or drop force"}
	if field := f.refixed(k, o); field != "" {
		u.Why = k.String() + " changes " + field + " of it under force, which the API server refuses: the object is deleted and made anew (R5.9)"
		u.Supply = "a manifest that keeps " + field + ", or drop force"
	}
	return u
}

// recreated gives one sentence for each object that should live and that a
// change of an immutable field under force ends for certain.
func (f *facts) recreated() []string {
	var said []string
	for o, k := range f.changedByForce() {
		if field := f.recreates(k, o); field != "" {
			said = append(said, fmt.Sprintf("%s changes %s of %s under force, which the API server refuses: the object is deleted and made anew (R5.9); "+
				"keep %s, drop force, or give the object another name", k, field, o.Display(), field))
		}
	}
	return said
}

// recreates gives the immutable field of a live object that a Kustomization
// changes under force; "" where it changes none, or may never apply it: it is
// held up or suspended, or the live object is gone or marked to be left alone.
func (f *facts) recreates(k ksID, o objectID) string {
	held, _ := f.held.In(f.to, k)
	x, seen := f.live.objects[o]
	gone := f.live.observed != nil && slices.Contains(f.live.observed.Missing, o)
	if held != "" || gone || seen && skips(x.Traits) || f.whyIdle(k) != "" {
		return ""
	}
	return f.refixed(k, o)
}

// rendersOf gives the object as each owner in a state renders it.
func (f *facts) rendersOf(d *ownership.Desired, o objectID) []ownership.Object {
	var all []ownership.Object
	for _, id := range f.renderers[o] {
		k, _ := d.Kustomization(id)
		if x, ok := k.Render.Find(o); ok {
			all = append(all, x)
		}
	}
	return all
}

// forces gives the first Kustomization that may apply new content by force.
func (f *facts) forces(o objectID, before []ownership.Object) (ksID, bool) {
	if len(before) == 0 {
		return ksID{}, false
	}
	forced := slices.ContainsFunc(before, func(x ownership.Object) bool { return x.Traits.Force })
	for _, k := range f.renderers[o] {
		for _, v := range f.views[k] {
			x, _ := v.Render.Find(o)
			if f.first(v) || !takes(v, o) || !(forced || v.Spec.Force || x.Traits.Force) {
				continue
			}
			if !slices.ContainsFunc(before, func(b ownership.Object) bool { return b.Digest == x.Digest }) {
				return k, true
			}
		}
	}
	return ksID{}, false
}
