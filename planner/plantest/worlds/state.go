package worlds

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// basis gives how much of an unknown's text is its Basis: all, or, of one
// with a second "?", nothing.
func basis(unknown string) int {
	if strings.HasPrefix(unknown, "?") {
		return 0
	}
	return len(unknown)
}

// Render builds a path of a commit for a spec, whose digest is its words.
func (w *World) Render(s ownership.Spec, commit int) ownership.Render {
	c, ok := w.Commits[commit][s.Path]
	switch {
	case !ok:
		return ownership.Render{Missing: true}
	case c.Failed:
		return ownership.Render{Failed: "no build"}
	case c.Unknown != "":
		return ownership.Render{Unknown: c.Unknown, Basis: strings.TrimPrefix(c.Unknown, "?")[:basis(c.Unknown)]}
	}
	var r ownership.Render
	for _, tok := range c.Objects {
		o := tok.Object
		o.ID.Cluster = s.Cluster
		if slices.Contains(strings.Split(s.Digest, ","), "meta") {
			o.Traits.PruneDisabled = true // R4.9
		}
		r.Objects = append(r.Objects, o)
	}
	slices.SortFunc(r.Objects, func(a, b ownership.Object) int { return a.ID.Compare(b.ID) })
	return r
}

// State walks from the roots.
func (w *World) State(at ownership.Position) *ownership.Desired {
	d := &ownership.Desired{Name: fmt.Sprintf("r%d.%d", at.Commit, at.Switch), At: at}
	known := map[ownership.KustomizationID]*ownership.Kustomization{}
	var queue []Token
	visit := func(tok Token, parent *ownership.KustomizationID) {
		id, _ := tok.Object.ID.AsKustomization()
		k := known[id]
		if k == nil {
			k = &ownership.Kustomization{ID: id, Spec: tok.Spec, Root: parent == nil, Render: w.Render(tok.Spec, at.Commit)}
			known[id] = k
			queue = append(queue, tok)
		}
		if parent != nil {
			k.Parents = append(k.Parents, *parent)
			k.Root = false
		}
	}
	roots := w.Roots[at.Switch]
	for _, name := range slices.Sorted(maps.Keys(roots)) {
		visit(roots[name], nil)
	}
	for len(queue) > 0 {
		parent, _ := queue[0].Object.ID.AsKustomization()
		c := w.Commits[at.Commit][queue[0].Spec.Path]
		queue = queue[1:]
		if c.Failed || c.Unknown != "" {
			continue
		}
		for _, tok := range c.Objects {
			if tok.IsKustomization() {
				visit(tok, &parent)
			}
		}
	}
	for _, id := range slices.SortedFunc(maps.Keys(known), ownership.KustomizationID.Compare) {
		slices.SortFunc(known[id].Parents, ownership.KustomizationID.Compare)
		d.Kustomizations = append(d.Kustomizations, *known[id])
	}
	return d
}
