package execute

import (
	"context"
	"errors"
	"time"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
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
