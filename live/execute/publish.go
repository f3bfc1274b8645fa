package execute

import (
	"context"
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// publishing gives the stage that publishes a revision of the plan.
func (r *run) publishing(revision string) (planner.Stage, step.Step, bool) {
	for _, stage := range r.Plan.Stages {
		for _, s := range stage.Steps {
			if s.Kind == step.Publish && s.Revision == revision {
				return stage, s, true
			}
		}
	}
	return planner.Stage{}, step.Step{}, false
}

// reached lists the sources that a commit of the plan reaches.
func (r *run) reached(s step.Step) []objectID {
	if s.Target != (objectID{}) {
		return []objectID{s.Target}
	}
	return slices.DeleteFunc(r.sources(), func(id objectID) bool { return id.Kind != "GitRepository" })
}

// published says why the sources do not hold a revision of the plan: its commit,
// or the content of its stage under another hash, as a squash or a rebase makes it.
func (r *run) published(ctx context.Context, seen look, revision string) string {
	stage, s, known := r.publishing(revision)
	sources := r.reached(s)
	if !known || len(sources) == 0 {
		return "the plan does not say which source it reaches"
	}
	for _, id := range sources {
		if why := r.contentAt(ctx, revisionOf(seen[id]), revision, stage.Tree); why != "" {
			return id.Display() + " " + why
		}
	}
	return ""
}

func (r *run) contentAt(ctx context.Context, at, revision, tree string) string {
	switch {
	case at == "":
		return "has no artifact"
	case ownership.CommitOf(at) == revision:
		return ""
	case tree == "":
		return "is at " + at + ", and the plan does not say which content is the right one"
	}
	got, err := r.tree(ctx, at)
	switch {
	case err != nil:
		return fmt.Sprintf("is at %s, and it is not known what that holds: %v", at, err)
	case got != tree:
		return fmt.Sprintf("is at %s, which holds the tree %s and not %s", at, short(got), short(tree))
	}
	return ""
}

// tree gives the tree of a revision, looked up once.
func (r *run) tree(ctx context.Context, revision string) (string, error) {
	if got, ok := r.trees[revision]; ok {
		return got, nil
	}
	got, err := r.Tree(ctx, revision)
	if err == nil {
		r.trees[revision] = got
	}
	return got, err
}

// skipped says whether a source holds the content of a later stage already: then
// what was to be seen before it was not.
func (r *run) skipped(ctx context.Context, seen look, revision string) error {
	stage, s, _ := r.publishing(revision)
	for _, later := range r.Plan.Stages[r.indexOf(stage.Title)+1:] {
		for _, id := range r.reached(s) {
			at := revisionOf(seen[id])
			if at == "" || at == r.store.journal.Sources[id] {
				continue // it has not moved; the last commit of a plan may be where it began
			}
			if got, err := r.tree(ctx, at); err == nil && later.Tree != "" && got == later.Tree && got != stage.Tree {
				return &StaleError{What: []string{fmt.Sprintf("%s holds what the stage %q publishes, and %q was left out", id.Display(), later.Title, stage.Title)}, Now: r.abandon()}
			}
		}
	}
	return nil
}

func (r *run) indexOf(title string) int {
	return slices.IndexFunc(r.Plan.Stages, func(s planner.Stage) bool { return s.Title == title })
}

// noteRevisions notes at which revision the sources are to be from now on.
func (r *run) noteRevisions(ctx context.Context, s step.Step) error {
	for _, id := range r.reached(s) {
		o, err := r.cluster.get(ctx, id)
		if err != nil {
			return err
		}
		r.store.journal.Sources[id] = revisionOf(o)
	}
	return r.store.save(ctx)
}

// fetchStep is what the journal calls it that a source is asked for new commits.
const fetchStep = "fetch"

// nudgeSources has sources look for a commit that is waited for.
func (r *run) nudgeSources(ctx context.Context, j *judge, open []step.Condition) error {
	for _, c := range open {
		if c.Kind != step.Published {
			continue
		}
		_, s, _ := r.publishing(c.Value)
		for _, id := range r.reached(s) {
			o := j.seen[id]
			if o == nil {
				continue
			}
			if _, err := r.ask(ctx, fetchStep, id, o); err != nil {
				return err
			}
		}
	}
	return nil
}

// tellPublish says what a person has to merge.
func (r *run) tellPublish(name string, s step.Step) {
	stage, _, _ := r.publishing(s.Revision)
	text := fmt.Sprintf("%s: waiting for a commit: merge what the stage %q says", name, stage.Title)
	if stage.Tree != "" {
		text += " (tree " + short(stage.Tree) + ")"
	}
	r.Say(text + "; fluxmigrate plan --write DIR, or --branch NAME, makes it. The hash does not matter, the content does: " + s.Because)
}

func short(hash string) string { return hash[:min(12, len(hash))] }
