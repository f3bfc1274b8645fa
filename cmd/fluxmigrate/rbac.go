package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/live"
	"github.com/fluxmigrate/fluxmigrate/live/execute"
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/rbac"
)

// rbacRequest is what rbac is asked.
type rbacRequest struct {
	common
	file, purpose, account, namespace string
	switchRoots                       bool
}

// What rights may be for.
const (
	forPlan  = "plan"
	forApply = "apply"
)

func rbacCommand(out output) *cli.Command {
	return &cli.Command{
		Name:      "rbac",
		Usage:     "print the least roles for planning against a cluster, or for carrying out a plan",
		UsageText: "fluxmigrate rbac PLAN [--for plan|apply] [flags]",
		Description: "PLAN is a file that fluxmigrate plan -o json wrote. The output is for kubectl apply: a ServiceAccount, Roles,\n" +
			"ClusterRoles and bindings, with a comment at each rule. Flags of the repository are those that plan was given. With a\n" +
			"cluster, or a snapshot, rights to read are for what its inventories list, and without for what the state before renders;\n" +
			"only a cluster says for sure how it calls its resources. The rights for apply hold those for plan.",
		Flags: append(rbacFlags(), slices.DeleteFunc(commonFlags("yaml"), func(f cli.Flag) bool {
			return slices.Contains([]string{"budget", "protect"}, f.Names()[0])
		})...),
		Action: func(ctx *cli.Context) error {
			r := &rbacRequest{common: readCommon(ctx), purpose: ctx.String("for"), account: ctx.String("service-account"),
				namespace: ctx.String("run-namespace"), switchRoots: ctx.Bool("switch-roots")}
			if err := r.validate(ctx.Args().Slice()); err != nil {
				return err
			}
			return r.run(ctx.Context, out)
		},
	}
}

func rbacFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "for", Value: forPlan, Usage: "`WHAT` the rights are for: plan or apply"},
		&cli.StringFlag{Name: "service-account", Value: "flux-system/fluxmigrate", Usage: "who gets them, as `NAMESPACE/NAME`"},
		&cli.BoolFlag{Name: "switch-roots", Usage: "for an apply that is given --switch-roots"},
		&cli.StringFlag{Name: "run-namespace", Value: "flux-system", Usage: "the `NAMESPACE` that apply is given with --run-namespace"},
	}
}

func (r *rbacRequest) validate(args []string) error {
	if len(args) != 1 {
		return usagef("as in fluxmigrate plan --from tls --to ip -o json >plan.json; fluxmigrate rbac plan.json", "rbac takes the file of one plan, and was given %d", len(args))
	}
	r.file = args[0]
	if r.purpose != forPlan && r.purpose != forApply {
		return usagef("", "--for %s: want plan or apply", r.purpose)
	}
	if namespace, name, ok := strings.Cut(r.account, "/"); !ok || namespace == "" || name == "" || strings.Contains(name, "/") {
		return usagef("as in --service-account flux-system/fluxmigrate", "--service-account %q: want NAMESPACE/NAME", r.account)
	}
	if r.namespace == "" {
		return usagef("", "--run-namespace is empty")
	}
	return r.common.validate("yaml")
}

func (r *rbacRequest) run(ctx context.Context, out output) error {
	p, err := readPlan(r.file)
	if err != nil {
		return err
	}
	in, err := r.input(p)
	if err != nil {
		return err
	}
	resource, from, err := r.resources(ctx, in.Transition)
	if err != nil {
		return err
	}
	rules := rbac.Observe(in)
	if r.purpose == forApply {
		rules = rbac.Apply(in)
	}
	namespace, name, _ := strings.Cut(r.account, "/")
	notes := append(r.notes(p), from)
	notes = append(notes, rbac.Notes(in)...)
	return out.whole(func(w io.Writer) error {
		return rbac.Manifests(w, "fluxmigrate-"+r.purpose, rbac.Account{Namespace: namespace, Name: name}, rules, notes, resource)
	})
}

// input renders the states of the plan. Where they are not what they were, the
// rights would be those of another plan.
func (r *rbacRequest) input(p *planner.Plan) (rbac.Input, error) {
	l, err := load(r.common)
	if err != nil {
		return rbac.Input{}, err
	}
	transition, err := l.repository.Transition(p.Basis.From.Name, p.Basis.To.Name)
	if err != nil {
		return rbac.Input{}, fmt.Errorf("reading what the plan was made from: %w", err)
	}
	if what := endsChanged(p, transition); what != nil {
		return rbac.Input{}, &execute.StaleError{What: what}
	}
	return rbac.Input{Plan: p, Transition: transition, Observed: l.observed, RunNamespace: r.namespace, SwitchRoots: r.switchRoots}, nil
}

func (r *rbacRequest) notes(p *planner.Plan) []string {
	what := "plan from " + p.Basis.From.Name + " to " + p.Basis.To.Name + " against a cluster"
	if r.purpose == forApply {
		what = "carry out the plan from " + p.Basis.From.Name + " to " + p.Basis.To.Name
	}
	notes := []string{"The least rights to " + what + ". Made by fluxmigrate rbac.",
		"What a cluster serves may be asked by everybody who is logged in: by the ClusterRole system:discovery, which is not in here."}
	if r.purpose == forApply && len(p.Basis.Observed) == 0 {
		notes = append(notes, "The plan was made without a cluster, and apply refuses it: plan with --kubeconfig FILE or --context NAME, and ask again.")
	}
	return notes
}

// resources gives what resources are called, and from where that is known.
func (r *rbacRequest) resources(ctx context.Context, t *ownership.Transition) (resource func(ownership.GroupKind) string, from string, err error) {
	served, from := func(ownership.GroupKind) string { return "" }, "No cluster was asked how it calls its resources: those that the repository defines are known, the others are guessed from their kinds."
	if r.connect != nil {
		if served, err = live.Resources(ctx, *r.connect); err != nil {
			return nil, "", err
		}
		from = "Resources are called as the cluster calls them; those that it does not serve, as their definition or kind says."
	}
	defined := rbac.Defined(t)
	return func(kind ownership.GroupKind) string {
		if name := served(kind); name != "" {
			return name
		}
		if name := defined[kind]; name != "" {
			return name
		}
		return live.GuessResource(kind)
	}, from, nil
}
