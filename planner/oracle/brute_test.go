package oracle_test

import (
	"math/rand/v2"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/scenes"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
)

// mostSteps is the number of steps that brute force takes at most.
const mostSteps = 60_000

// brute follows every order of events up to a depth, and remembers nothing.
type brute struct {
	m     *sim.Model
	steps int
}

// loses says whether some order of at most depth events loses the subject.
func (b *brute) loses(from sim.State, depth int) (found bool) {
	if depth == 0 {
		return false
	}
	b.m.Steps(from, func(e sim.Event, to sim.State) bool {
		b.steps++
		found = b.m.Loses(from, e, to) || b.loses(to, depth-1)
		return !found && b.steps < mostSteps
	})
	return found
}

// anywhere asks from every start.
func (b *brute) anywhere(depth int) bool {
	for _, s := range b.m.Starts() {
		if b.loses(s, depth) {
			return true
		}
	}
	return false
}

// shortest gives a shortest run that loses the subject; nil for none.
func shortest(t *testing.T, m *sim.Model) (run *explore.Trace[sim.State, sim.Event], all bool) {
	r := explore.Run(t.Context(), m, explore.Options[sim.State, sim.Event]{Bad: m.Loses, Limit: limit, Workers: 1})
	return r.Bad, r.Complete || r.Bad != nil
}

func model(t *testing.T, s *scene.Scene, plain bool) *sim.Model {
	t.Helper()
	m, err := sim.New(s)
	if err != nil {
		t.Fatal(err)
	}
	if !plain {
		m.Reduce()
	}
	return m
}

// disagrees deepens brute force for as long as it can be paid, and says at
// which depth it and the explorer are of two minds.
func disagrees(t *testing.T, s *scene.Scene, plain bool) (what string, depth int) {
	m := model(t, s, plain)
	run, all := shortest(t, m)
	if !all {
		return "too large", 0
	}
	for depth = 1; ; depth++ {
		b := &brute{m: m}
		found := b.anywhere(depth)
		switch {
		case !found && b.steps >= mostSteps:
			return "no loss that near", 0
		case found != (run != nil && len(run.Steps) <= depth):
			return "", depth
		case found:
			return "lost", 0
		case depth == 12:
			return "no loss that near", 0
		}
	}
}

func TestASearchThatRemembersNothingFindsTheSameLosses(t *testing.T) {
	y := ask(t, 80, func(t *testing.T, r *rand.Rand, note func(string)) {
		text, plain := scenes.Draw(r), r.IntN(2) == 0
		what, depth := disagrees(t, parse(t, text), plain)
		if depth > 0 {
			text = scenes.Shrink(text, func(s *scene.Scene) bool { _, depth := disagrees(t, s, plain); return depth > 0 })
			t.Errorf("plain: %t; at depth %d brute force and the explorer disagree of\n%s", plain, depth, text)
		}
		note(what)
	})
	if y.count["lost"] == 0 || y.count["no loss that near"] == 0 {
		t.Error("nothing was lost, or everything")
	}
}
