package verify

import (
	"flag"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

var draws = flag.Int("draws", 200, "how many scenes TestWhatIsForgottenChangesNoAnswer draws")

// TestWhatIsForgottenChangesNoAnswer answers drawn scenes with every state told
// apart and every step taken by itself, and with all that is forgotten and joined.
func TestWhatIsForgottenChangesNoAnswer(t *testing.T) {
	const limit = 20_000
	count, open, fewer := map[[2]verdict.Verdict]int{}, 0, 0
	for seed := range uint64(*draws) {
		s := drawScene(seed)
		plain := answerOf(t, s, false, limit)
		if plain.Safety == verdict.Unknown {
			open++
			continue
		}
		short := answerOf(t, s, true, limit)
		if short.Safety != plain.Safety || short.Completion != plain.Completion {
			t.Fatalf("scene %d: %+v\nplain: %+v", seed, short, plain)
		}
		count[[2]verdict.Verdict{plain.Safety, plain.Completion}]++
		if 2*short.States < plain.States {
			fewer++
		}
	}
	t.Logf("%v, %d not compared, %d of less than half the states", count, open, fewer)
	for _, v := range []verdict.Verdict{verdict.Proved, verdict.Refuted, verdict.Unknown} {
		if count[[2]verdict.Verdict{verdict.Proved, v}] < *draws/50 {
			t.Errorf("few scenes are proved with a completion that is %s", v)
		}
	}
	if count[[2]verdict.Verdict{verdict.Refuted, verdict.Unknown}] < *draws/20 || open > *draws/2 {
		t.Error("the scenes say little")
	}
}

func answerOf(t *testing.T, s *scene.Scene, short bool, limit int) Answer {
	t.Helper()
	m, err := newModel(s, short)
	if err != nil {
		t.Fatal(err)
	}
	return m.answer(limit)
}
