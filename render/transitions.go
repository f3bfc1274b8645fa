package render

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/layout"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// Transition renders two states, every state a cluster may pass through on
// the way, and the mixed views. All states are read with the layout of the
// second, so that a revision without one can be given one; without a layout,
// each with the roots that flux bootstrap wrote in it.
func (r *Repository) Transition(from, to string) (*ownership.Transition, error) {
	s, err := r.span(from, to)
	if err != nil {
		return nil, err
	}
	steps, why, err := r.between(s.first, s.last, s.layout)
	if err != nil {
		return nil, err
	}
	states, err := r.walkAll(steps, s.layout, s.first, s.last)
	if err != nil {
		return nil, err
	}
	t := transition(states)
	t.BetweenUnknown = why
	noteChangedSources(t.To, states)
	return t, r.noteOtherLayout(t.From, s.first, s.last, s.layout)
}

// span is the two ends of a transition, and the layout that both are read with.
type span struct {
	first, last ref
	layout      *layout.Layout
}

func (r *Repository) span(from, to string) (span, error) {
	first, last, err := r.ends(from, to)
	if err != nil {
		return span{}, err
	}
	l, err := r.layoutOf(last.tree)
	if err != nil {
		return span{}, err
	}
	if first.live {
		l, first = r.withLive(l, first)
		last.mode = cmp.Or(last.mode, first.mode) // a merge leaves the roots alone
	}
	first.mode, last.mode = cmp.Or(first.mode, l.DefaultMode()), cmp.Or(last.mode, l.DefaultMode())
	return span{first, last, l}, nil
}

// noteOtherLayout says which roots the layout of the first state names
// otherwise than that of the second, with which both are read. It does not show
// whether a root is gone or was left out, nor when its maker changes it.
func (r *Repository) noteOtherLayout(from *ownership.Desired, first, last ref, l *layout.Layout) error {
	if r.given != nil || first.live || !hasLayout(first.tree) || l.File != layout.FileName {
		return nil
	}
	own, err := r.layoutOf(first.tree)
	if err != nil {
		return fmt.Errorf("the layout of %s: %w", first.name, err)
	}
	before, err := own.Resolve(modeIn(own, first.mode))
	if err != nil {
		return fmt.Errorf("the layout of %s: %w", first.name, err)
	}
	now, err := l.Resolve(first.mode)
	if err != nil {
		return err
	}
	for _, root := range before.Roots {
		if why := otherwise(root, now.Roots); why != "" {
			from.Unknowns = append(from.Unknowns, ownership.Unknown{Subject: "Kustomization " + root.ID.String(),
				Why:    fmt.Sprintf("%s of %s %s; both states were read with that of %s", l.File, first.name, why, last.name),
				Supply: "one layout that is right for both, with --layout FILE; if the root changes too, as two modes"})
		}
	}
	return nil
}

// modeIn gives the mode if the layout has it, else its default.
func modeIn(l *layout.Layout, mode string) string {
	if slices.Contains(l.ModeNames(), mode) {
		return mode
	}
	return ""
}

// otherwise says how a root differs from its namesake; "" if it does not.
func otherwise(root layout.Root, among []layout.Root) string {
	for _, other := range among {
		if other.ID != root.ID {
			continue
		}
		if !reflect.DeepEqual(root.Manifest(), other.Manifest()) {
			return "gives this root another spec"
		}
		return ""
	}
	return "names it as a root, and the other does not; what it holds was not looked at"
}

// layoutAt gives the layout to read a state with: the common one, or, where
// roots are found in what flux bootstrap wrote, what it wrote in that state.
func (r *Repository) layoutAt(t *tree.Tree, common *layout.Layout) *layout.Layout {
	if r.given != nil || common.File == layout.FileName || hasLayout(t) {
		return common
	}
	own, err := r.layoutOf(t)
	if err != nil {
		return common // it has no roots of its own
	}
	if common.Live {
		own, _ = r.withLive(own, ref{})
	}
	return own
}

// between gives the contents a source may hold on the way, both ends
// included: one, where both ends have the same.
func (r *Repository) between(first, last ref, l *layout.Layout) (steps []ref, why string, err error) {
	steps = []ref{first}
	if first.rev != "" && last.rev != "" && first.tree.Commit() != last.tree.Commit() {
		limit := cmp.Or(r.opts.Between, l.Between, defaultBetween)
		commits, sentence := r.git.Between(first.rev, last.rev, limit)
		why = sentence
		for _, c := range commits {
			at, err := r.atRevision(c.Hash)
			if err != nil {
				return nil, "", err
			}
			at.name = c.Hash[:10]
			steps = append(steps, at)
		}
	}
	steps = append(steps, last)
	steps = slices.CompactFunc(steps, func(a, b ref) bool { return a.tree.Hash() == b.tree.Hash() })
	return steps, why, nil
}

// walkAll renders every content in the mode of both ends: a switch outside Git
// may come before, between or after the commits.
func (r *Repository) walkAll(steps []ref, l *layout.Layout, first, last ref) ([]*state, error) {
	modes := []string{first.mode}
	if last.mode != first.mode {
		modes = append(modes, last.mode)
	}
	var states []*state
	for commit, step := range steps {
		for turn, mode := range modes {
			at := step
			at.mode = mode
			if commit+turn > 0 {
				at.unknowns, at.assumptions = nil, nil // they are about where it begins
			}
			switch {
			case commit == 0 && turn == 0:
				at.name = first.name
			case commit == len(steps)-1 && turn == len(modes)-1:
				at.name = last.name
			case len(modes) > 1:
				at.name = fmt.Sprintf("%s in mode %s", step.name, mode)
			}
			s, err := r.state(at, r.layoutAt(at.tree, l), ownership.Position{Commit: commit, Switch: turn})
			if err != nil {
				return nil, err
			}
			states = append(states, s)
		}
	}
	shareScopes(states)
	return states, nil
}

// Modes lists the modes of the layout that bare modes are looked up in.
func (r *Repository) Modes() ([]string, error) {
	l, err := r.baseLayout()
	if err != nil {
		return nil, err
	}
	return l.ModeNames(), nil
}

// Protect lists the kinds that the layout a state is read with protects beside
// the built-in ones.
func (r *Repository) Protect(arg string) ([]ownership.GroupKind, error) {
	l, err := r.layoutFor(arg)
	if err != nil {
		return nil, err
	}
	return l.Protect, nil
}

func (r *Repository) layoutFor(arg string) (*layout.Layout, error) {
	at, err := r.resolve(arg)
	if err != nil {
		return nil, err
	}
	return r.layoutOf(at.tree)
}

func (r *Repository) baseLayout() (*layout.Layout, error) {
	base, err := r.base()
	if err != nil {
		return nil, err
	}
	return r.layoutOf(base.tree)
}
