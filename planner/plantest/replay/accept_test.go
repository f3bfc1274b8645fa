package replay_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest/replay"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
)

// corpus gives recordings of both versions of the controller: every one where
// ORACLE is set, as `make oracle` does, and else one in so many.
func corpus(t *testing.T, oneIn, oneInOld int) []*worlds.Recording {
	t.Helper()
	return append(recorded(t, "", oneIn), recorded(t, "v1.7.3", oneInOld)...)
}

func recorded(t *testing.T, folder string, oneIn int) []*worlds.Recording {
	t.Helper()
	all, err := worlds.Load("../../../testdata/worlds/" + folder)
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("ORACLE") != "" {
		return all
	}
	var some []*worlds.Recording
	for i, r := range all {
		if i%oneIn == 0 {
			some = append(some, r)
		}
	}
	return some
}

// projections gives what a recording shows of the scene of each of its objects.
func projections(t *testing.T, r *worlds.Recording) map[string]replay.Projection {
	t.Helper()
	all := map[string]replay.Projection{}
	for _, s := range replay.Scenes(r) {
		if s.Scene == nil {
			t.Errorf("%s: proof makes no scene of %s: %s", r, s.ID, s.Why)
			continue
		}
		p, err := replay.Project(r, s)
		if err != nil {
			t.Errorf("%s, %s: %v", r, s.ID, err)
			continue
		}
		all[s.ID.String()] = p
	}
	return all
}

// TestTheModelCanDoWhatRealFluxDid holds every recorded trace against the scene
// of each of its objects.
func TestTheModelCanDoWhatRealFluxDid(t *testing.T) {
	recordings := append(corpus(t, 12, 4), recorded(t, "v1.7.3/again", 1)...) // these were once read wrongly
	count := map[string]int{}
	for _, r := range recordings {
		for id, p := range projections(t, r) {
			if err := sim.Accepts(p.Scene, p.Trace); err != nil {
				t.Errorf("%s, %s: %v", r, id, err)
				continue
			}
			count["traces"]++
			count["observations"] += len(p.Trace)
			if p.Beyond != "" {
				count["end before "+p.Beyond]++
			}
		}
	}
	t.Logf("%d worlds: %s", len(recordings), told(count))
	if count["traces"] < 4*len(recordings) || count["observations"] < 20*count["traces"] {
		t.Error("too little was accepted to say anything")
	}
}

// TestAnotherVersionCannotHaveDoneIt takes what one version did for what the
// other did: where they differ (R8.2, R2.11), the model has to say so.
func TestAnotherVersionCannotHaveDoneIt(t *testing.T) {
	refused, all := 0, 0
	for _, r := range recorded(t, "v1.7.3", 4) {
		r.Version = "v1.9.6"
		for _, p := range projections(t, r) {
			all++
			if sim.Accepts(p.Scene, p.Trace) != nil {
				refused++
			}
		}
	}
	t.Logf("of %d traces of v1.7.3, %d are none of v1.9.6", all, refused)
	if refused == 0 {
		t.Error("all that v1.7.3 did is taken for what v1.9.6 did")
	}
}

// TestTheModelCanDoItAllAtOnce takes all objects of a world as one scene.
func TestTheModelCanDoItAllAtOnce(t *testing.T) {
	count := map[string]int{}
	for _, r := range corpus(t, 36, 36) {
		whole, ok := replay.Whole(replay.Scenes(r))
		if !ok {
			count["too large for a scene"]++
			continue
		}
		p, err := replay.Project(r, whole)
		if err != nil {
			t.Errorf("%s: %v", r, err)
			continue
		}
		var refused *sim.Rejection
		switch err := sim.Accepts(p.Scene, p.Trace); {
		case errors.As(err, &refused) && refused.TooBig:
			count["too many runs agree"]++
		case err != nil:
			t.Errorf("%s: %v", r, err)
		default:
			count["accepted"]++
		}
	}
	t.Logf("worlds: %s", told(count))
	if count["accepted"] < 10 {
		t.Error("too few were accepted to say anything")
	}
}

// TestTheModelCannotDoWhatDidNotHappen changes one thing of each trace.
func TestTheModelCannotDoWhatDidNotHappen(t *testing.T) {
	told := map[string]int{}
	for _, r := range append(corpus(t, 50, 50), recorded(t, "v1.7.3/again", 1)...) {
		for id, p := range projections(t, r) {
			for i, l := range lies {
				q := p
				q.Trace = slices.Clone(p.Trace)
				if !l.tell(&q, rand.New(rand.NewPCG(uint64(r.Seed), uint64(i)))) {
					continue
				}
				told[l.what]++
				var refused *sim.Rejection
				if err := sim.Accepts(q.Scene, q.Trace); !errors.As(err, &refused) || refused.TooBig {
					t.Errorf("%s, %s: that %s is believed: %v", r, id, l.what, err)
				}
			}
		}
	}
	for _, l := range lies {
		if told[l.what] == 0 {
			t.Errorf("nothing was told of: %s", l.what)
		}
	}
	t.Logf("refused: %v", told)
}

func told(count map[string]int) string {
	var words []string
	for _, what := range slices.Sorted(maps.Keys(count)) {
		words = append(words, fmt.Sprintf("%d %s", count[what], what))
	}
	return strings.Join(words, ", ")
}
