package oracle_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
)

// coarse is the model with the steps that the oracle of a whole cluster takes,
// and no others: nothing fails, no cache is behind, and a run has two instants,
// its looks and its work.
type coarse struct{ *sim.Model }

// coarseState is a state, and the Kustomization that is amid an instant; -1.
type coarseState struct {
	sim.State
	busy int8
}

var failures = map[sim.EventKind]bool{sim.Fails: true, sim.FailsToPrune: true, sim.FailsUnhealthy: true, sim.CannotDelete: true}

// between are the events after which others may do something.
var between = map[sim.EventKind]bool{sim.Fetches: true, sim.Acts: true, sim.Passes: true, sim.Reads: true, sim.CannotBuild: true,
	sim.Unclear: true, sim.Ends: true, sim.Vanishes: true}

func (c coarse) Starts() (all []coarseState) {
	for _, s := range c.Model.Starts() {
		all = append(all, coarseState{s, -1})
	}
	return all
}

func (c coarse) Steps(from coarseState, yield func(sim.Event, coarseState) bool) {
	var events []sim.Event
	var to []sim.State
	newest := map[int8]int8{}
	c.Model.Steps(from.State, func(e sim.Event, s sim.State) bool {
		events, to = append(events, e), append(to, s)
		newest[e.Kustomization] = max(newest[e.Kustomization], e.View)
		return true
	})
	for i, e := range events {
		next := coarseState{to[i], e.Kustomization}
		if between[e.Kind] {
			next.busy = -1
		}
		idle := from.busy < 0 || from.busy == e.Kustomization
		if idle && !failures[e.Kind] && e.View == newest[e.Kustomization] && !yield(e, next) {
			return
		}
	}
}

// losesCoarsely says whether the subject is lost in coarse steps.
func losesCoarsely(t *testing.T, s *scene.Scene) bool {
	c := coarse{model(t, s, true)}
	r := explore.Run(t.Context(), c, explore.Options[coarseState, sim.Event]{Limit: limit, Workers: 1,
		Bad: func(from coarseState, e sim.Event, to coarseState) bool { return c.Loses(from.State, e, to.State) }})
	return r.Bad != nil
}
