package main

import (
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
)

// defaultBudget is how many states of one scene are visited at most: some
// seconds, and a few hundred megabytes.
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
	return &planner.Prover{Budget: l.budget, Answers: l.answers}
}
