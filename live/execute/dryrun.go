package execute

import (
	"context"
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// DryRun checks the basis of a plan and says what would be written, in order. On
// the server every write is checked too, as the cluster is now, and none is made.
func DryRun(ctx context.Context, c *Cluster, o Options, server bool) error {
	if err := executable(o.Plan); err != nil {
		return err
	}
	observed, err := o.Observe(ctx)
	if err != nil {
		return err
	}
	if what := outdated(o.Plan.Basis, observed); len(what) > 0 {
		return &StaleError{What: what}
	}
	if err := o.Begin(observed); err != nil {
		return err
	}
	dry := *c
	dry.dryRun = true
	for i, stage := range o.Plan.Stages {
		o.Say(fmt.Sprintf("stage %d of %d: %s", i+1, len(o.Plan.Stages), stage.Title))
		for n, s := range stage.Steps {
			if err := dry.rehearse(ctx, o, stepName(i, n), s, server); err != nil {
				return fmt.Errorf("%s: %w", stepName(i, n), err)
			}
		}
	}
	return nil
}

// rehearse says what a step would do, and has the server check it.
func (c *Cluster) rehearse(ctx context.Context, o Options, name string, s step.Step, server bool) error {
	switch {
	case s.File != "" || s.Kind == step.Publish:
		o.Say(fmt.Sprintf("%s: wait for a commit with %s %s", name, s.Kind, s.Target.Display()))
		return nil
	case s.SwitchedElsewhere() && !o.SwitchRoots:
		o.Say(fmt.Sprintf("%s: wait for %s to be switched to %s by %s", name, s.Target.Display(), s.Value, s.Maker))
		return nil
	case s.Field == "" && !s.Deletes():
		o.Say(fmt.Sprintf("%s: ask for runs, and wait for %d conditions", name, len(s.Leaves)))
		return nil
	}
	o.Say(fmt.Sprintf("%s: would %s", name, deed(s)))
	if !server {
		return nil
	}
	seen, err := c.get(ctx, s.Target)
	switch {
	case err != nil:
		return err
	case seen == nil:
		o.Say(fmt.Sprintf("%s: %s is not there yet, so that could not be checked", name, s.Target.Display()))
		return nil
	case s.Deletes():
		return c.remove(ctx, s.Target, seen)
	}
	return c.merge(ctx, s.Target, seen, body(pathOf(s.Field), valueOf(s.Field, s.Value)), true)
}
