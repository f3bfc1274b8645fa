package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/live/execute"
	"github.com/fluxmigrate/fluxmigrate/planner"
)

func undoFlag() cli.Flag {
	return &cli.BoolFlag{Name: "undo", Usage: "take back what a run of the plan has set by hand, where nothing of the change was published yet, and end the run"}
}

// takeBack undoes a run of a plan. Nothing has to be proved for that: where it
// ends, everything is as it was when the run began.
func (r *applyRequest) takeBack(ctx context.Context, out output, p *planner.Plan) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	cluster, err := r.target()
	if err != nil {
		return err
	}
	asker := newAsker(out.stderr)
	if err := r.agreeUndo(ctx, asker); err != nil {
		return err
	}
	result, err := execute.Undo(ctx, cluster, r.options(p, out, asker))
	return r.ended(out, result, err)
}

func (r *applyRequest) agreeUndo(ctx context.Context, a *asker) error {
	switch {
	case r.yes:
		return nil
	case !a.terminal:
		return r.unasked(nil)
	}
	agreed, err := a.yes(ctx, "Take back what the run of this plan has set, and end it?")
	if err == nil && !agreed {
		err = errors.New("nobody agreed; nothing was written")
	}
	return err
}
