package planner

import (
	"errors"
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// Input is all that a plan is made from.
type Input struct {
	Transition ownership.Transition
	Observed   *ownership.Observed   // nil: the live state is assumed to be From
	Protect    []ownership.GroupKind // kinds protected beside the built-in ones
	Route      step.Route            // "": Commits where Git differs between the ends, else Cluster
	Tool, Flux string                // versions, for the basis
	Prover     *Prover               // nil: the rules alone judge
	Editor     Editor                // nil: edits are taken to have the effect they are meant to have

	looked *ownership.Observed // as the cluster is, where Observed leaves out what an earlier plan set
	left   []leftField         // what that is
}

// Build plans a transition: what changes, what merging or switching it as it
// is would risk, and ordered stages that keep every object at risk. A
// transition for which no remedy is known gives a plan without stages whose
// verdict is refuted, not an error.
//
// It fails on an input it cannot read, and, naming itself a bug, on a plan of
// its own that Validate refuses. It is pure: same input, same plan.
func Build(in Input) (*Plan, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	in = in.withMakers()
	if before, left := in.withoutLeft(); len(left) > 0 {
		if p, err := build(before, find(before)); err == nil && p.sets(left) {
			return p, nil
		}
	}
	return build(in, find(in))
}

// asLooked gives the cluster as it is.
func (in Input) asLooked() *ownership.Observed {
	if in.looked != nil {
		return in.looked
	}
	return in.Observed
}

// Inputs gives the digest that a plan made of the input has in its basis.
func Inputs(in Input) (string, error) {
	if err := in.check(); err != nil {
		return "", err
	}
	in = in.withMakers()
	return ownership.Inputs(&in.Transition, in.Observed), nil
}

func (in Input) check() error {
	if in.Transition.From == nil || in.Transition.To == nil {
		return errors.New("planning: a transition needs a state before and a state after; name both with --from and --to")
	}
	switch in.Route {
	case "", step.Commits, step.Cluster:
		return nil
	}
	return fmt.Errorf("planning: there is no route %q; use --route %s or --route %s", in.Route, step.Commits, step.Cluster)
}

// facts is what other packages know of a transition. Tests hand it over.
type facts struct {
	changes   []ownership.Change
	findings  hazard.Findings
	protected func(ownership.ObjectID) string // why a kind is protected, or ""
}

// propose makes the plan that the rules know to hold.
func (b *builder) propose() {
	b.choose()
	b.plan.Assumptions = b.assumptions()
	if b.canArrange() {
		b.arrange()
	}
}

// canArrange says whether there is a remedy for everything, and steps that make
// the change.
func (b *builder) canArrange() bool {
	return len(b.chosen.none) == 0 && (b.isMade() || len(b.plan.Changes) == 0)
}

func build(in Input, known facts) (*Plan, error) {
	b := newBuilder(in, known)
	b.describe()
	if in.Prover == nil {
		b.propose()
	} else {
		b.search()
	}
	b.write()
	b.judge()
	b.judgeMerged()
	b.finish()
	if err := Validate(b.plan, in); err != nil {
		return nil, fmt.Errorf("planning from %s to %s: the plan does not hold, which is a bug in fluxmigrate, please report it: %w",
			b.from.Name, b.to.Name, err)
	}
	if in.Prover == nil {
		return b.plan, nil
	}
	return b.plan, Seal(b.plan)
}
