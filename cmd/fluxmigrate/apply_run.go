package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/fluxmigrate/fluxmigrate/live"
	"github.com/fluxmigrate/fluxmigrate/live/execute"
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// ofExecution gives the exit status of what ended a run.
func ofExecution(err error) status {
	var old *execute.StaleError
	var lost *execute.ViolationError
	var held *execute.LockedError
	switch {
	case errors.As(err, &lost):
		return violated
	case errors.As(err, &old):
		return stale
	case errors.As(err, &held):
		return locked
	case errors.Is(err, context.Canceled):
		return interrupted
	}
	return failure
}

func (r *applyRequest) run(ctx context.Context, out output) error {
	p, err := readPlan(r.file)
	if err != nil {
		return err
	}
	if r.undo {
		return r.takeBack(ctx, out, p)
	}
	return r.carryOut(ctx, out, p)
}

// carryOut does what a plan says, once it was proved again and agreed to.
func (r *applyRequest) carryOut(ctx context.Context, out output, p *planner.Plan) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	if p.Verdict != verdict.Proved {
		fmt.Fprintf(out.stderr, "fluxmigrate: the plan is %s, and only one that is proved is carried out: %s\n", p.Verdict, p.Reason)
		return statusOf(p.Verdict)
	}
	if len(p.Stages) == 0 {
		fmt.Fprintln(out.stderr, "fluxmigrate: the plan has no stages: there is nothing to do")
		return nil
	}
	cluster, err := r.target()
	if err == nil {
		err = provenAgain(p, checkerLimit, r.progress, out)
	}
	if err != nil {
		return err
	}
	asker := newAsker(out.stderr)
	options := r.options(p, out, asker)
	if r.dryRun != "" {
		return execute.DryRun(ctx, cluster, options, r.dryRun == "server")
	}
	if options.Consented, err = r.agree(ctx, asker, p); err != nil {
		return err
	}
	result, err := execute.Apply(ctx, cluster, options)
	return r.ended(out, result, err)
}

func (r *applyRequest) target() (*execute.Cluster, error) {
	config, _, err := r.connect.Config()
	if err != nil {
		return nil, err
	}
	return execute.Connect(config)
}

// ended shows what a run did, also where it ended early.
func (r *applyRequest) ended(out output, result *execute.Report, err error) error {
	if shown := r.showReport(out, result); err == nil {
		err = shown
	}
	if err == nil && len(result.Left) > 0 {
		err = errors.New("something of the run was left behind:\n" + strings.Join(result.Left, "\n"))
	}
	return err
}

func (r *applyRequest) options(p *planner.Plan, out output, a *asker) execute.Options {
	o := execute.Options{
		Plan: p, Namespace: r.namespace, Holder: holder(), Timeout: r.timeout, Patience: r.patience, Until: r.until, SwitchRoots: r.switchRoots,
		Observe: func(ctx context.Context) (*ownership.Observed, error) { return live.Observe(ctx, *r.connect) },
		Begin:   func(observed *ownership.Observed) error { return r.sameInputs(p, observed) },
		Tree:    r.treeAt,
		Say:     func(line string) { say(out.stderr, time.Now().Format("15:04:05 ")+line) },
	}
	if r.pause {
		o.Pause = func(ctx context.Context, stage int) (bool, error) {
			if !a.terminal {
				return false, nil
			}
			return a.yes(ctx, fmt.Sprintf("Stage %d is done. Go on?", stage))
		}
	}
	return o
}

// holder names this run to others: who, where, which process.
func holder() string {
	host, err := os.Hostname()
	if err != nil {
		host = "somewhere"
	}
	return fmt.Sprintf("%s_%d_%d", host, os.Getpid(), time.Now().UnixNano())
}

// sameInputs renders the plan's states again, and compares with what it was made
// from.
func (r *applyRequest) sameInputs(p *planner.Plan, observed *ownership.Observed) error {
	l, err := loadBeside(r.common, observed)
	if err != nil {
		return fmt.Errorf("reading what the plan was made from: %w", err)
	}
	transition, err := l.repository.Transition(p.Basis.From.Name, p.Basis.To.Name)
	if err != nil {
		return fmt.Errorf("reading what the plan was made from: %w", err)
	}
	inputs, err := planner.Inputs(planner.Input{Transition: *transition, Observed: observed})
	if err != nil {
		return err
	}
	if inputs == p.Basis.Inputs {
		return nil
	}
	return &execute.StaleError{What: whatChanged(p, transition)}
}

// whatChanged says what can be told of inputs that differ.
func whatChanged(p *planner.Plan, now *ownership.Transition) []string {
	if what := endsChanged(p, now); what != nil {
		return what
	}
	return []string{"what the states render, the flags of kustomize-controller, or values that it substitutes; give apply the same --repo, --layout, --var, --source-path and --flux-version as plan"}
}

// endsChanged says which of the plan's states are another commit or content here.
func endsChanged(p *planner.Plan, now *ownership.Transition) []string {
	var what []string
	for _, end := range []struct {
		was planner.State
		is  *ownership.Desired
	}{{p.Basis.From, now.From}, {p.Basis.To, now.To}} {
		if end.was.Tree != end.is.Tree || end.was.Commit != end.is.Commit {
			what = append(what, fmt.Sprintf("%s is commit %s here, and was %s for the plan", end.was.Name, end.is.Commit, end.was.Commit))
		}
	}
	return what
}

// treeAt looks up what a commit holds. The repository is opened each time, as
// somebody may fetch meanwhile.
func (r *applyRequest) treeAt(_ context.Context, revision string) (string, error) {
	l, err := loadBeside(r.common, nil)
	if err != nil {
		return "", err
	}
	tree, err := l.repository.TreeAt(ownership.CommitOf(revision))
	if err != nil {
		return "", fmt.Errorf("%w; git fetch brings the commit here", err)
	}
	return tree, nil
}
