package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// applyRequest is what apply is asked.
type applyRequest struct {
	common
	file, namespace   string
	timeout, patience time.Duration
	until             int
	yes, pause        bool
	switchRoots       bool
	dryRun            string
	deletions         []string
	undo              bool
}

// Where -o of apply leads to.
var applyForms = []string{"text", "json"}

func applyCommand(out output) *cli.Command {
	return &cli.Command{
		Name:      "apply",
		Usage:     "carry out a plan on the cluster, exactly as it was reviewed, and see after each step that it took effect",
		UsageText: "fluxmigrate apply PLAN --kubeconfig FILE|--context NAME [flags]",
		Description: "PLAN is a file that fluxmigrate plan -o json wrote for this cluster; an edited one is refused, and so is one that\n" +
			"is not proved or no longer fits the cluster or the repository. Its proof is checked again first, as verify does.\n" +
			"Flags of the repository are those that plan was given.\n" +
			"--undo takes back what a run set by hand, as long as nothing of the change was published: no commit that a source\n" +
			"has fetched, no root that was switched, nothing that was deleted. From there on the way back is a plan of its own.\n" +
			"Without a terminal it needs --yes, and --delete for each deletion. A run that ended early, for whatever reason, is\n" +
			"gone on with by the same command.",
		Flags: append(append(applyFlags(), undoFlag()), slices.DeleteFunc(commonFlags(applyForms...), func(f cli.Flag) bool {
			return slices.Contains([]string{"live", "budget", "protect"}, f.Names()[0])
		})...),
		Action: func(ctx *cli.Context) error {
			r := readApply(ctx)
			if err := r.validate(ctx.Args().Slice()); err != nil {
				return err
			}
			return r.run(ctx.Context, out)
		},
	}
}

func applyFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "yes", Usage: "agree to the stages without being asked"},
		&cli.StringSliceFlag{Name: "delete", Usage: "agree to the deletion of this `OBJECT`, as the plan names it; all is every one of them; may be repeated"},
		&cli.StringFlag{Name: "dry-run", Usage: "write nothing: `WHERE` is client, which says what would be written, or server, which has the API server check it too"},
		&cli.IntFlag{Name: "until", Usage: "end after stage `N`; the same command without it goes on"},
		&cli.BoolFlag{Name: "pause-after-stage", Usage: "ask after every stage whether to go on; without a terminal, end after it"},
		&cli.BoolFlag{Name: "switch-roots", Usage: "write the path of roots that something else makes too, and do not wait for that"},
		&cli.DurationFlag{Name: "timeout", Value: 5 * time.Minute, Usage: "the `DURATION` that Flux may take for one step"},
		&cli.DurationFlag{Name: "patience", Value: 24 * time.Hour, Usage: "the `DURATION` that a merge or a switch by somebody else may take"},
		&cli.StringFlag{Name: "run-namespace", Value: "flux-system", Usage: "the `NAMESPACE` of the journal and of the Lease of the run"},
	}
}

func readApply(ctx *cli.Context) *applyRequest {
	return &applyRequest{
		common: readCommon(ctx), namespace: ctx.String("run-namespace"), timeout: ctx.Duration("timeout"), patience: ctx.Duration("patience"),
		until: ctx.Int("until"), yes: ctx.Bool("yes"), pause: ctx.Bool("pause-after-stage"), switchRoots: ctx.Bool("switch-roots"),
		dryRun: ctx.String("dry-run"), deletions: ctx.StringSlice("delete"), undo: ctx.Bool("undo"),
	}
}

func (r *applyRequest) validate(args []string) error {
	if len(args) != 1 {
		return usagef("as in fluxmigrate plan --from tls --to ip --context NAME -o json >plan.json; fluxmigrate apply plan.json --context NAME",
			"apply takes the file of one plan, and was given %d", len(args))
	}
	r.file = args[0]
	if r.undo && (r.dryRun != "" || r.until > 0 || r.pause || r.switchRoots || len(r.deletions) > 0) {
		return usagef("fluxmigrate apply --undo PLAN --yes", "--undo takes everything back, and excludes --dry-run, --until, --pause-after-stage, --switch-roots and --delete")
	}
	return r.validateRun()
}

// validateRun checks what is the same where the plan comes from plan --apply.
func (r *applyRequest) validateRun() error {
	switch {
	case r.misled == nil && r.connect == nil:
		return usagef("name it with --kubeconfig FILE or --context NAME", "apply needs a cluster")
	case !slices.Contains([]string{"", "client", "server"}, r.dryRun):
		return usagef("", "--dry-run %s: want client or server", r.dryRun)
	case r.until < 0:
		return usagef("", "--until %d: want the number of a stage", r.until)
	case r.timeout <= 0 || r.patience <= 0:
		return usagef("", "--timeout and --patience have to be more than nothing")
	case r.namespace == "":
		return usagef("", "--run-namespace is empty")
	}
	return r.common.validate(applyForms...)
}

// agreed gives the deletions of the plan that --delete names. A name that is of
// no deletion is refused: it may be a slip.
func (r *applyRequest) agreed(p *planner.Plan) (map[ownership.ObjectID]bool, error) {
	agreed := make(map[ownership.ObjectID]bool)
	for _, name := range r.deletions {
		found := false
		for _, o := range deletionsOf(p) {
			if name == "all" || name == o.String() || name == o.Display() {
				agreed[o], found = true, true
			}
		}
		if !found && name != "all" {
			return nil, fmt.Errorf("--delete %q: the plan deletes nothing of that name", name)
		}
	}
	return agreed, nil
}
