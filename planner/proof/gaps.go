package proof

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// gaps gives what keeps every scene from being the whole story: commits and
// states that are not known, and Kustomizations of which nobody knows what
// they render or hold.
func (f *facts) gaps() []Gap {
	all := []Gap{}
	if why := f.q.Transition.BetweenUnknown; why != "" {
		all = append(all, Gap{"commits between", "they may be fetched too, and were not examined: " + why})
	}
	for _, k := range f.ids {
		if why := cmp.Or(f.hides(k), f.staleInventory(k)); why != "" {
			all = append(all, Gap{"Kustomization " + k.String(), why})
		}
	}
	for _, u := range f.unshared() {
		said := func(g Gap) bool { return g.Subject == u.Subject && strings.HasSuffix(g.Why, u.Why) }
		if !slices.ContainsFunc(all, said) {
			all = append(all, Gap{u.Subject, u.Why})
		}
	}
	slices.SortFunc(all, func(a, b Gap) int { return cmp.Or(cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Why, b.Why)) })
	return slices.Compact(all)
}

// unshared gives what is unknown of some states and not of all. What all have
// alike is asked where it matters.
func (f *facts) unshared() []ownership.Unknown {
	var found []ownership.Unknown
	for _, d := range f.states {
		for _, u := range d.Unknowns {
			if slices.ContainsFunc(f.states, func(e *ownership.Desired) bool { return !slices.Contains(e.Unknowns, u) }) {
				found = append(found, u)
			}
		}
	}
	return found
}

// hides says why a Kustomization may delete what nobody knows it has; "" where
// all it renders is known, or known not to change while it lasts.
func (f *facts) hides(k ksID) string {
	why := ""
	a := f.actors[k]
	for _, v := range a.seen {
		if text := unknownText(v.Render); text != "" && why == "" {
			why = text
		}
	}
	if why == "" || f.unchanged(a) && f.neverGoes(k) {
		return ""
	}
	return "what it renders is not known: " + why
}

func unknownText(r ownership.Render) string {
	if r.Unknown != "" {
		return r.Unknown
	}
	return strings.Join(r.UnknownIDs, "; ")
}

// unchanged says whether every view has a spec that makes the same objects, and
// an unknown render that is known to depend on the same.
func (f *facts) unchanged(a *actor) bool {
	first := a.seen[0]
	return first.Render.Basis != "" && !slices.ContainsFunc(a.seen, func(v view) bool {
		return !v.Spec.SameContent(first.Spec) || v.Render.Basis != first.Render.Basis || unknownText(v.Render) != unknownText(first.Render)
	})
}

// neverGoes says whether nobody deletes a Kustomization once it is there.
func (f *facts) neverGoes(k ksID) bool {
	if f.lasting(k) {
		return true
	}
	_, before := f.from.Kustomization(k)
	_, after := f.to.Kustomization(k)
	if before || !after || f.script.removed[k] {
		return false
	}
	// New: it goes again only if a state after the first that has it lacks it.
	had := false
	for _, in := range f.in(k) {
		if had && in == nil {
			return false
		}
		had = had || in != nil
	}
	return true
}
