package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/planner"
)

// checkerLimit is how many states of one scene are visited at most: a minute or
// two, and, as measured, 1.2 GB with five Kustomizations in the scene.
const checkerLimit = 2_000_000

// mostStates is how many the checker can number.
const mostStates = 1 << 30

// verifyRequest is what verify is asked.
type verifyRequest struct {
	file, form string
	limit      int
	progress   *progress
}

func verifyCommand(out output) *cli.Command {
	return &cli.Command{
		Name:      "verify",
		Usage:     "check the proof of a plan again, from its file alone",
		UsageText: "fluxmigrate verify PLAN [--limit N] [-o text|markdown|json]",
		Description: "PLAN is a file that fluxmigrate plan -o json wrote, or - for standard input. An edited one is refused.\n" +
			"Each question that the proof asked is answered again, by a small program of its own that shares no code with\n" +
			"the one that planned, and the answers are compared. The exit status is 0 if every claim holds, 3 if one does\n" +
			"not, and 4 if one could not be checked. That the plan is still that of the repository and of the cluster is not\n" +
			"checked, and it may itself say refuted or unknown.",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "limit", Value: checkerLimit, Usage: "visit `N` states of a question at most (a million takes 0.6 GB of memory); what has more is unknown"},
			outputFlag(pageForms...),
		},
		Action: func(ctx *cli.Context) error {
			r := verifyRequest{form: formOf(ctx), limit: ctx.Int("limit"), progress: newProgress(ctx.App.ErrWriter)}
			if err := r.validate(ctx.Args().Slice()); err != nil {
				return err
			}
			return r.run(out)
		},
	}
}

func (r *verifyRequest) validate(args []string) error {
	hint := "as in fluxmigrate plan --from tls --to ip -o json >plan.json; fluxmigrate verify plan.json"
	switch {
	case len(args) == 0:
		return usagef(hint, "verify needs the file of a plan")
	case len(args) > 1:
		return usagef(hint, "verify takes one file, and was given %d: %s", len(args), quotedList(args))
	case r.limit < 1 || r.limit > mostStates:
		return usagef("", "--limit %d: want a number of states, from 1 to %d", r.limit, mostStates)
	}
	r.file = args[0]
	return oneOf(r.form, pageForms...)
}

func (r *verifyRequest) run(out output) error {
	p, err := readPlan(r.file)
	if err != nil {
		return err
	}
	r.progress.start("checking "+r.file, r.limit)
	v := verification(p, r.limit, r.progress)
	r.progress.clear()
	if err := out.page(r.form, v.page(), v); err != nil {
		return err
	}
	return statusOf(v.Verdict).orNil()
}

// readPlan reads a plan that nobody has edited and whose proofs are about it.
func readPlan(file string) (*planner.Plan, error) {
	read, name := os.ReadFile, file
	if file == "-" {
		name = "standard input"
		read = func(string) ([]byte, error) { return io.ReadAll(os.Stdin) }
	}
	document, err := read(file)
	if err != nil {
		return nil, fmt.Errorf("reading the plan: %w", err)
	}
	return decodePlan(document, name)
}

// decodePlan reads a plan from its document, and refuses it as readPlan does.
func decodePlan(document []byte, name string) (*planner.Plan, error) {
	p, err := planner.Decode(document)
	if err == nil {
		err = planner.CheckSeal(p)
	}
	if err == nil {
		err = errors.Join(planFaults(p)...)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w\nnothing was checked; plan again, and verify the file that fluxmigrate plan -o json writes as it is", name, err)
	}
	return p, nil
}
