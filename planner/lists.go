package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
)

// copyLists gives the plan lists of its own, so that filling them leaves those
// of another plan alone.
func (p *Plan) copyLists() {
	p.Naive.AtRisk = slices.Clone(p.Naive.AtRisk)
	p.Changes = slices.Clone(p.Changes)
	p.Hazards = slices.Clone(p.Hazards)
	p.Tried = slices.Clone(p.Tried)
	p.Stages = slices.Clone(p.Stages)
	for i := range p.Stages {
		p.Stages[i].Steps = slices.Clone(p.Stages[i].Steps)
	}
}

// fillLists turns every nil list of the document into an empty one.
func (p *Plan) fillLists() {
	full(&p.Naive.AtRisk)
	full(&p.Naive.Story)
	full(&p.Changes)
	full(&p.Hazards)
	full(&p.Prerequisites)
	full(&p.Stages)
	full(&p.Tried)
	full(&p.Deletions)
	full(&p.Assumptions)
	full(&p.Unknowns)
	full(&p.Proofs.Naive)
	full(&p.Proofs.Plan)
	for i := range p.Naive.AtRisk {
		full(&p.Naive.AtRisk[i].Codes)
	}
	for i := range p.Tried {
		full(&p.Tried[i].Story)
	}
	for i := range p.Changes {
		full(&p.Changes[i].From)
		full(&p.Changes[i].To)
	}
	for i := range p.Hazards {
		fillHazard(&p.Hazards[i])
	}
	for i := range p.Stages {
		full(&p.Stages[i].Steps)
		for j := range p.Stages[i].Steps {
			full(&p.Stages[i].Steps[j].Needs)
			full(&p.Stages[i].Steps[j].Leaves)
		}
	}
}

func fillHazard(h *hazard.Hazard) {
	full(&h.Objects)
	full(&h.Owners)
	full(&h.Remedies)
}

func full[T any](list *[]T) {
	if *list == nil {
		*list = []T{}
	}
}
