package planner

import (
	"context"
	"errors"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	asked "github.com/fluxmigrate/fluxmigrate/planner/scene" // tests here have a scene of their own
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// purse is what all candidates may cost together, in states.
type purse struct {
	limited bool
	left    int
	little  int  // what a scene may cost though the candidate is lost
	lost    bool // an object is lost under the candidate at hand: no need to know more
}

func newPurse(budget int) *purse {
	return &purse{limited: budget > 0, left: proof.Together * budget, little: (budget + 19) / 20}
}

func (p *purse) isEmpty() bool { return p.limited && p.left <= 0 }

var errNotAsked = errors.New("not asked, as the candidate loses something else")

// visit answers a scene and counts what that cost. Once something is lost, only
// what costs little is answered.
func (p *purse) visit(ctx context.Context, s *asked.Scene, o sim.Options) (sim.Answer, error) {
	if p.lost && p.limited && o.Limit > p.little {
		return sim.Answer{}, errNotAsked
	}
	a, err := sim.Visit(ctx, s, o)
	p.left -= a.States
	p.lost = p.lost || a.Safety == verdict.Refuted
	return a, err
}

// ask asks the model about the stages of a candidate: first with every edit as it
// is meant, and where that loses nothing, with the commits as they are rendered.
func (c *candidate) ask(p *purse, all bool) {
	if c.in.Editor == nil {
		c.askAlong(stagedTransition, p, all)
		return
	}
	if !all {
		if c.askAlong(stagedTransition, p, false); len(c.doubts()) > 0 {
			return
		}
	}
	c.askAlong(func(_ *ownership.Transition, stages []Stage) (*ownership.Transition, map[string]int) {
		return c.staged(stages)
	}, p, all)
}

type stager func(*ownership.Transition, []Stage) (*ownership.Transition, map[string]int)

// askAlong asks about the stages along the commits that they publish: of every
// version of the controller, or, unless all of it is wanted, up to the first one
// that loses something.
func (c *candidate) askAlong(commits stager, p *purse, all bool) {
	c.plan.Proofs.Plan = nil
	t, revisions := commits(&c.in.Transition, c.plan.Stages)
	q := proof.Question{Transition: t, Observed: c.in.Observed, Revisions: revisions, Also: c.taking.sorted(), Visit: p.visit}
	for _, stage := range c.plan.Stages {
		q.Script = append(q.Script, proof.Stage{Title: stage.Title, Steps: stage.Steps})
	}
	if q.Script == nil {
		return
	}
	for _, version := range c.modelled() {
		if q.Total = 0; p.limited {
			q.Total = max(1, p.left)
		}
		p.lost = false
		c.plan.Proofs.Plan = append(c.plan.Proofs.Plan, c.proveFor(version, q))
		if !all && len(refuted(c.doubts())) > 0 {
			return
		}
	}
}

// doubts gives what keeps the stages from being proved, component by component.
func (c *candidate) doubts() []proof.Component {
	var all []proof.Component
	for _, d := range components(c.plan.Proofs.Plan) {
		if c.concerns(d) && d.Safety != verdict.Proved {
			all = append(all, d)
		}
	}
	return all
}

// refuted gives those of the components in which an object is lost for certain.
func refuted(all []proof.Component) []proof.Component {
	var lost []proof.Component
	for _, c := range all {
		if c.Safety == verdict.Refuted && !c.Mixes() {
			lost = append(lost, c)
		}
	}
	return lost
}
