package execute

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// changes says whether a step is a part of the change itself, and not of what
// protects it.
func changes(s step.Step) bool {
	switch s.Kind {
	case step.Publish, step.SwitchPath, step.RemoveKustomization, step.DeleteObject:
		return true
	}
	return false
}

// untouched says whether everything is as it was when the run began, but for what
// it set by hand: an error says what of the change was published, or what else
// has changed.
func (r *run) untouched(ctx context.Context) error {
	observed, err := r.Observe(ctx)
	if err != nil {
		return err
	}
	changed, begun := drift(r.Plan, r.store.journal, observed, false), false
	for i, stage := range r.Plan.Stages {
		for n, s := range stage.Steps {
			name := stepName(i, n)
			if !changes(s) || s.File != "" || !r.store.journal.hasBegun(name) {
				continue
			}
			begun = true
			why, err := r.tookEffect(ctx, name, s)
			if err != nil {
				return err
			}
			if why != "" {
				changed = append(changed, name+" "+string(s.Kind)+": "+why)
			}
		}
	}
	switch {
	case len(changed) == 0:
		return nil
	case begun:
		return r.wayBack(changed)
	}
	return &StaleError{What: changed, Now: "Only what is otherwise as it was when the run began is taken back. " + r.abandon()}
}

// tookEffect says how a step of the change that was begun took effect; "" where it
// did not: nobody has merged yet, or the write did not arrive.
func (r *run) tookEffect(ctx context.Context, name string, s step.Step) (string, error) {
	if r.store.journal.done(name) {
		return "it is done", nil
	}
	if s.Kind == step.Publish {
		return r.sourcesMoved(ctx)
	}
	o, err := r.cluster.get(ctx, s.Target)
	if err != nil {
		return "", err
	}
	e, wrote := r.store.journal.begun(name, s.Target)
	switch {
	case o == nil:
		return s.Target.Display() + " is gone", nil
	case s.Kind == step.SwitchPath && storedIn(o, s.Field, s.Value) != "":
		return "", nil
	case s.Kind == step.SwitchPath:
		return "its path is " + s.Value, nil
	case wrote && (o.GetDeletionTimestamp() != nil || string(o.GetUID()) != e.UID):
		return s.Target.Display() + " was deleted", nil
	}
	return "", nil
}

// sourcesMoved says which source is not where it was when the run began. It asks
// the sources and not the plan: no commit may have come, not even another one.
func (r *run) sourcesMoved(ctx context.Context) (string, error) {
	for _, id := range r.sources() {
		o, err := r.cluster.get(ctx, id)
		if err != nil {
			return "", err
		}
		if at, was := revisionOf(o), r.store.journal.Sources[id]; at != was {
			return fmt.Sprintf("%s is at %s, and was at %s", id.Display(), at, was), nil
		}
	}
	return "", nil
}

// wayBack refuses to take back a change that was published.
func (r *run) wayBack(what []string) error {
	from, to := r.Plan.Basis.From.Name, r.Plan.Basis.To.Name
	return fmt.Errorf("the change was published, so it is not taken back step by step; nothing more was written:\n- %s\n"+
		"End the run first, with fluxmigrate apply and this plan. The way back is a plan as any other, and proved as any other: "+
		"fluxmigrate plan --from live --to %s -o json >back.json; fluxmigrate apply back.json (from %s as it is then)", strings.Join(what, "\n- "), from, to)
}

// fetch has every source that a commit of the plan reaches, and that is not
// suspended, look for new commits now, and waits
// until it has: a commit that was merged and not fetched yet would be published
// in the middle of the way back.
func (r *run) fetch(ctx context.Context) error {
	asked := make(map[objectID]bool)
	for _, s := range r.Plan.Steps() {
		if s.Kind != step.Publish {
			continue
		}
		for _, id := range r.reached(s) {
			if asked[id] {
				continue
			}
			asked[id] = true
			if err := r.fetchNow(ctx, id); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *run) fetchNow(ctx context.Context, id objectID) error {
	o, err := r.cluster.get(ctx, id)
	if err != nil || o == nil || storedIn(o, "spec.suspend", "true") == "" {
		return err
	}
	token, err := r.ask(ctx, fetchStep, id, o)
	if err != nil {
		return err
	}
	return r.fetched(ctx, id, token)
}

// fetched waits until a source has answered a request, and is Ready.
func (r *run) fetched(ctx context.Context, id objectID, token string) error {
	end := time.After(r.Timeout)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	woken := r.cluster.wake(ctx, []objectID{id})
	for {
		o, err := r.cluster.get(ctx, id)
		if err != nil {
			return r.ended(ctx, err)
		}
		if o == nil {
			return nil // drift says so
		}
		ready, _, message := readiness(o, "Ready")
		if handled(o, token) == "" && ready == "True" {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-woken:
		case <-end:
			return errors.New(id.Display() + " has not fetched in time, so nobody knows whether the change was merged; nothing was taken back: " + message)
		}
	}
}
