package hazard

import (
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// MoveSource is the remedy of FM-027.
const MoveSource Remedy = "resume the source, or set it to the revision, as a step of its own"

var standingRule = Rule{
	Code: "FM-027", Name: "source stands still", Severity: Blocks,
	Harm: "The source is suspended or pinned: what is merged does not reach the cluster, and when it does, revisions are skipped.",
	Why: "A suspended source fetches nothing, not even the commit that resumes it: somebody has to, by hand. One that names a tag, " +
		"a commit or a digest goes to another one only when that name changes, and then at once, past all that lies between. Its " +
		"Kustomizations go on with the artifact they have, and look Ready.",
	Source:   "R1.4, R2.3, R10.7; M6, A9.4, R44, R47",
	Remedies: []Remedy{MoveSource, PublishEachStage},
}

// standing matches FM-027: for sources that have the content which changes, and
// for those that only To has and that begin suspended.
func (f *facts) standing() []match {
	if f.from.Tree == f.to.Tree && f.from.Commit == f.to.Commit {
		return nil
	}
	var matches []match
	for _, ref := range f.from.Own {
		before, at := f.fetch(ref)
		after := fetchIn(f.to, ref)
		switch {
		case before.Suspended:
			matches = append(matches, f.stands(ref, Blocks, fmt.Sprintf("%s is suspended in %s: nothing that is merged reaches the cluster until somebody resumes it by hand", ref, at)))
		case before.Pinned != "":
			matches = append(matches, f.stands(ref, Warns, fmt.Sprintf("%s is at %s in %s: what is merged reaches the cluster when it is set to that, at once and past all between", ref, before.Pinned, at)))
		case after.Suspended:
			matches = append(matches, f.stands(ref, Warns, fmt.Sprintf("%s suspends %s: no later commit reaches the cluster, the one that resumes it included", f.to.Name, ref)))
		}
	}
	return append(matches, f.neverFetched()...)
}

func (f *facts) stands(ref ownership.SourceRef, severity Severity, because string) match {
	m := match{code: "FM-027", severity: severity, group: because, objects: []objectID{ref.Object()}, because: because}
	for _, k := range f.to.Kustomizations {
		if k.Spec.Source == ref {
			m.owners = append(m.owners, k.ID)
		}
	}
	return m
}

// fetch says how a source follows now, and who says so: the cluster, or else
// From.
func (f *facts) fetch(ref ownership.SourceRef) (ownership.Fetch, string) {
	if f.live.observed != nil {
		for _, s := range f.live.observed.Sources {
			if s.Ref == ref {
				return ownership.Fetch{Suspended: s.Suspended, Pinned: s.Pinned}, "the cluster"
			}
		}
	}
	return fetchIn(f.from, ref), f.from.Name
}

func fetchIn(d *ownership.Desired, ref ownership.SourceRef) ownership.Fetch {
	for _, k := range d.Kustomizations {
		if o, ok := k.Render.Find(ref.Object()); ok {
			return o.Fetch
		}
	}
	return ownership.Fetch{}
}

// neverFetched finds sources that To makes suspended, so that they have no
// artifact.
func (f *facts) neverFetched() []match {
	var matches []match
	seen := map[ownership.SourceRef]bool{}
	for _, k := range f.to.Kustomizations {
		ref := k.Spec.Source
		if _, before := f.fromOwners[ref.Object()]; !before && !seen[ref] && fetchIn(f.to, ref).Suspended {
			matches = append(matches, f.stands(ref, Blocks, fmt.Sprintf("%s is new in %s and suspended: it has fetched nothing, and %s waits for it", ref, f.to.Name, k.ID)))
		}
		seen[ref] = true
	}
	return matches
}
