package execute

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// executable says why a plan cannot be carried out at all.
func executable(p *planner.Plan) error {
	if p.Verdict != verdict.Proved {
		return fmt.Errorf("the plan is %s, not proved: %s; only a plan that is proved is carried out", p.Verdict, p.Reason)
	}
	if len(p.Stages) > 0 && len(p.Basis.Observed) == 0 {
		return errors.New("the plan was made without a look at the cluster, so nobody knows whether it fits; plan again with --kubeconfig FILE or --context NAME")
	}
	for _, s := range p.Steps() {
		for _, id := range append(subjectsOf(s.Leaves), s.Target) {
			if id.Cluster != "" {
				return fmt.Errorf("the plan is about %s, and apply does not reach other clusters", id.Display())
			}
		}
	}
	return nil
}

// begin reads the journal, or begins one.
func (r *run) begin(ctx context.Context) error {
	var err error
	if r.store, err = openStore(ctx, r.cluster, r.Namespace); err != nil {
		return err
	}
	if j := r.store.journal; j != nil {
		if j.Plan != r.Plan.Seal {
			return r.otherPlan()
		}
		if j.Undoing {
			return errors.New("this run is being taken back, and cannot be gone on with; fluxmigrate apply --undo with this plan ends that")
		}
		r.Say("going on with the run that began at " + j.Began.UTC().Format(time.DateTime))
		return nil
	}
	observed, err := r.Observe(ctx)
	if err != nil {
		return err
	}
	if what := outdated(r.Plan.Basis, observed); len(what) > 0 {
		return &StaleError{What: what}
	}
	if err := r.Begin(observed); err != nil {
		return err
	}
	return r.firstEntry(ctx, observed)
}

func (r *run) otherPlan() error {
	return fmt.Errorf("a run of another plan, from %s, was begun and not ended: %s is its journal; go on with that plan first, or take it back: fluxmigrate apply --undo with that plan",
		r.store.journal.Began.UTC().Format(time.DateTime), r.store.id.Display())
}

func (r *run) firstEntry(ctx context.Context, observed *ownership.Observed) error {
	j := &Journal{Plan: r.Plan.Seal, Began: r.now(), Owners: marksOf(r.Plan, observed)}
	j.Sources = revisionsOf(j.Owners, observed)
	owners := r.Plan.Protected()
	for _, id := range sortedKeys(owners) {
		o, err := r.cluster.get(ctx, id)
		if err != nil {
			return err
		}
		j.Kept = append(j.Kept, keep(id, o, owners[id]))
	}
	return r.store.begin(ctx, j)
}
