// Command unprotected carries out a plan without its protection, so that a test
// sees what becomes of a cluster then. fluxmigrate itself refuses such a plan:
// the scenes of its proof are of other stages.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/fluxmigrate/fluxmigrate/live"
	"github.com/fluxmigrate/fluxmigrate/live/execute"
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// The exit status where the run saw a loss, as that of fluxmigrate apply.
const violated = 6

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: unprotected PLAN KUBECONFIG")
		os.Exit(2)
	}
	err := run(context.Background(), os.Args[1], os.Args[2])
	var lost *execute.ViolationError
	switch {
	case errors.As(err, &lost):
		fmt.Fprintln(os.Stderr, err)
		os.Exit(violated)
	case err != nil:
		fmt.Fprintln(os.Stderr, "unprotected:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, file, kubeconfig string) error {
	document, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	p, err := planner.Decode(document)
	if err != nil {
		return err
	}
	if !unprotect(p) {
		return errors.New("the plan protects nothing on the cluster")
	}
	connection := live.Connection{Kubeconfig: kubeconfig}
	config, _, err := connection.Config()
	if err != nil {
		return err
	}
	cluster, err := execute.Connect(config)
	if err != nil {
		return err
	}
	_, err = execute.Apply(ctx, cluster, options(p, connection))
	return err
}

func options(p *planner.Plan, connection live.Connection) execute.Options {
	o := execute.Options{
		Plan: p, Namespace: "flux-system", Holder: "unprotected", Timeout: time.Minute, Patience: time.Minute, SwitchRoots: true,
		Consented: make(map[ownership.ObjectID]bool),
		Observe: func(ctx context.Context) (*ownership.Observed, error) {
			return live.Observe(ctx, live.Options{Connection: connection})
		},
		Begin: func(*ownership.Observed) error { return nil },
		Say:   func(line string) { fmt.Fprintln(os.Stderr, line) },
	}
	for _, s := range p.Steps() {
		for _, c := range s.Needs {
			if c.Kind == step.Consented {
				o.Consented[c.Object] = true
			}
		}
	}
	return o
}

// unprotect drops the steps that guard an object or that set a deletion policy on
// the cluster, and what waits for either.
func unprotect(p *planner.Plan) bool {
	found := false
	for i := range p.Stages {
		stage := &p.Stages[i]
		stage.Steps = slices.DeleteFunc(stage.Steps, func(s step.Step) bool {
			protects := s.Kind == step.GuardObject || s.Kind == step.SetDeletionPolicy && s.File == ""
			found = found || protects
			return protects
		})
		for j := range stage.Steps {
			stage.Steps[j].Needs = withoutProtection(stage.Steps[j].Needs)
			stage.Steps[j].Leaves = withoutProtection(stage.Steps[j].Leaves)
		}
	}
	p.Stages = slices.DeleteFunc(p.Stages, func(s planner.Stage) bool { return len(s.Steps) == 0 })
	return found
}

func withoutProtection(conditions []step.Condition) []step.Condition {
	return slices.DeleteFunc(conditions, func(c step.Condition) bool {
		return c.Kind == step.Guarded || c.Field == "spec.deletionPolicy"
	})
}
