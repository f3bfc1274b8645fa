package render

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/build"
	"github.com/fluxmigrate/fluxmigrate/render/layout"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// State renders one state: "" the work tree, a mode, a revision, REV:MODE or
// a folder.
func (r *Repository) State(arg string) (*ownership.Desired, error) {
	at, err := r.resolveBefore(arg)
	if err != nil {
		return nil, err
	}
	l, err := r.layoutOf(at.tree)
	if err != nil {
		return nil, err
	}
	if at.live {
		l, at = r.withLive(l, at)
	}
	s, err := r.state(at, l, ownership.Position{})
	if err != nil {
		return nil, err
	}
	return s.desired, nil
}

// state renders what was resolved, with a layout, at a place in a transition.
// The same content in the same mode is rendered once.
func (r *Repository) state(at ref, l *layout.Layout, place ownership.Position) (*state, error) {
	key := stateKey{at.tree.Hash(), at.mode, l.File, l.Live}
	known := r.states[key]
	if known == nil {
		var err error
		if known, err = r.walked(at, l); err != nil {
			return nil, err
		}
		r.states[key] = known
	}
	placed, desired := *known, *known.desired
	desired.Name, desired.Commit, desired.At = at.name, at.tree.Commit(), place
	desired.Unknowns = slices.Concat(desired.Unknowns, at.unknowns) // a copy: transitions add to them
	desired.Assumptions = slices.Concat(desired.Assumptions, at.assumptions)
	placed.desired = &desired
	return &placed, nil
}

type stateKey struct {
	hash, mode, layout string
	live               bool
}

func (r *Repository) walked(at ref, l *layout.Layout) (*state, error) {
	resolved, err := l.Resolve(at.mode)
	if err != nil {
		return nil, err
	}
	content, err := r.content(at.tree, l)
	if err != nil {
		return nil, err
	}
	outside := maps.Clone(resolved.Variables)
	maps.Copy(outside, r.vars)
	w := &walker{builder: r.builderFor(l), sources: newSources(content, ignores(l)), values: newValues(outside, r.opts.Live)}
	return newState(&ownership.Desired{Name: at.name, Tree: at.tree.Hash(), Mode: l.NameOf(resolved.Mode), Own: r.own(l),
		Moved: l.Moved, Invariants: l.Invariants}, w, rootNodes(resolved.Roots)), nil
}

func rootNodes(roots []layout.Root) []*node {
	nodes := make([]*node, 0, len(roots))
	for _, root := range roots {
		nodes = append(nodes, &node{id: root.ID, manifest: root.Manifest(), file: root.File, root: true, madeBy: root.MadeBy})
	}
	return nodes
}

// content gives the tree of every source that is at hand.
func (r *Repository) content(t *tree.Tree, l *layout.Layout) (map[ownership.SourceRef]*tree.Tree, error) {
	content := map[ownership.SourceRef]*tree.Tree{}
	for _, s := range l.Sources {
		whole, err := r.sourceTree(t, s)
		if err != nil {
			return nil, fmt.Errorf("source %s of %s: %w", s.Ref, l.File, err)
		}
		if content[s.Ref], err = whole.Sub(s.Path); err != nil {
			return nil, fmt.Errorf("source %s of %s: %w", s.Ref, l.File, err)
		}
	}
	for ref, other := range r.others {
		content[ref] = other
	}
	return content, nil
}

// own gives the sources that have the content of the tree they are read from.
func (r *Repository) own(l *layout.Layout) []ownership.SourceRef {
	var own []ownership.SourceRef
	for _, s := range l.Sources {
		if _, other := r.others[s.Ref]; s.Dir == "" && s.Rev == "" && !other {
			own = append(own, s.Ref)
		}
	}
	return own
}

func ignores(l *layout.Layout) map[ownership.SourceRef]*string {
	given := map[ownership.SourceRef]*string{}
	for _, s := range l.Sources {
		if s.Ignore != nil {
			given[s.Ref] = s.Ignore
		}
	}
	return given
}

func (r *Repository) sourceTree(t *tree.Tree, s layout.Source) (*tree.Tree, error) {
	switch {
	case s.Dir != "":
		return tree.Folder(filepath.Join(r.dir, s.Dir))
	case s.Rev != "" && r.git == nil:
		return nil, fmt.Errorf("it names revision %s, and %s is in no git repository", s.Rev, r.opts.Repo)
	case s.Rev != "":
		at, err := r.atRevision(s.Rev)
		return at.tree, err
	}
	return t, nil
}

// builderFor gives the one builder of this repository; what two states have
// in common is built once.
func (r *Repository) builderFor(l *layout.Layout) *build.Builder {
	if r.builder == nil {
		r.builder = build.New(build.Options{Strict: strict(r.fluxVersion(l))})
	}
	return r.builder
}
