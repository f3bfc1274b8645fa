package planner

import (
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// Editor makes the commits that a plan publishes: it edits the real files,
// each edit where it wins, and renders every commit again. Package render has
// one. It says the same of the same commits, and an error only where it cannot
// read or render at all.
type Editor interface {
	Stage(commits []step.Commit) (*step.Staged, error)
}

// CommitsOf lists the commits that stages publish, with the edits that belong
// to each. Steps that the plan does not rest on are among them.
func CommitsOf(from, to *ownership.Desired, stages []Stage) []step.Commit {
	var commits []step.Commit
	for _, stage := range stages {
		var edits []step.Step
		for _, s := range stage.Steps {
			switch {
			case s.Kind == step.Publish:
				commits = append(commits, publishedAs(from, to, s.Revision, edits))
				edits = nil
			case s.File != "":
				edits = append(edits, s)
			}
		}
	}
	return commits
}

// publishedAs says what a revision of a plan stands for. One that is exactly what
// was asked for has no edits: those of its stage take edits away.
func publishedAs(from, to *ownership.Desired, revision string, edits []step.Step) step.Commit {
	c := step.Commit{Revision: revision, OnTo: revision != revisionOf(from)+protection, Edits: edits}
	if revision == revisionOf(to) {
		c.OnTo, c.Edits = true, nil
	}
	return c
}

// reliedOn gives commits without the edits that a plan does not rest on: they
// make runs wait, and whatever a run may do while it waits it may do without.
func reliedOn(commits []step.Commit) []step.Commit {
	var all []step.Commit
	for _, c := range commits {
		var edits []step.Step
		for _, s := range c.Edits {
			if !s.Precautionary {
				edits = append(edits, s)
			}
		}
		c.Edits = edits
		all = append(all, c)
	}
	return all
}

// staged gives the transition along the commits of some stages, and the number
// of each: as it was rendered, or, without an editor, as the edits are meant.
func (b *builder) staged(stages []Stage) (*ownership.Transition, map[string]int) {
	if b.in.Editor != nil {
		staged, err := b.in.Editor.Stage(reliedOn(CommitsOf(b.from, b.to, stages)))
		if err == nil {
			return &staged.Transition, revisionsOf(staged)
		}
	}
	return stagedTransition(&b.in.Transition, stages)
}

func revisionsOf(staged *step.Staged) map[string]int {
	revisions := make(map[string]int)
	for _, made := range staged.Commits {
		revisions[made.Revision] = made.At
	}
	return revisions
}
