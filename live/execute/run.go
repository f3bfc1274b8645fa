package execute

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// Options say what to carry out, and how.
type Options struct {
	Plan      *planner.Plan
	Namespace string        // of the journal and the Lease
	Holder    string        // of the Lease: who this run is
	Timeout   time.Duration // of what Flux does in one step
	Patience  time.Duration // of what a person does in one step: a merge, a switch
	Until     int           // the last stage to carry out, from 1; 0 is all
	// SwitchRoots writes the paths of roots that somebody else makes, too.
	SwitchRoots bool
	// Consented are the deletions that a person agreed to by name.
	Consented map[objectID]bool
	// Observe reads the whole cluster, as it was read for the plan.
	Observe func(context.Context) (*ownership.Observed, error)
	// Begin is asked before a run that is new: whether all else that the plan was
	// made from is as it was. What is not is a StaleError.
	Begin func(*ownership.Observed) error
	// Tree gives the git tree hash of the content that an artifact of this
	// revision holds.
	Tree func(ctx context.Context, revision string) (string, error)
	// Pause is asked after a stage whether to go on.
	Pause func(ctx context.Context, stage int) (bool, error)
	// Say is told what happens; at once, in order.
	Say func(line string)
}

// run is one run of a plan under its Lease.
type run struct {
	Options
	cluster *Cluster
	store   *store
	tokens  map[ksID]string
	trees   map[string]string // by revision
	report  *Report
	now     func() time.Time
}

// Apply carries out a plan that was proved, or goes on with a run of it. What it
// reports is filled as far as it came, also beside an error: a StaleError, a
// ViolationError, a LockedError, a TimeoutError, the context's end, or what the
// API server says. After any of them the same call goes on, or says why not.
func Apply(ctx context.Context, c *Cluster, o Options) (*Report, error) {
	r := newRun(c, o)
	if err := executable(o.Plan); err != nil {
		return r.report, err
	}
	return r.report, r.alone(ctx, r.guarded)
}

func newRun(c *Cluster, o Options) *run {
	return &run{Options: o, cluster: c, tokens: map[ksID]string{}, trees: map[string]string{}, report: &Report{}, now: time.Now}
}

// alone does something under the Lease.
func (r *run) alone(ctx context.Context, do func(context.Context) error) error {
	c, o := r.cluster, r.Options
	err := c.locked(ctx, o.Namespace, o.Holder, do)
	// The Lease goes whatever happened; where it does not, it runs out.
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), renewDeadline)
	defer cancel()
	if gone := c.unlock(last, o.Namespace, o.Holder); err == nil && gone != nil {
		r.report.Left = append(r.report.Left, leaseID(o.Namespace).Display()+": "+gone.Error())
	}
	return err
}

// executable says why a plan cannot be carried out at all.
func executable(p *planner.Plan) error {
	if p.Verdict != verdict.Proved {
		return fmt.Errorf("the plan is %s, not proved: %s; only a plan that is proved is carried out", p.Verdict, p.Reason)
	}
	if len(p.Stages) > 0 && len(p.Basis.Observed) == 0 {
		return errors.New("the plan was made without a look at the cluster, so nobody knows whether it fits; plan again with --kubeconfig FILE or --context NAME")
	}
	for _, s := range p.Steps() {
		for _, id := range append(subjectsOf(s.Leaves), s.Target) {
			if id.Cluster != "" {
				return fmt.Errorf("the plan is about %s, and apply does not reach other clusters", id.Display())
			}
		}
	}
	return nil
}

// guarded is the run, ended at once where something happens that may not.
func (r *run) guarded(ctx context.Context) error { return r.watched(ctx, r.begin, r.stages) }

// watched begins, and then works while what has to live is watched. However the
// work ended, it looks once more: the watch may be late.
func (r *run) watched(ctx context.Context, begin, work func(context.Context) error) error {
	watched, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	err := begin(watched)
	begun := err == nil
	if begun {
		g := guardian{cluster: r.cluster, alarm: func(v *ViolationError) { cancel(v) }}
		if err = g.watch(watched, r.store.journal.Kept); err == nil {
			err = work(watched)
		}
	}
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), renewDeadline)
	defer stop()
	violation := r.report.after(last, r)
	if errors.As(context.Cause(watched), &violation) || begun && violation != nil {
		violation.Now = r.recover(violation.Object)
		err = violation
	}
	return err
}

// begin reads the journal, or begins one.
func (r *run) begin(ctx context.Context) error {
	var err error
	if r.store, err = openStore(ctx, r.cluster, r.Namespace); err != nil {
		return err
	}
	if j := r.store.journal; j != nil {
		if j.Plan != r.Plan.Seal {
			return r.otherPlan()
		}
		if j.Undoing {
			return errors.New("this run is being taken back, and cannot be gone on with; fluxmigrate apply --undo with this plan ends that")
		}
		r.Say("going on with the run that began at " + j.Began.UTC().Format(time.DateTime))
		return nil
	}
	observed, err := r.Observe(ctx)
	if err != nil {
		return err
	}
	if what := outdated(r.Plan.Basis, observed); len(what) > 0 {
		return &StaleError{What: what}
	}
	if err := r.Begin(observed); err != nil {
		return err
	}
	return r.firstEntry(ctx, observed)
}

func (r *run) otherPlan() error {
	return fmt.Errorf("a run of another plan, from %s, was begun and not ended: %s is its journal; go on with that plan first, or take it back: fluxmigrate apply --undo with that plan",
		r.store.journal.Began.UTC().Format(time.DateTime), r.store.id.Display())
}

func (r *run) firstEntry(ctx context.Context, observed *ownership.Observed) error {
	j := &Journal{Plan: r.Plan.Seal, Began: r.now(), Owners: marksOf(r.Plan, observed)}
	j.Sources = revisionsOf(j.Owners, observed)
	owners := r.Plan.Protected()
	for _, id := range sortedKeys(owners) {
		o, err := r.cluster.get(ctx, id)
		if err != nil {
			return err
		}
		j.Kept = append(j.Kept, keep(id, o, owners[id]))
	}
	return r.store.begin(ctx, j)
}

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
