package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/layout"
)

// isLive says whether an argument means the state of the cluster that was read.
// A mode of that name means the mode.
func (r *Repository) isLive(arg string) bool {
	if arg != layout.LiveMode || r.opts.Live == nil {
		return false
	}
	modes, err := r.Modes()
	return err != nil || !slices.Contains(modes, arg)
}

// ends resolves both ends of a transition. The same argument twice is one state.
func (r *Repository) ends(from, to string) (first, last ref, err error) {
	if first, err = r.resolveBefore(from); err != nil {
		return ref{}, ref{}, err
	}
	if from == to {
		last = first
		last.unknowns, last.assumptions = nil, nil
		return first, last, nil
	}
	if r.isLive(to) {
		return ref{}, ref{}, fmt.Errorf("%q is where the cluster is now, and cannot be where it shall go; it may be --from", to)
	}
	last, err = r.resolve(to)
	return first, last, err
}

// resolveBefore resolves the state that a cluster is in: there a bare mode is at
// the revision that the cluster has, unless --rev says another.
func (r *Repository) resolveBefore(arg string) (ref, error) {
	at, err := r.resolve(arg)
	bare := at.mode == arg && arg != ""
	if err != nil || r.opts.Live == nil || r.opts.Rev != "" || !bare || r.git == nil {
		return at, err
	}
	here, err := r.fetched()
	here.name, here.mode = at.name, at.mode
	if err == nil && len(here.unknowns) == 0 {
		here.assumptions = []ownership.Assumption{{Subject: arg, Text: fmt.Sprintf("is read at commit %s, which the cluster has fetched (HEAD:%s would be HEAD's)", short(here.rev), arg)}}
	}
	return here, err
}

// liveState is the state of the cluster: the revision it has fetched, with the
// roots as it has them.
func (r *Repository) liveState() (ref, error) {
	at, err := r.fetched()
	at.name, at.live = layout.LiveMode, true
	return at, err
}

// fetched gives the content that the sources of this repository have in the
// cluster: a commit of the repository. Where that is not known or not at hand,
// it is that of HEAD, which is unknown to be right.
func (r *Repository) fetched() (ref, error) {
	base, err := r.base()
	if err != nil {
		return ref{}, err
	}
	if r.git == nil { // the folder is what somebody says it is
		return base, nil
	}
	l, err := r.layoutOf(base.tree)
	if err != nil {
		return ref{}, err
	}
	revision, unknown := r.revisionOf(r.own(l))
	if unknown == nil {
		at, err := r.atRevision(revision)
		return at, err
	}
	unknown.Why += "; " + base.name + " is read in its place"
	base.unknowns = []ownership.Unknown{*unknown}
	return base, nil
}

// revisionOf gives the commit that the sources have fetched, or says why there
// is none to be had here.
func (r *Repository) revisionOf(own []ownership.SourceRef) (commit string, unknown *ownership.Unknown) {
	var of ownership.ObservedSource
	for _, s := range r.opts.Live.Sources {
		at := commitOf(s)
		switch {
		case !slices.Contains(own, s.Ref) || at == "":
		case commit == "":
			commit, of = at, s
		case commit != at:
			return "", &ownership.Unknown{Subject: s.Ref.String(), Why: fmt.Sprintf("in the cluster it is at commit %s, and %s is at %s", short(at), of.Ref, short(commit)),
				Supply: "say which commit to plan from, as in --from " + short(at) + ", or let both sources fetch one"}
		}
	}
	switch {
	case commit == "":
		return "", &ownership.Unknown{Subject: "the revision of the cluster", Why: "no source of this repository was read in the cluster, or none has fetched a commit of Git",
			Supply: "say which commit the cluster has, as in --from REVISION or REVISION:MODE"}
	}
	if ok, _ := r.git.Has(commit); !ok {
		return "", &ownership.Unknown{Subject: of.Ref.String(), Why: "in the cluster it is at commit " + short(commit) + ", which this repository does not have",
			Supply: "git fetch (or git fetch --unshallow), so that the commit is at hand; see as well that this is the right repository"}
	}
	return commit, nil
}

// commitOf gives the commit that a source has fetched: an artifact of a registry
// says which it was made from. "" where it is no commit, as of a bucket.
func commitOf(s ownership.ObservedSource) string {
	revision := s.Revision
	if s.Ref.Kind != "GitRepository" {
		revision = s.Origin
	}
	commit := revision[strings.LastIndexAny(revision, ":/")+1:]
	if len(commit) != 40 && len(commit) != 64 || strings.Trim(commit, "0123456789abcdef") != "" {
		return ""
	}
	return commit
}

// short cuts a hash to what people compare, and leaves other names alone.
func short(revision string) string {
	if len(revision) >= 40 {
		return revision[:12]
	}
	return revision
}

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
