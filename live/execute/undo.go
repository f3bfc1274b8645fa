package execute

import (
	"context"
	"fmt"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// Undo takes back what a run has set by hand, in reverse order, as long as nothing
// of the change was published; then it sweeps and ends the journal. It refuses a
// run whose change has begun: the way back from there is a plan of its own. Of
// errors the same holds as of Apply, and the same call goes on.
func Undo(ctx context.Context, c *Cluster, o Options) (*Report, error) {
	r := newRun(c, o)
	return r.report, r.alone(ctx, r.undone)
}

// undone is the way back, ended at once where something happens that may not.
func (r *run) undone(ctx context.Context) error {
	return r.watched(ctx, r.beginUndo, r.takeBack)
}

// beginUndo reads the journal, and notes in it that there is no way on.
func (r *run) beginUndo(ctx context.Context) error {
	var err error
	if r.store, err = openStore(ctx, r.cluster, r.Namespace); err != nil {
		return err
	}
	switch j := r.store.journal; {
	case j == nil:
		return fmt.Errorf("there is no run to take back: %s is not there; where the run was ended, plan the way back", r.store.id.Display())
	case j.Plan != r.Plan.Seal:
		return r.otherPlan()
	}
	if err := r.fetch(ctx); err != nil {
		return err
	}
	if err := r.untouched(ctx); err != nil || r.store.journal.Undoing {
		return err
	}
	r.store.journal.Undoing = true
	return r.store.save(ctx)
}

// takeBack takes back the writes of the journal, the last first.
func (r *run) takeBack(ctx context.Context) error {
	for _, w := range slices.Backward(r.writes()) {
		if err := r.untouched(ctx); err != nil {
			return err
		}
		if err := r.reverse(ctx, w); err != nil {
			return err
		}
	}
	if err := r.finish(ctx); err != nil {
		return err
	}
	// Each was seen to be as before, which may be what the plan wanted.
	r.report.Finished, r.report.Undone, r.report.Left = false, true, nil
	return nil
}

// written is a field that a step set, or may have set, by hand.
type written struct {
	step.Step
	name  string
	entry Entry // the first: what was there before
}

// writes lists those of the journal, in the order in which they began.
func (r *run) writes() []written {
	var all []written
	for i, stage := range r.Plan.Stages {
		for n, s := range stage.Steps {
			e, begun := r.store.journal.first(stepName(i, n), s.Target)
			if begun && s.File == "" && s.Field != "" {
				all = append(all, written{Step: s, name: stepName(i, n), entry: e})
			}
		}
	}
	return all
}

// reverse sets a field to what it was, of this very object and only while it has
// what the step set; and looks whether that came about.
func (r *run) reverse(ctx context.Context, w written) error {
	before, err := w.entry.before()
	if err != nil {
		return err
	}
	for wrote := false; ; {
		o, err := r.cluster.get(ctx, w.Target)
		if err != nil {
			return err
		}
		if o == nil || string(o.GetUID()) != w.entry.UID || storedIn(o, w.Field, w.Value) != "" || storedNow(o, w.Field) == w.entry.Was {
			return nil // nothing of the step is there, or not any more
		}
		if wrote {
			return fmt.Errorf("%s: %s of %s was taken back, and has %q again; find out who sets it", w.name, w.Field, w.Target.Display(), w.Value)
		}
		r.Say(fmt.Sprintf("%s: take back %s of %s", w.name, w.Field, w.Target.Display()))
		err = r.cluster.merge(ctx, w.Target, o, body(pathOf(w.Field), before), true)
		if err != nil && !apierrors.IsConflict(err) {
			return err
		}
		wrote = err == nil
	}
}
