package main

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// planRequest is what plan is asked.
type planRequest struct {
	common
	from, to string
	route    step.Route
	why      bool
	exitCode bool
	writeRequest
	applying
}

func planCommand(out output) *cli.Command {
	return &cli.Command{
		Name:      "plan",
		Usage:     "say what a change would do, and how to make it without losing anything",
		UsageText: "fluxmigrate plan --from STATE --to STATE [flags]",
		Description: "STATE is what there is first of: a mode of fluxmigrate.yaml; a git revision; REVISION:MODE; a folder.\n" +
			"Where a cluster is read, a bare mode before is at the revision that the cluster has fetched, and live is that\n" +
			"revision with the roots as the cluster has them.\n" +
			"Nothing is changed, in Git or in a cluster; with --apply, what the plan says is, once it was shown and agreed to.",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "from", Usage: "the `STATE` before"},
			&cli.StringFlag{Name: "to", Usage: "the `STATE` after"},
			&cli.StringFlag{Name: "route", Usage: "the `ROUTE` the steps take: commits or cluster (default: commits where Git differs between the two, else cluster)"},
			&cli.BoolFlag{Name: "why", Usage: "show what else was tried that costs no more than the plan, and how it loses something"},
			&cli.BoolFlag{Name: "exit-code", Usage: "exit with 10 if the plan is proved and the change as it is would not be safe"},
		}, slices.Concat(writeFlags(), planApplyFlags(), commonFlags(planForms...))...),
		Action: func(ctx *cli.Context) error {
			r := planRequest{
				common: readCommon(ctx), from: ctx.String("from"), to: ctx.String("to"),
				route: step.Route(ctx.String("route")), exitCode: ctx.Bool("exit-code"), writeRequest: readWrite(ctx),
			}
			r.why, r.applying = ctx.Bool("why"), readApplying(ctx)
			if err := r.validate(ctx.Args().Slice()); err != nil {
				return err
			}
			return r.run(ctx.Context, out)
		},
	}
}

func (r *planRequest) validate(rest []string) error {
	if len(rest) > 0 {
		return usagef("fluxmigrate plan --from X --to Y", "plan takes no arguments, and was given %s", quotedList(rest))
	}
	if missing := r.missing(); len(missing) > 0 {
		return usagef("as in fluxmigrate plan --from tls --to ip, or --from main --to HEAD",
			"plan needs %s: a mode, a git revision, REVISION:MODE or a folder", strings.Join(missing, " and "))
	}
	if r.route != "" && r.route != step.Commits && r.route != step.Cluster {
		return usagef("", "--route %s: want %s or %s", r.route, step.Commits, step.Cluster)
	}
	if err := r.applying.validate(r); err != nil {
		return err
	}
	return r.common.validate(planForms...)
}

func (r *planRequest) missing() []string {
	var missing []string
	if r.from == "" {
		missing = append(missing, "--from")
	}
	if r.to == "" {
		missing = append(missing, "--to")
	}
	return missing
}

func (r *planRequest) run(ctx context.Context, out output) error {
	l, err := load(r.common)
	if err != nil {
		return err
	}
	p, err := l.plan(r.from, r.to, r.route)
	if err != nil {
		return err
	}
	if err := r.write(out, l, r.from, r.to, p); err != nil {
		return err
	}
	if err := out.whole(func(w io.Writer) error { return r.show(w, out, l, p) }); err != nil {
		return err
	}
	if r.apply != nil {
		return r.applying.run(ctx, out, p)
	}
	return r.status(p).orNil()
}

func (r *planRequest) show(w io.Writer, out output, l *loaded, p *planner.Plan) error {
	var options []runbook.Option
	if r.why {
		options = append(options, runbook.Why)
	}
	switch r.form {
	case "json":
		document, err := planner.Encode(p)
		if err != nil {
			return err
		}
		_, err = w.Write(document)
		return err
	case "markdown":
		return runbook.Markdown(w, p, options...)
	case "html":
		needs, err := l.dependencies(r.from, r.to)
		if err != nil {
			return err
		}
		return runbook.HTML(w, p, needs)
	}
	return runbook.Text(w, p, out.style(), options...)
}

// dependencies gives what the graph of a report is drawn from.
func (l *loaded) dependencies(from, to string) (runbook.Dependencies, error) {
	transition, err := l.repository.Transition(from, to)
	if err != nil {
		return runbook.Dependencies{}, err
	}
	return runbook.Dependencies{
		Before: planner.Dependencies(transition.From, false), After: planner.Dependencies(transition.To, false),
	}, nil
}

func (r *planRequest) status(p *planner.Plan) status {
	if r.exitCode && p.Verdict == verdict.Proved && p.Naive.Verdict != verdict.Proved {
		return naiveUnsafe
	}
	return statusOf(p.Verdict)
}
