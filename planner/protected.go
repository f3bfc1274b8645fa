package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// Steps gives the steps of all stages, in their order.
func (p *Plan) Steps() []step.Step {
	var all []step.Step
	for _, stage := range p.Stages {
		all = append(all, stage.Steps...)
	}
	return all
}

// Protected gives what the plan has to keep alive, with the owners that each may
// have on the way: what changes owners or is at risk, and what its steps guard or
// see taken. The zero owner stands for whoever owns it before.
func (p *Plan) Protected() map[ownership.ObjectID][]ownership.KustomizationID {
	all := make(map[objectID][]ksID)
	for _, s := range p.Steps() {
		for _, c := range slices.Concat(s.Needs, s.Leaves) {
			switch c.Kind {
			case step.Taken:
				all[c.Object] = append(all[c.Object], c.Kustomization)
			case step.Guarded:
				all[c.Object] = append(all[c.Object], ksID{})
			}
		}
	}
	for _, risk := range p.Naive.AtRisk {
		all[risk.Object] = append(all[risk.Object], ksID{})
	}
	for _, c := range p.Changes {
		switch _, watched := all[c.Object]; {
		case len(c.From) > 0 && len(c.To) > 0, watched && len(c.To) > 0:
			all[c.Object] = append(append(all[c.Object], c.From...), c.To...)
		case len(c.To) == 0 && c.Kind != ownership.Orphaned:
			delete(all, c.Object) // to be deleted, and named
		}
	}
	return all
}
