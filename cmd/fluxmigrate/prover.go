package main

import (
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
)

// defaultBudget is how many states of one scene are visited at most: a minute,
// and, as measured, 0.6 GB with five Kustomizations in the scene and 1.0 GB with
// twelve, the most that a scene has. A state is at most 705 bytes packed, with
// its links less than 1 KB, so 4 GB are out of reach, whatever the scene.
const defaultBudget = 2_000_000

// prover gives the model its limits. What it has answered for one pair of
// states it remembers for the next.
func (l *loaded) prover() *planner.Prover {
	if l.budget == 0 {
		return nil
	}
	if l.answers == nil {
		l.answers = proof.NewAnswers()
	}
	p := &planner.Prover{Budget: l.budget, Answers: l.answers}
	if l.progress != nil {
		p.Progress = l.progress.visit
	}
	return p
}
