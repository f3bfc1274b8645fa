package hazard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// gaps gives what keeps the analysis from being complete, and what it took
// for granted instead, each sorted by what it is about.
func (f *facts) gaps(losses []*end) ([]ownership.Unknown, []ownership.Assumption) {
	var unknowns []ownership.Unknown
	var assumptions []ownership.Assumption
	for _, k := range f.ids {
		u, a := f.unknownRender(k)
		unknowns, assumptions = append(unknowns, u...), append(assumptions, a...)
		unknowns = append(unknowns, f.brokenBuild(k)...)
		unknowns = append(unknowns, f.quarrelled(k)...)
		unknowns = append(unknowns, f.unseenViews(k)...)
		unknowns = append(unknowns, f.strangeChildren(k)...)
		unknowns = append(unknowns, f.staleInventory(k)...)
		u, a = f.heldUp(k)
		unknowns, assumptions = append(unknowns, u...), append(assumptions, a...)
		unknowns = append(unknowns, f.vanishedRoot(k)...)
		unknowns = append(unknowns, f.changedShard(k)...)
	}
	unknowns = append(unknowns, f.changedContent()...)
	unknowns = append(unknowns, f.objectGaps()...)
	unknowns = append(unknowns, f.sharedReleases()...)
	unknowns = append(unknowns, f.maybeOne()...)
	unknowns = append(unknowns, f.changedMakers()...)
	unknowns = append(unknowns, f.sharedShards()...)
	unknowns = append(unknowns, f.elsewhere()...)
	unknowns = append(unknowns, f.doubtfulGuards()...)
	unknowns = append(unknowns, f.specGaps()...)
	switch why := f.t.BetweenUnknown; {
	case why == "":
	case len(losses) > 0:
		// The answer is a loss already; commits in between cannot mend it,
		// as each of them may be skipped.
		assumptions = append(assumptions, ownership.Assumption{Subject: "commits between", Text: "were not examined: " + why})
	default:
		unknowns = append(unknowns, ownership.Unknown{Subject: "commits between", Why: "they may be fetched too, and were not examined: " + why})
	}
	return unknowns, assumptions
}

// unknownRender judges a Kustomization of which some view cannot be rendered.
// It is harmless only if nothing about it changes and nothing deletes it, or
// if it is new and nothing is dropped that it could be adopting.
func (f *facts) unknownRender(k ksID) ([]ownership.Unknown, []ownership.Assumption) {
	why := ""
	for _, v := range f.views[k] {
		if why = unknownText(v.Render); why != "" {
			break
		}
	}
	if why == "" {
		return nil, nil
	}
	subject := "Kustomization " + k.String()
	_, before := f.from.Kustomization(k)
	switch {
	case f.unchanged(k) && before && f.inEveryState(k) && len(f.ends[k.Object()]) == 0:
		return nil, []ownership.Assumption{{Subject: subject,
			Text: "what it renders is not known (" + why + "); nothing that decides it changes, so its content is taken not to change either"}}
	case f.unchanged(k) && !before && !f.dropsAnything():
		return nil, []ownership.Assumption{{Subject: subject,
			Text: "is new, and what it renders is not known (" + why + "); it is taken to render nothing that another owner has"}}
	}
	return []ownership.Unknown{{Subject: subject, Why: "what it renders is not known: " + why,
		Supply: cmp.Or(f.supplyFor(subject, why), "the content of its source "+f.views[k][0].Spec.Source.String())}}, nil
}

// supplyFor gives what whoever rendered the states asks for, of what they could
// not find out.
func (f *facts) supplyFor(subject, why string) string {
	for _, d := range f.states {
		for _, u := range d.Unknowns {
			if u.Subject == subject && u.Why == why {
				return u.Supply
			}
		}
	}
	return ""
}

// brokenBuild finds a Kustomization that the state after breaks. The
// controller deletes nothing of it (R2.5), but what it is meant to render, and
// what mending it will do, nobody knows. A root that builds in neither state
// hides everything below it; more likely somebody looked in the wrong place.
// quarrelled finds a child that several parents apply with different specs.
// Which of them is live changes with every run of a parent, in any order and
// back again; the views do not say who wrote which, so the ways it can end, or
// end others, may be more than were found. It matters if anything changes.
func unknownText(r ownership.Render) string {
	if r.Unknown != "" {
		return r.Unknown
	}
	return strings.Join(r.UnknownIDs, "; ")
}

// unchanged says whether every view has a spec that makes the same objects, and
// an unknown render that is known to depend on the same.
func (f *facts) unchanged(k ksID) bool {
	first := f.views[k][0]
	return first.Render.Basis != "" && !slices.ContainsFunc(f.views[k], func(v view) bool {
		return !v.Spec.SameContent(first.Spec) || v.Render.Basis != first.Render.Basis ||
			unknownText(v.Render) != unknownText(first.Render)
	})
}

func (f *facts) inEveryState(k ksID) bool {
	return !slices.ContainsFunc(f.states, func(d *ownership.Desired) bool {
		_, ok := d.Kustomization(k)
		return !ok
	})
}

func (f *facts) dropsAnything() bool {
	for o := range f.fromOwners {
		if !f.kept(o) {
			return true
		}
	}
	return false
}

// unseenViews finds specs of which it was not said what they render at a later
// commit (R2.3): neither by a mixed view, nor by a plain one of equal spec.
func (f *facts) unseenViews(k ksID) []ownership.Unknown {
	for _, d := range f.states {
		before, ok := d.Kustomization(k)
		for _, e := range f.states {
			if !ok || e.At.Commit <= d.At.Commit || f.seen(before, d.At, e.At.Commit) {
				continue
			}
			return []ownership.Unknown{{Subject: "Kustomization " + k.String(),
				Why: fmt.Sprintf("what its spec of %s renders at %s was not worked out", d.Name, e.Name)}}
		}
	}
	return nil
}

func (f *facts) seen(k ownership.Kustomization, specAt ownership.Position, artifact int) bool {
	return slices.ContainsFunc(f.all[k.ID], func(v view) bool {
		return v.ArtifactAt == artifact && (v.SpecAt == specAt || v.Spec.Digest == k.Spec.Digest)
	})
}

// strangeChildren finds Kustomizations that a run may apply with a manifest of
// no state: a parent whose own spec changes may render the new artifact with
// its old patches or its old path.
func (f *facts) strangeChildren(k ksID) []ownership.Unknown {
	var strange []string
	for _, v := range f.views[k] {
		if !v.Mixed() || v.Spec.Suspend || !v.Render.Builds() {
			continue
		}
		for _, o := range v.Render.Objects {
			if child, ok := o.ID.AsKustomization(); ok && !f.plainManifest(child, o, v) && !slices.Contains(strange, child.String()) {
				strange = append(strange, child.String())
			}
		}
	}
	if len(strange) == 0 {
		return nil
	}
	slices.Sort(strange)
	return []ownership.Unknown{{Subject: "Kustomization " + k.String(),
		Why: "with its old spec and the new revision it applies manifests of no state, whose effect was not worked out: " + some(strange)}}
}

// plainManifest says whether some state has the child with the same manifest,
// or a view was given for the one it has here.
func (f *facts) plainManifest(child ksID, o ownership.Object, u view) bool {
	followed := func(v view) bool { return v.Spec.Digest == o.SpecDigest && v.SpecAt.Commit == u.ArtifactAt }
	if o.SpecDigest != "" && slices.ContainsFunc(f.all[child], followed) {
		return true
	}
	for _, p := range f.parents(child) {
		for _, v := range f.all[p] {
			if x, ok := v.Render.Find(o.ID); ok && !v.Mixed() && x.Digest == o.Digest {
				return true
			}
		}
	}
	return slices.ContainsFunc(f.all[child], func(v view) bool {
		return f.strange(v) && v.ArtifactAt == u.ArtifactAt
	})
}

// staleInventory finds Kustomizations whose inventory the state before does
// not tell: suspended, or not building there (R2.5, R32 of the field reports),
// but able to delete later.
// vanishedRoot finds roots of which it is not clear what their maker does: no
// longer a root but rendered, or missing in a state between.
// some lists a few names and counts the rest.
func some(names []string) string {
	const most = 4
	if len(names) <= most+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
