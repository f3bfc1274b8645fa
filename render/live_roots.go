package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/layout"
)

// withLive gives the layout with the roots as the cluster has them, and the
// state in that mode, with a sentence of which mode of the layout that is.
func (r *Repository) withLive(l *layout.Layout, at ref) (*layout.Layout, ref) {
	specs := map[ownership.KustomizationID]map[string]any{}
	for _, k := range r.opts.Live.Kustomizations {
		specs[k.ID] = k.RawSpec
	}
	like := l.Like(specs)
	if !l.Agree(like) {
		at.unknowns = append(slices.Clip(at.unknowns), ownership.Unknown{Subject: "the mode of the cluster",
			Why:    "its roots are as in " + strings.Join(like, " and in ") + ", which have other variables",
			Supply: "say which it is, as in --from " + like[0]})
	}
	at.mode = layout.LiveMode
	if at.tree == nil { // another state's layout is wanted only
		return l.WithLive(specs, like), at
	}
	at.assumptions = append(slices.Clip(at.assumptions), ownership.Assumption{Subject: at.name,
		Text: fmt.Sprintf("is %s with the roots as the cluster has them, %s", whatContent(at), likeness(l, like))})
	return l.WithLive(specs, like), at
}

func likeness(l *layout.Layout, like []string) string {
	switch {
	case len(l.ModeNames()) == 0:
		return "and " + l.File + " names no modes"
	case len(like) == 0:
		return "which is none of the modes " + strings.Join(l.ModeNames(), ", ")
	}
	return "which is mode " + strings.Join(like, " and mode ")
}

func whatContent(at ref) string {
	if commit := at.tree.Commit(); commit != "" {
		return "commit " + short(commit)
	}
	return "the content of " + at.tree.Name()
}

// liveLayout gives the roots of the cluster that read this repository: those
// without a parent, whose source is at a commit that is at hand.
func (r *Repository) liveLayout() *layout.Layout {
	if r.opts.Live == nil || r.git == nil || r.prefix != "" {
		return nil
	}
	var sources []ownership.SourceRef
	for _, s := range r.opts.Live.Sources {
		if commit := commitOf(s); commit != "" {
			if ok, _ := r.git.Has(commit); ok {
				sources = append(sources, s.Ref)
			}
		}
	}
	var roots []ownership.ObservedKustomization
	for _, k := range r.opts.Live.Kustomizations {
		if k.Owner == (ownership.KustomizationID{}) || k.Owner == k.ID {
			roots = append(roots, k)
		}
	}
	return layout.FromLive(roots, sources)
}
