package worlds

import (
	"maps"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Whole gives the transition from nothing at all to the last state of the
// world, with every spec that anything here ever gives to a Kustomization at
// every commit: what a recording shows, from its first line on.
func (w *World) Whole() *ownership.Transition {
	t := &ownership.Transition{From: &ownership.Desired{Name: "nothing", At: ownership.Position{Switch: -1}}}
	var states []*ownership.Desired
	for _, at := range w.Positions() {
		d := w.State(at)
		for i, k := range d.Kustomizations {
			d.Kustomizations[i].Render = w.exact(k.Spec, at.Commit)
		}
		states = append(states, d)
	}
	last := len(states) - 1
	t.To, t.Between = states[last], states[:last]
	written := w.Written()
	for _, name := range slices.Sorted(maps.Keys(written)) {
		for _, tok := range written[name] {
			id, _ := tok.Object.ID.AsKustomization()
			for c := range w.Commits {
				v := w.view(id, tok.Spec, ownership.Position{}, c)
				v.Render = w.exact(tok.Spec, c)
				t.Mixed = append(t.Mixed, v)
			}
		}
	}
	return t
}

// Written gives, by name, every manifest that a Kustomization has in any root
// or path, each spec once.
func (w *World) Written() map[string][]Token {
	all := map[string][]Token{}
	add := func(tok Token) {
		name := tok.Object.ID.Name
		known := func(other Token) bool { return other.Spec.Digest == tok.Spec.Digest }
		if tok.IsKustomization() && !slices.ContainsFunc(all[name], known) {
			all[name] = append(all[name], tok)
		}
	}
	for _, roots := range w.Roots {
		for _, name := range slices.Sorted(maps.Keys(roots)) {
			add(roots[name])
		}
	}
	for _, commit := range w.Commits {
		for _, name := range slices.Sorted(maps.Keys(commit)) {
			for _, tok := range commit[name].Objects {
				add(tok)
			}
		}
	}
	return all
}

// exact is Render, in which every manifest says which spec it gives.
func (w *World) exact(s ownership.Spec, commit int) ownership.Render {
	r := w.Render(s, commit)
	specs := map[ownership.ObjectID]string{}
	for _, tok := range w.Commits[commit][s.Path].Objects {
		specs[tok.Object.ID] = tok.Spec.Digest
	}
	for i, o := range r.Objects {
		r.Objects[i].SpecDigest = specs[o.ID]
	}
	return r
}
