package execute

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// How soon somebody who is at rest, and has not done what is waited for, is asked
// again; each time twice as long.
const (
	firstNudge = 5 * time.Second
	lastNudge  = time.Minute
)

// await waits until conditions hold, all in one look. It looks when a watch says
// that something happened, and from time to time.
func (r *run) await(ctx context.Context, name string, s step.Step, conditions []step.Condition) error {
	if len(conditions) == 0 {
		return nil
	}
	limit := r.limit(s)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var woken <-chan struct{}
	end, nudge := time.After(limit), firstNudge
	next := time.After(nudge)
	for {
		j, err := r.judge(ctx, conditions)
		if err != nil {
			return r.ended(ctx, err)
		}
		open := unmet(j, conditions)
		if len(open) == 0 {
			return nil
		}
		if err := r.hopeless(ctx, name, s, j, open); err != nil {
			return err
		}
		if woken == nil { // most of the time everything holds at once
			woken = r.cluster.wake(ctx, r.lookedAt(conditions))
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-woken:
		case <-next:
			if err := r.nudge(ctx, name, j, open); err != nil {
				return r.ended(ctx, err)
			}
			nudge = min(2*nudge, lastNudge)
			next = time.After(nudge)
		case <-end:
			return &TimeoutError{Step: name + " " + string(s.Kind), After: limit, Missing: r.explain(ctx, j, open), Now: r.whereItStands()}
		}
	}
}

// ended prefers why a run ended to what the API client says of it.
func (r *run) ended(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// limit is how long a step may take: people take longer than Flux.
func (r *run) limit(s step.Step) time.Duration {
	if s.Kind == step.Publish || s.SwitchedElsewhere() && !r.SwitchRoots {
		return r.Patience
	}
	return r.Timeout
}

// judge looks at what conditions are about: first the sources, then Kustomizations,
// then other objects, so that each of them is at least as new as what it is
// measured by.
func (r *run) judge(ctx context.Context, conditions []step.Condition) (*judge, error) {
	seen, err := r.cluster.look(ctx, append(r.sources(), subjectsOf(conditions)...))
	if err == nil {
		err = r.moreSources(ctx, seen)
	}
	if err != nil {
		return nil, err
	}
	return &judge{seen: seen, uids: r.store.journal.uids(), tokens: r.tokens, revisions: r.store.journal.Sources, consented: r.Consented,
		published: func(revision string) string { return r.published(ctx, seen, revision) }}, nil
}

// moreSources reads the sources that Kustomizations came to since the run began.
func (r *run) moreSources(ctx context.Context, seen look) error {
	for _, id := range sortedKeys(seen) {
		if _, is := id.AsKustomization(); !is || seen[id] == nil {
			continue
		}
		source := sourceOf(seen[id])
		if _, looked := seen[source]; looked {
			continue
		}
		o, err := r.cluster.get(ctx, source)
		if err != nil {
			return err
		}
		seen[source] = o
	}
	return nil
}

// sources lists those that the plan is about.
func (r *run) sources() []objectID { return sortedKeys(r.store.journal.Sources) }

func (r *run) lookedAt(conditions []step.Condition) []objectID {
	return append(r.sources(), subjectsOf(conditions)...)
}

func unmet(j *judge, conditions []step.Condition) []step.Condition {
	return slices.DeleteFunc(slices.Clone(conditions), func(c step.Condition) bool { return j.missing(c) == "" })
}

// hopeless says whether waiting helps nothing: nobody agreed, a guard by hand did
// not outlive a run of its owner, or the source holds what comes later.
func (r *run) hopeless(ctx context.Context, name string, s step.Step, j *judge, open []step.Condition) error {
	if i := slices.IndexFunc(open, func(c step.Condition) bool { return c.Kind == step.Consented }); i >= 0 {
		return fmt.Errorf("%s: nobody has agreed to the deletion of %s; --delete agrees to it by name", name, open[i].Object.Display())
	}
	lost := !slices.ContainsFunc(open, func(c step.Condition) bool { return c.Kind != step.Guarded || !r.guardedByHand(c.Object) })
	if s.Kind == step.Reconcile && lost {
		return &TimeoutError{Step: name + " " + string(s.Kind), Missing: r.explain(ctx, j, open),
			Now: "A run of the owner has taken the guard off, so it protects nothing: look for --override-manager of kustomize-controller, and for others who write the object. " + r.whereItStands()}
	}
	if s.Kind == step.Publish {
		return r.skipped(ctx, j.seen, s.Revision)
	}
	return nil
}

func (r *run) guardedByHand(o objectID) bool {
	return slices.ContainsFunc(r.Plan.Steps(), func(s step.Step) bool {
		return s.Kind == step.GuardObject && s.Target == o && s.File == ""
	})
}

// leaves is what a step leaves. A guard by hand counts once it has outlived a
// real run of its owner, not one that failed before it applied anything.
func (r *run) leaves(ctx context.Context, s step.Step) ([]step.Condition, error) {
	k, is := s.Target.AsKustomization()
	byHand := slices.ContainsFunc(s.Leaves, func(c step.Condition) bool { return c.Kind == step.Guarded && r.guardedByHand(c.Object) })
	if s.Kind != step.Reconcile || !is || !byHand {
		return s.Leaves, nil
	}
	o, err := r.cluster.get(ctx, s.Target)
	if err != nil || o == nil || storedIn(o, "spec.suspend", "true") == "" {
		return s.Leaves, err
	}
	return append(slices.Clone(s.Leaves), step.Condition{Kind: step.Acted, Kustomization: k}), nil
}

// nudge asks those again that are at rest and have not done what is waited for;
// of one that should go its parent.
func (r *run) nudge(ctx context.Context, name string, j *judge, open []step.Condition) error {
	asked := make(map[ksID]bool)
	for _, c := range open {
		k := c.Kustomization
		if c.Kind == step.Stored {
			continue // no run of its own writes that
		}
		if gone, is := c.Object.AsKustomization(); c.Kind == step.Gone && is {
			k = ownerOf(j.seen[gone.Object()])
		}
		if k == (ksID{}) || asked[k] {
			continue
		}
		asked[k] = true
		if o := j.seen[k.Object()]; o != nil && r.tokens[k] != "" && handled(o, r.tokens[k]) != "" {
			continue // it has yet to answer
		}
		if err := r.request(ctx, name, k); err != nil {
			return err
		}
	}
	return r.nudgeSources(ctx, j, open)
}
