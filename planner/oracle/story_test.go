package oracle_test

import (
	"math/rand/v2"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest/scenes"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
)

// quiet are the steps that the reduced model takes along with others.
var quiet = map[sim.EventKind]bool{sim.Begins: true, sim.Reads: true, sim.Depends: true, sim.Builds: true, sim.LeavesAlone: true,
	sim.WillWrite: true, sim.Writes: true, sim.Spares: true, sim.WillDelete: true, sim.CannotDelete: true, sim.SaysReady: true, sim.Ends: true}

// replay follows the events of a run in the plain model, with quiet steps of
// the Kustomization at hand between them, from every start. It gives the number
// of events that it could follow.
func replay(plain *sim.Model, events []sim.Event) (n int, lost bool) {
	at := map[sim.State]bool{}
	for _, s := range plain.Starts() {
		at[s] = true
	}
	for _, want := range events {
		if at, lost = after(plain, at, want); len(at) == 0 {
			return n, false
		}
		n++
	}
	return n, lost
}

// after gives the states after an event, and whether it loses the subject in
// one of them.
func after(plain *sim.Model, at map[sim.State]bool, want sim.Event) (next map[sim.State]bool, lost bool) {
	next = map[sim.State]bool{}
	queue := []sim.State{}
	for s := range at {
		queue = append(queue, s)
	}
	for len(queue) > 0 && len(at) < limit {
		from := queue[0]
		queue = queue[1:]
		plain.Steps(from, func(e sim.Event, to sim.State) bool {
			if same(e, want) {
				next[to] = true
				lost = lost || plain.Loses(from, e, to)
			}
			if e.Kustomization == want.Kustomization && quiet[e.Kind] && !at[to] {
				at[to] = true
				queue = append(queue, to)
			}
			return true
		})
	}
	return next, lost
}

// same says whether two events are one. What number a version has in the cache
// depends on the versions that a reduced state does not tell apart.
func same(e, f sim.Event) bool {
	switch e.Kind {
	case sim.Begins, sim.Passes, sim.Finalizes:
		e.Number, f.Number = 0, 0
	}
	e.View, f.View = 0, 0
	if f.Kind == sim.FailsUnhealthy && e.Kind == sim.Fails { // where the new inventory is that of before
		e.Kind = f.Kind
	}
	return e == f
}

// stumbles says at which event a story of the reduced model is none of the
// plain one; -1 if it is.
func stumbles(t *testing.T, s *scene.Scene) (what string, at int) {
	run, all := shortest(t, model(t, s, false))
	if !all {
		return "too large", -1
	}
	if run == nil {
		return "not lost", -1
	}
	var events []sim.Event
	for _, taken := range run.Steps {
		events = append(events, taken.Label)
	}
	n, lost := replay(model(t, s, true), events)
	if n == len(events) && lost {
		return "lost", -1
	}
	return "lost", n
}

func TestTheStoryOfALossIsARunOfThePlainModel(t *testing.T) {
	y := ask(t, 150, func(t *testing.T, r *rand.Rand, note func(string)) {
		text := scenes.Draw(r)
		what, at := stumbles(t, parse(t, text))
		if at >= 0 {
			text = scenes.Shrink(text, func(s *scene.Scene) bool { _, at := stumbles(t, s); return at >= 0 })
			s := parse(t, text)
			_, at := stumbles(t, s)
			t.Errorf("event %d of %+v is not possible in\n%s", at, visit(t, s, false).Story, text)
		}
		note(what)
	})
	if y.count["lost"] == 0 {
		t.Error("nothing was lost")
	}
}
