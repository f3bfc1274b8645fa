package layout

import (
	"maps"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// LiveMode is the mode of a layout that WithLive adds: the roots as a cluster
// has them.
const LiveMode = "live"

// WithLive gives the layout with the mode LiveMode, in which roots have exactly
// the specs given, in the form of a manifest. Every other mode changes of such a
// root what the layout says of it, and leaves the rest as the cluster has it.
// Roots that the specs lack stay as they are. Variables and name are those of
// the mode that it is like, as Like found.
func (l *Layout) WithLive(specs map[ownership.KustomizationID]map[string]any, like []string) *Layout {
	live := *l
	live.Live, live.liveLike = true, like
	var variables map[string]string
	if len(like) > 0 {
		variables = l.Modes[like[0]].Variables
	}
	live.Modes = maps.Clone(l.Modes)
	if live.Modes == nil {
		live.Modes = map[string]Mode{}
	}
	live.Modes[LiveMode] = Mode{Variables: variables, specs: specs}
	live.Roots = slices.Clone(l.Roots)
	for i := range live.Roots {
		root := &live.Roots[i]
		if spec := specs[root.ID]; spec != nil {
			said := root.Spec
			root.Spec = besideSource(spec)
			maps.Copy(root.Spec, said)
		}
	}
	return &live
}

// besideSource gives the fields that a Root does not hold apart.
func besideSource(spec map[string]any) map[string]any {
	rest := maps.Clone(spec)
	delete(rest, "path")
	delete(rest, "sourceRef")
	return rest
}

// live gives the root with exactly that spec.
func (r Root) live(spec map[string]any) Root {
	r.Spec, r.Path = besideSource(spec), text(spec, "path")
	r.Source = ownership.SourceRef{Kind: text(spec, "sourceRef", "kind"), Namespace: text(spec, "sourceRef", "namespace"), Name: text(spec, "sourceRef", "name")}
	if r.Source.Namespace == "" {
		r.Source.Namespace = r.ID.Namespace
	}
	return r
}

// Like lists the modes in which every root of the layout has the path and the
// source that these specs say; none where a root is not among them.
func (l *Layout) Like(specs map[ownership.KustomizationID]map[string]any) (modes []string) {
	for _, name := range l.ModeNames() {
		resolved, err := l.Resolve(name)
		if err == nil && !slices.ContainsFunc(resolved.Roots, func(r Root) bool { return !r.isLike(specs[r.ID]) }) {
			modes = append(modes, name)
		}
	}
	return modes
}

func (r Root) isLike(spec map[string]any) bool {
	live := r.live(spec)
	return spec != nil && live.Source == r.Source && ownership.CleanPath(live.Path) == ownership.CleanPath(r.Path)
}

// Agree says whether those modes have the same variables.
func (l *Layout) Agree(modes []string) bool {
	return !slices.ContainsFunc(modes, func(mode string) bool {
		return !maps.Equal(merged(l.Variables, l.Modes[mode].Variables), merged(l.Variables, l.Modes[modes[0]].Variables))
	})
}

// NameOf gives the name that a mode is known by: that of LiveMode is of the one
// mode that it is like, if there is one.
func (l *Layout) NameOf(mode string) string {
	switch {
	case !l.Live || mode != LiveMode:
		return mode
	case len(l.liveLike) == 1:
		return l.liveLike[0]
	}
	return ""
}

// FromLive makes the layout of a repository that has none from the roots of a
// cluster: every one that reads one of the sources. It is nil where none does.
func FromLive(roots []ownership.ObservedKustomization, sources []ownership.SourceRef) *Layout {
	l := &Layout{File: "what the cluster has"}
	for _, ref := range sources {
		l.Sources = append(l.Sources, Source{Ref: ref, Path: "."})
	}
	for _, k := range roots {
		if slices.Contains(sources, k.Spec.Source) {
			l.Roots = append(l.Roots, Root{ID: k.ID, MadeBy: k.MadeBy, File: l.File}.live(k.RawSpec))
		}
	}
	if len(l.Roots) == 0 {
		return nil
	}
	return l
}
