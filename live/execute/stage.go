package execute

import (
	"context"
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// stages carries out what is left of the stages, and then cleans up.
func (r *run) stages(ctx context.Context) error {
	for i, stage := range r.Plan.Stages {
		if err := r.stage(ctx, i, stage); err != nil {
			return err
		}
		last := i == len(r.Plan.Stages)-1
		if stop, err := r.stops(ctx, i); !last && (stop || err != nil) {
			r.report.StoppedAfter = i + 1
			return err
		}
	}
	return r.finish(ctx)
}

// stops says whether the run is to end after a stage, which is a safe point.
func (r *run) stops(ctx context.Context, i int) (bool, error) {
	if r.Until == i+1 {
		return true, nil
	}
	if r.Pause == nil {
		return false, nil
	}
	goOn, err := r.Pause(ctx, i+1)
	return !goOn, err
}

func (r *run) stage(ctx context.Context, i int, stage planner.Stage) error {
	began, told := r.now(), false
	var flux []string
	for n, s := range stage.Steps {
		name := stepName(i, n)
		if r.store.journal.done(name) {
			continue
		}
		if !told {
			r.Say(fmt.Sprintf("stage %d of %d: %s", i+1, len(r.Plan.Stages), stage.Title))
			told = true
		}
		took, err := r.step(ctx, name, i, s)
		if err != nil {
			return err
		}
		flux = append(flux, took...)
	}
	r.report.Stages = append(r.report.Stages, StageTime{Title: stage.Title, Took: r.now().Sub(began), Flux: flux, Before: !told})
	return nil
}

// step makes one step: basis, needs, intent, write, leaves, done.
func (r *run) step(ctx context.Context, name string, stage int, s step.Step) ([]string, error) {
	if err := r.fresh(ctx, name, stage, s); err != nil {
		return nil, err
	}
	if err := r.ready(ctx, name, s); err != nil {
		return nil, err
	}
	if err := r.act(ctx, name, s); err != nil {
		return nil, err
	}
	leaves, err := r.leaves(ctx, s)
	if err == nil {
		err = r.await(ctx, name, s, leaves)
	}
	if err == nil && s.Kind == step.Publish {
		err = r.noteRevisions(ctx, s)
	}
	if err != nil {
		return nil, err
	}
	took, err := r.fluxTook(ctx, s)
	if err != nil {
		return nil, err
	}
	return took, r.store.note(ctx, Entry{Step: name, Done: true, At: r.now()})
}

// ready waits for what a step needs. What a run that was cut off has brought about
// already needs nothing any more, and may well have ended what it needed.
func (r *run) ready(ctx context.Context, name string, s step.Step) error {
	if r.store.journal.hasBegun(name) && len(s.Leaves) > 0 {
		j, err := r.judge(ctx, s.Leaves)
		if err != nil {
			return err
		}
		if len(unmet(j, s.Leaves)) == 0 {
			return nil
		}
	}
	return r.await(ctx, name, s, s.Needs)
}

// fresh says whether all that the run did not bring about itself is as it was.
// Once a commit is waited for, its source may move.
func (r *run) fresh(ctx context.Context, name string, stage int, s step.Step) error {
	observed, err := r.Observe(ctx)
	if err != nil {
		return err
	}
	if s.Kind == step.Publish && r.store.journal.hasBegun(name) {
		observed.Sources = nil
	}
	if what := drift(r.Plan, r.store.journal, observed, r.changing(stage)); len(what) > 0 {
		return &StaleError{What: what, Now: r.abandon()}
	}
	return nil
}

// changing says whether Flux may be at work on the change: a part of it, of this
// stage or one before, has begun.
func (r *run) changing(stage int) bool {
	for i, st := range r.Plan.Stages[:stage+1] {
		for n, s := range st.Steps {
			if changes(s) && r.store.journal.hasBegun(stepName(i, n)) {
				return true
			}
		}
	}
	return false
}
