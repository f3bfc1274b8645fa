package oracle_test

import (
	"math/rand/v2"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest/scenes"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
	"github.com/fluxmigrate/fluxmigrate/planner/verify"
)

// checked compares the answer of the model with that of the checker, which
// shares no code with it.
func checked(t *testing.T, s *scene.Scene) (what string, bad bool) {
	a, b := visit(t, s, false), verify.Scene(s, limit)
	if open(a) || b.Safety != verdict.Refuted && b.States >= limit {
		return "too large", false
	}
	return string(a.Safety) + "/" + string(a.Completion), a.Safety != b.Safety || a.Completion != b.Completion
}

func TestTheCheckerAgrees(t *testing.T) {
	ask(t, 100, func(t *testing.T, r *rand.Rand, note func(string)) {
		text := scenes.Draw(r)
		what, bad := checked(t, parse(t, text))
		if bad {
			text = scenes.Shrink(text, func(s *scene.Scene) bool { _, bad := checked(t, s); return bad })
			s := parse(t, text)
			t.Errorf("model %+v\nchecker %+v\nof\n%s", visit(t, s, false), verify.Scene(s, limit), text)
		}
		note(what)
	})
}
