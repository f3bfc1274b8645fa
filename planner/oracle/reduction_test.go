package oracle_test

import (
	"math/rand/v2"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest/scenes"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
)

// limit is the number of states at which a visit gives up.
const limit = 20_000

func parse(t *testing.T, text string) *scene.Scene {
	t.Helper()
	s, err := scenes.Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return s
}

func visit(t *testing.T, s *scene.Scene, plain bool) sim.Answer {
	t.Helper()
	return visitWithout(t, s, sim.Options{Plain: plain})
}

func visitWithout(t *testing.T, s *scene.Scene, o sim.Options) sim.Answer {
	t.Helper()
	o.Limit, o.Workers = limit, 1
	a, err := sim.Visit(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// open says whether a visit came to no end.
func open(a sim.Answer) bool { return a.Capped }

// differ gives the answer of the plain model, and says whether that of the
// reduced one is another.
func differ(t *testing.T, s *scene.Scene) (string, bool) { return differWithout(t, s, 0) }

// differWithout leaves out some of the reductions.
func differWithout(t *testing.T, s *scene.Scene, some sim.Reductions) (string, bool) {
	plain := visit(t, s, true)
	if open(plain) {
		return "too large", false
	}
	reduced := visitWithout(t, s, sim.Options{Without: some})
	return string(plain.Safety) + "/" + string(plain.Completion),
		plain.Safety != reduced.Safety || plain.Completion != reduced.Completion
}

func TestReductionsChangeNoAnswer(t *testing.T) {
	y := ask(t, 300, func(t *testing.T, r *rand.Rand, note func(string)) {
		text := scenes.Draw(r)
		what, bad := differ(t, parse(t, text))
		if bad {
			text = scenes.Shrink(text, func(s *scene.Scene) bool { _, bad := differ(t, s); return bad })
			s := parse(t, text)
			t.Errorf("plain %+v\nreduced %+v\nof\n%s", visit(t, s, true), visit(t, s, false), text)
		}
		note(what)
	})
	for _, what := range []string{"proved/proved", "proved/refuted", "refuted/unknown", "unknown/unknown"} {
		if y.count[what] == 0 {
			t.Errorf("no scene was %s", what)
		}
	}
}

// TestSomeReductionsChangeNoAnswer leaves out any of them, so that none is right
// for what another one does.
func TestSomeReductionsChangeNoAnswer(t *testing.T) {
	ask(t, 60, func(t *testing.T, r *rand.Rand, note func(string)) {
		text, some := scenes.Draw(r), sim.Reductions(r.IntN(sim.AllReductions+1))
		what, bad := differWithout(t, parse(t, text), some)
		if bad {
			text = scenes.Shrink(text, func(s *scene.Scene) bool { _, bad := differWithout(t, s, some); return bad })
			s := parse(t, text)
			t.Errorf("plain %+v\nreduced %+v\nwithout %s of\n%s", visit(t, s, true), visitWithout(t, s, sim.Options{Without: some}), some, text)
		}
		note(what)
	})
}
