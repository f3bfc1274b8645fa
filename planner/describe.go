package planner

import (
	"cmp"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// describe writes everything of the document that is not a stage.
func (b *builder) describe() {
	b.plan.Basis = b.basis()
	b.plan.Changes = b.changesOfOwners()
	b.plan.Hazards = b.findings.Hazards
	b.plan.Prerequisites = b.prerequisites()
	b.plan.Unknowns, b.open = b.unknowns()
	b.plan.Naive = b.naive()
}

func (b *builder) basis() Basis {
	basis := Basis{From: stateOf(b.from), To: stateOf(b.to), Live: "assumed", Tool: b.in.Tool, Flux: b.controllerVersion(),
		Inputs: ownership.Inputs(&b.in.Transition, b.in.asLooked())}
	if b.in.Observed != nil {
		basis.Live, basis.Observed = b.in.Observed.From, b.fingerprints()
	}
	for _, d := range b.in.Transition.States() {
		if d.Commit != "" && d.Commit != b.from.Commit && d.Commit != b.to.Commit && !slices.Contains(basis.Between, d.Commit) {
			basis.Between = append(basis.Between, d.Commit)
		}
	}
	slices.Sort(basis.Between)
	return basis
}

// fingerprints gives those of the Kustomizations that the transition concerns.
func (b *builder) fingerprints() []Fingerprint {
	var all []Fingerprint
	for _, k := range b.concern.kustomizations.sorted() {
		all = append(all, Fingerprint{Kustomization: k, Fingerprint: b.in.asLooked().Fingerprint(k)})
	}
	return all
}

func stateOf(d *ownership.Desired) State {
	return State{Name: d.Name, Commit: d.Commit, Tree: d.Tree, Mode: d.Mode}
}

func (b *builder) changesOfOwners() []Change {
	var changes []Change
	for _, c := range b.changes {
		if c.Kind == ownership.Kept || (c.Kind == ownership.Contested && slices.Equal(c.From, c.To)) {
			continue
		}
		changes = append(changes, Change{Kind: c.Kind, Object: c.Object, From: c.From, To: c.To, Other: c.Other,
			Protected: b.protected(c.Object), Files: b.filesOf(c.Object)})
	}
	return changes
}

// filesOf gives the files an object comes from, at both ends.
func (b *builder) filesOf(o objectID) []string {
	var files []string
	for _, end := range []struct {
		state  *ownership.Desired
		owners []ksID
	}{{b.from, b.fromOwners[o]}, {b.to, b.toOwners[o]}} {
		for _, k := range end.owners {
			if f := fileIn(end.state, k, o); f != "" {
				files = append(files, f)
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

func fileIn(d *ownership.Desired, k ksID, o objectID) string {
	ks, _ := d.Kustomization(k)
	object, _ := ks.Render.Find(o)
	return object.File
}

func (b *builder) prerequisites() []Prerequisite {
	var all []Prerequisite
	for _, p := range b.findings.Prerequisites {
		all = append(all, Prerequisite(p))
	}
	slices.SortFunc(all, func(x, y Prerequisite) int {
		return cmp.Or(x.Object.Compare(y.Object), x.Kustomization.Compare(y.Kustomization),
			cmp.Compare(x.Purpose, y.Purpose), cmp.Compare(x.Because, y.Because))
	})
	return slices.Compact(all)
}

// naive is the answer for the change as it is. Without a proof, an object
// that changes owners is never called safe.
func (b *builder) naive() Naive {
	naive := Naive{Verdict: verdict.Proved, AtRisk: b.objectsAtRisk(), Story: b.worstStory()}
	if len(b.open) == 0 { // else the model may have begun where the cluster is not
		naive.AtRisk = append(naive.AtRisk, b.refutedBeside()...)
	}
	slices.SortStableFunc(naive.AtRisk, func(x, y AtRisk) int { return x.Object.Compare(y.Object) })
	switch {
	case len(naive.AtRisk) > 0 || len(b.findings.Broken) > 0:
		naive.Verdict = verdict.Refuted
	case len(b.open) > 0 || len(b.unproved()) > 0 || b.hasGaps():
		naive.Verdict = verdict.Unknown
	}
	if story := b.modelStory(naive.AtRisk); len(story) > 0 {
		naive.Story = story
	}
	return naive
}

// handedOver gives the objects of both ends whose set of owners differs. A
// root has no owner, so one that gets or loses an owner counts only where the
// other end has one as well.
func (b *builder) handedOver() []objectID {
	var moved []objectID
	for _, c := range b.changes {
		if len(c.From) > 0 && len(c.To) > 0 && !slices.Equal(c.From, c.To) {
			moved = append(moved, c.Object)
		}
	}
	return moved
}

// objectsAtRisk gives one entry an object, of its first cause.
func (b *builder) objectsAtRisk() []AtRisk {
	var risks []AtRisk
	for i, c := range b.causes {
		if i > 0 && b.causes[i-1].object == c.object {
			continue
		}
		risks = append(risks, AtRisk{Object: c.object, By: c.by, How: c.how, Protected: b.protected(c.object), Codes: b.codesOf(c.object)})
	}
	return risks
}

func (b *builder) codesOf(o objectID) []string {
	codes := []string{}
	for _, h := range b.findings.Hazards {
		if h.Severity == hazard.Loses && slices.Contains(h.Objects, o) && !slices.Contains(codes, h.Code) {
			codes = append(codes, h.Code)
		}
	}
	return codes
}

// worstStory prefers the story that ends a protected payload object, then that
// of a child, then the shortest.
func (b *builder) worstStory() []hazard.Line {
	var worst *hazard.Hazard
	rank := func(h *hazard.Hazard) int {
		best := 2
		for _, line := range h.Story {
			if !b.atRisk[line.Object] || b.protected(line.Object) == "" {
				continue
			}
			if _, child := line.Object.AsKustomization(); !child {
				return 0
			}
			best = 1
		}
		return best
	}
	for i := range b.findings.Hazards {
		h := &b.findings.Hazards[i]
		if h.Severity != hazard.Loses || len(h.Story) == 0 {
			continue
		}
		if worst == nil || cmp.Or(cmp.Compare(rank(h), rank(worst)), cmp.Compare(len(h.Story), len(worst.Story))) < 0 {
			worst = h
		}
	}
	if worst == nil {
		return nil
	}
	return worst.Story
}
