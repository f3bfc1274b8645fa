package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// applying is the part of plan that carries the plan out.
type applying struct {
	apply   *applyRequest // nil without --apply
	save    string
	without []string // flags that say how to apply, where nothing is applied
}

func planApplyFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.BoolFlag{Name: "apply", Usage: "carry the plan out on the cluster once it was shown and agreed to, as fluxmigrate apply does"},
		&cli.StringFlag{Name: "save", Usage: "with --apply, the `FILE` that the plan is saved in, for fluxmigrate apply to go on with (default: plan-SEAL.json)", TakesFile: true},
	}, applyFlags()...)
}

func readApplying(ctx *cli.Context) applying {
	a := applying{save: ctx.String("save")}
	if ctx.Bool("apply") {
		a.apply = readApply(ctx)
		return a
	}
	for _, f := range planApplyFlags() {
		if name := f.Names()[0]; ctx.IsSet(name) && name != "apply" {
			a.without = append(a.without, "--"+name)
		}
	}
	return a
}

func (a *applying) validate(r *planRequest) error {
	switch {
	case len(a.without) > 0:
		return usagef("fluxmigrate plan --from X --to Y --apply", "%s says how to carry out a plan, and --apply is not given", a.without[0])
	case a.apply == nil:
		return nil
	case r.exitCode:
		return usagef("", "--exit-code and --apply exclude each other: the exit status is that of the run")
	case !slices.Contains(applyForms, r.form):
		return usagef("", "-o %s: with --apply want text or json", r.form)
	}
	return a.apply.validateRun()
}

// run carries out the plan that was shown, read back from the very document that
// is saved: what goes on with the run later reads the same.
func (a *applying) run(ctx context.Context, out output, shown *planner.Plan) error {
	document, err := planner.Encode(shown)
	if err != nil {
		return err
	}
	p, err := decodePlan(document, "the plan")
	if err != nil {
		return err
	}
	if a.apply.dryRun == "" && p.Verdict == verdict.Proved && len(p.Stages) > 0 {
		if err := a.keep(out, p, document); err != nil {
			return err
		}
	}
	return a.apply.carryOut(ctx, out, p)
}

// keep saves the plan, and never over anything else.
func (a *applying) keep(out output, p *planner.Plan, document []byte) error {
	if a.save == "" {
		seal := strings.TrimPrefix(p.Seal, "sha256:")
		a.save = "plan-" + seal[:min(12, len(seal))] + ".json"
	}
	there, err := os.ReadFile(a.save)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = os.WriteFile(a.save, document, 0o600)
	case err == nil && !bytes.Equal(there, document):
		err = fmt.Errorf("%s is there, and holds something else; name another file with --save", a.save)
	}
	if err != nil {
		return fmt.Errorf("saving the plan: %w", err)
	}
	fmt.Fprintf(out.stderr, "fluxmigrate: the plan is saved; a run that ends early is gone on with by fluxmigrate apply %s, and the same flags\n", pasted(a.save))
	return nil
}
