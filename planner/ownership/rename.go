package ownership

import (
	"slices"
	"strings"
)

// renames pairs objects of the state before with objects of the state after
// that are one thing under two ids. It pairs only what leaves no doubt: the
// one old and the one new id that share a piece of evidence.
type renames struct {
	changes []Change
	partner map[int]int // index of the change before → of the change after
	paired  map[int]bool
}

// evidence gives what a change is recognised by; "" recognises nothing.
type evidence func(d *Desired, c Change) string

// markRenames says of both changes of a rename what the other is. What the
// layout of the state after says comes before all evidence.
//
// A Kustomization is recognised by its file and name (a move to another
// namespace), else by its path and source, else by its file alone. Any other
// object must come from one Kustomization, or from one that was itself renamed,
// and is recognised by file, kind and name, else by file and kind.
//
// An old id that nobody deletes stays Orphaned: what is left behind matters
// more than where its like has gone.
func markRenames(changes []Change, from, to *Desired) {
	r := renames{changes: changes, partner: map[int]int{}, paired: map[int]bool{}}
	r.hinted(to.Moved)
	for _, e := range []evidence{fileAndName, pathAndSource, fileOnly} {
		r.pair(from, to, e)
	}
	successor := r.successors()
	for _, named := range []bool{true, false} {
		r.pair(from, to, func(d *Desired, c Change) string { return originOf(d, c, successor, named) })
	}
	for i, j := range r.partner {
		if changes[i].Kind == Dropped {
			changes[i].Kind, changes[i].Other = Renamed, changes[j].Object
			changes[j].Other = changes[i].Object
		}
	}
}

// hinted joins what the layout says is one thing.
func (r *renames) hinted(moves []Move) {
	for _, m := range moves {
		i := slices.IndexFunc(r.changes, func(c Change) bool { return c.Object == m.From && (c.Kind == Dropped || c.Kind == Orphaned) })
		j := slices.IndexFunc(r.changes, func(c Change) bool { return c.Object == m.To && c.Kind == Created })
		if i >= 0 && j >= 0 && !r.paired[i] && !r.paired[j] {
			r.partner[i], r.paired[i], r.paired[j] = j, true, true
		}
	}
}

// pair joins the unpaired changes whose evidence only they two have.
func (r *renames) pair(from, to *Desired, e evidence) {
	before, after := map[string][]int{}, map[string][]int{}
	for i, c := range r.changes {
		switch {
		case r.paired[i]:
		case c.Kind == Dropped || c.Kind == Orphaned:
			before[e(from, c)] = append(before[e(from, c)], i)
		case c.Kind == Created:
			after[e(to, c)] = append(after[e(to, c)], i)
		}
	}
	for key, is := range before {
		js := after[key]
		if key != "" && len(is) == 1 && len(js) == 1 {
			r.partner[is[0]] = js[0]
			r.paired[is[0]], r.paired[js[0]] = true, true
		}
	}
}

// successors maps each renamed Kustomization to its new id.
func (r *renames) successors() map[KustomizationID]KustomizationID {
	successor := map[KustomizationID]KustomizationID{}
	for i, j := range r.partner {
		a, before := r.changes[i].Object.AsKustomization()
		b, after := r.changes[j].Object.AsKustomization()
		if before && after {
			successor[a] = b
		}
	}
	return successor
}

func kustomizationIn(d *Desired, c Change) (Kustomization, bool) {
	id, ok := c.Object.AsKustomization()
	if !ok {
		return Kustomization{}, false
	}
	return d.Kustomization(id)
}

func fileAndName(d *Desired, c Change) string {
	k, ok := kustomizationIn(d, c)
	return key(ok && k.File != "", k.File, k.ID.Name)
}

func fileOnly(d *Desired, c Change) string {
	k, ok := kustomizationIn(d, c)
	return key(ok && k.File != "", k.File)
}

// pathAndSource leaves out a namespace of the source that is only that of the
// Kustomization: source and Kustomizations often move together.
func pathAndSource(d *Desired, c Change) string {
	k, ok := kustomizationIn(d, c)
	source := k.Spec.Source
	if source.Namespace == k.ID.Namespace {
		source.Namespace = ""
	}
	return key(ok && source.Name != "", source.String(), k.Spec.Path)
}

// originOf gives the evidence of an object that is no Kustomization. Of the
// state after, no owner is a key of successor.
func originOf(d *Desired, c Change, successor map[KustomizationID]KustomizationID, named bool) string {
	if _, ok := c.Object.AsKustomization(); ok {
		return ""
	}
	parts := []string{c.Object.Cluster, c.Object.Group, c.Object.Kind}
	if named {
		parts = append(parts, c.Object.Name)
	}
	file := ""
	for _, owner := range append(c.From, c.To...) {
		k, _ := d.Kustomization(owner)
		if o, ok := k.Render.Find(c.Object); ok {
			file = o.File
		}
		if next, ok := successor[owner]; ok {
			owner = next
		}
		parts = append(parts, owner.String())
	}
	return key(file != "", append(parts, file)...)
}

func key(ok bool, parts ...string) string {
	if !ok {
		return ""
	}
	return strings.Join(parts, "\n")
}
