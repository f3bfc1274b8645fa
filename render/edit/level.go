package edit

import (
	"fmt"
	"slices"
)

// Levels gives where an edit can be made in a tree, the nearest first.
func Levels(f Files, e Edit) []Level {
	levels := []Level{{File: e.File, apply: e.inManifest}}
	m, err := e.declared(f)
	if err != nil {
		return levels
	}
	var said []Level
	var listing [][]Level // for each owner, from the kustomization file that lists the file upwards
	for _, owner := range e.Owners {
		chain := chainOf(f, owner, e.File)
		said = append(said, e.saying(f, owner, chain, m)...)
		listing = append(listing, e.adding(owner, chain, m))
	}
	narrow := slices.DeleteFunc(slices.Clone(said), func(l Level) bool { return l.wide })
	wide := slices.DeleteFunc(said, func(l Level) bool { return !l.wide })
	return slices.Concat(levels, narrow, together(listing), wide)
}

// together makes one level of those that each owner has at the same height: an
// object that two Kustomizations render needs its edit in both.
func together(of [][]Level) []Level {
	if len(of) == 1 {
		return of[0]
	}
	var levels []Level
	for i := 0; len(of) > 1 && !slices.ContainsFunc(of, func(l []Level) bool { return len(l) <= i }); i++ {
		joined := of[0][i]
		for _, other := range of[1:] {
			joined = both(joined, other[i])
		}
		levels = append(levels, joined)
	}
	return levels
}

func both(a, b Level) Level {
	if a.File == b.File {
		return a
	}
	how := fmt.Sprintf("%s, and %s of %s", a.How, b.How, b.File)
	return Level{File: a.File, How: how, PatchesOf: slices.Concat(a.PatchesOf, b.PatchesOf), apply: func(f Files) error {
		if err := a.apply(f); err != nil {
			return err
		}
		return b.apply(f)
	}}
}

// declared finds the manifest that is edited.
func (e Edit) declared(f Files) (manifest, error) {
	raw, err := f.read(e.File)
	if err != nil {
		return manifest{}, err
	}
	return f.find(raw, e.Object)
}

// inManifest edits the file that declares the object.
func (e Edit) inManifest(f Files) error {
	raw, err := f.read(e.File)
	if err != nil {
		return err
	}
	m, err := f.find(raw, e.Object)
	if err != nil {
		return fmt.Errorf("%s: %w", e.File, err)
	}
	out, err := e.set(raw, m.doc, m.at)
	if err != nil {
		return fmt.Errorf("%s: %w", e.File, err)
	}
	f.write(e.File, out)
	return nil
}
