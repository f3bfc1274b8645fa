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
	commit := ownership.CommitOf(revision)
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
