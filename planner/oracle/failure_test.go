package oracle_test

import (
	"math/rand/v2"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/scenes"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// steady is the model in which nothing fails; killed the one in which a
// controller may be killed as well, and every run ends at once.
type (
	steady struct{ *sim.Model }
	killed struct{ *sim.Model }
)

func (m steady) Steps(s sim.State, yield func(sim.Event, sim.State) bool) {
	m.Model.Steps(s, func(e sim.Event, to sim.State) bool { return failures[e.Kind] || yield(e, to) })
}

func (m killed) Steps(s sim.State, yield func(sim.Event, sim.State) bool) {
	going := true
	m.Model.Steps(s, func(e sim.Event, to sim.State) bool { going = yield(e, to); return going })
	end := s
	for again := true; again && going; {
		again = false
		m.Model.Steps(end, func(e sim.Event, to sim.State) bool {
			if e.Kind == sim.Fails {
				end, again = to, true
			}
			return !again
		})
	}
	if going && end != s {
		yield(sim.Event{Kind: sim.Fails, Kustomization: -1, Object: -1}, end)
	}
}

func loses(t *testing.T, m explore.Model[sim.State, sim.Event], of *sim.Model) (lost, all bool) {
	r := explore.Run(t.Context(), m, explore.Options[sim.State, sim.Event]{Bad: of.Loses, Limit: limit, Workers: 1})
	return r.Bad != nil, r.Complete || r.Bad != nil
}

func TestMoreFailuresLoseNoLess(t *testing.T) {
	y := ask(t, 40, func(t *testing.T, r *rand.Rand, note func(string)) {
		text := scenes.Draw(r)
		s := parse(t, text)
		a, m := visit(t, s, false), model(t, s, true)
		without, all := loses(t, steady{m}, m)
		with, allWith := loses(t, killed{m}, m)
		if open(a) || !all || !allWith {
			note("too large")
			return
		}
		lost := a.Safety == verdict.Refuted
		if without && !lost || lost != with {
			t.Errorf("lost without failures: %t, with those of the model: %t, with restarts: %t, in\n%s", without, lost, with, text)
		}
		switch {
		case without:
			note("lost without failures")
		case lost:
			note("lost with failures only")
		default:
			note("not lost")
		}
	})
	for _, what := range []string{"lost without failures", "not lost"} {
		if y.count[what] == 0 {
			t.Errorf("no scene was %s", what)
		}
	}
}
