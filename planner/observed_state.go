package planner

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// progressing is the reason of a Ready condition while a run is under way. That
// one may be is assumed of every cluster.
const progressing = "Progressing"

// state says of a Kustomization that the transition concerns whether its last
// run failed, or did not see its spec yet: then the cluster may hold less, or
// more, than From says (R2.5, R2.10).
func (d *differences) state(k ownership.Kustomization, o ownership.ObservedKustomization) {
	if !d.concern.kustomization(k.ID) || o.Deleting {
		return
	}
	switch {
	case !o.Ready && o.ReadyReason != "" && o.ReadyReason != progressing:
		d.add(kustomization(k.ID), "", "it is not Ready ("+o.ReadyReason+"): what it should have applied or pruned it may not have"+d.applied(o),
			"mend it, and let it be Ready at "+d.from.Name+" first")
	case !o.Spec.Suspend && o.ObservedGeneration > 0 && o.ObservedGeneration < o.Generation:
		d.add(kustomization(k.ID), "", fmt.Sprintf("no run has acted on its spec of generation %d yet, the last one had %d", o.Generation, o.ObservedGeneration),
			"let it run once: flux reconcile kustomization "+k.ID.Name+" -n "+k.ID.Namespace)
	case d.behind(k, o):
		d.add(kustomization(k.ID), "commit "+short(d.from.Commit), "it applied "+shortRevision(o.LastAppliedRevision)+" last"+whySuspended(o),
			"let it reach "+d.from.Name+" first")
	}
}

func (d *differences) applied(o ownership.ObservedKustomization) string {
	if o.LastAppliedRevision == "" {
		return ""
	}
	return "; it applied " + shortRevision(o.LastAppliedRevision) + " last"
}

func whySuspended(o ownership.ObservedKustomization) string {
	if o.Spec.Suspend {
		return ", and is suspended"
	}
	return ""
}

// behind says whether a Kustomization applied another revision than its source
// has. Where the source itself is elsewhere than From, revisions says that
// once.
func (d *differences) behind(k ownership.Kustomization, o ownership.ObservedKustomization) bool {
	if o.LastAppliedRevision == "" || !d.fromGit(o.Spec.Source) || ownership.CommitOf(o.LastAppliedRevision) == d.from.Commit {
		return false
	}
	source, read := d.source(o.Spec.Source)
	return !read || source.Revision != o.LastAppliedRevision
}

// fromGit says whether the revision of a source is a commit to compare with
// that of From.
func (d *differences) fromGit(s ownership.SourceRef) bool {
	return s.Kind == "GitRepository" && d.from.Commit != "" && slices.Contains(d.from.Own, s)
}

func (b *builder) source(ref ownership.SourceRef) (ownership.ObservedSource, bool) {
	for _, s := range b.in.Observed.Sources {
		if s.Ref == ref {
			return s, true
		}
	}
	return ownership.ObservedSource{}, false
}

// revisions compares the sources of what the transition concerns with From.
func (d *differences) revisions() {
	for _, s := range d.in.Observed.Sources {
		at := ownership.CommitOf(s.Revision)
		if said := slices.IndexFunc(d.from.Unknowns, func(u ownership.Unknown) bool { return u.Subject == s.Ref.String() }); said >= 0 {
			// From is not what the cluster has fetched because that is not at hand.
			d.found = append(d.found, Unknown(d.from.Unknowns[said]))
			continue
		}
		if s.Revision == "" || !d.fromGit(s.Ref) || at == d.from.Commit || !d.isSourceOfConcern(s.Ref) {
			continue
		}
		from := short(at)
		if d.from.Mode != "" {
			from += ":" + d.from.Mode
		}
		do := "plan with --from " + from + ", or let the cluster reach " + d.from.Name + " first"
		if at == d.to.Commit {
			do = "nothing of the commit is left to plan: the cluster has fetched it; look at what came of it with fluxmigrate status"
		}
		d.add(s.Ref.String(), "commit "+short(d.from.Commit), "it is at "+shortRevision(s.Revision), do)
	}
}

// isSourceOfConcern says whether a Kustomization that the transition concerns
// has the source.
func (b *builder) isSourceOfConcern(s ownership.SourceRef) bool {
	return slices.ContainsFunc(b.from.Kustomizations, func(k ownership.Kustomization) bool {
		return k.Spec.Source == s && (b.concern.kustomization(k.ID) || differInGit(b.from, b.to))
	})
}

// short cuts a git hash to what a person compares, and git understands.
func short(commit string) string {
	if len(commit) == 40 || len(commit) == 64 {
		return commit[:12]
	}
	return commit
}

func shortRevision(revision string) string {
	commit := ownership.CommitOf(revision)
	return revision[:len(revision)-len(commit)] + short(commit)
}

// unknownPolicies finds deletion policies that the controller is too old for:
// its CustomResourceDefinition refuses them, and with one object the whole
// apply of a parent fails (R5.14). Orphan and Delete came with v1.5.0,
// WaitForTermination with v1.6.0.
func (b *builder) unknownPolicies() []Unknown {
	var found []Unknown
	for _, k := range b.to.Kustomizations {
		minor := 5
		if k.Spec.DeletionPolicy == ownership.WaitForTermination {
			minor = 6
		}
		knows, known := ownership.VersionAtLeast(b.controllerVersion(), minor, 0)
		if k.Spec.DeletionPolicy == "" || knows || !known || !b.concern.kustomization(k.ID) {
			continue
		}
		found = append(found, Unknown{Subject: kustomization(k.ID), Supply: fmt.Sprintf("kustomize-controller v1.%d.0 or later", minor),
			Why: fmt.Sprintf("%s says spec.deletionPolicy: %s, which kustomize-controller %s does not know: whoever applies it fails, with all it has to apply beside",
				b.to.Name, k.Spec.DeletionPolicy, b.controllerVersion())})
	}
	return found
}
