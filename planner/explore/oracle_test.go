package explore_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
)

type result = explore.Result[int, int]

// bothWays visits a world in chunks of the usual size and in small ones with
// colliding hashes, by several numbers of workers, and gives the one answer
// there has to be.
func bothWays(t *rapid.T, w *world, o explore.Options[int, int]) result {
	var first string
	var r result
	for _, workers := range []int{1, 2, 8} {
		o.Workers = workers
		small := explore.RunSmall(t.Context(), w, o, 0x7_0000_0007)
		if first == "" {
			first = describe(small)
		}
		if got := describe(small); got != first {
			t.Fatalf("%d workers: got\n%s\nwant, as of one worker\n%s", workers, got, first)
		}
		r = explore.Run(t.Context(), w, o)
		if o.Limit == 0 && describe(r) != first { // where a limit stops depends on the size of a batch
			t.Fatalf("%d workers, large chunks: got\n%s\nwant\n%s", workers, describe(r), first)
		}
	}
	return r
}

// describe writes all of a result.
func describe(r result) string {
	return fmt.Sprintf("%t %s %d %d %d %d %d bad %v stuck %v", r.Complete, r.End, r.States, r.Steps, r.Depth, r.Covered,
		r.Goals, r.Bad, r.Stuck)
}

func labels(tr *explore.Trace[int, int]) (labels []int) {
	for _, step := range tr.Steps {
		labels = append(labels, step.Label)
	}
	return labels
}

// checkRun holds a trace against the world: it is the wanted one, it can be
// taken, and its states are those it passes.
func checkRun(t *rapid.T, w *world, what string, tr *explore.Trace[int, int], start int, want []int, some bool) {
	t.Helper()
	if !some || tr == nil {
		if some || tr != nil {
			t.Fatalf("%s: got %v, want one is %v: from %d %v", what, tr, some, start, want)
		}
		return
	}
	if tr.Start != start || !slices.Equal(labels(tr), want) {
		t.Fatalf("%s: got %v, want from %d %v", what, tr, start, want)
	}
	for at, rest := tr.Start, tr.Steps; len(rest) > 0; at, rest = rest[0].To, rest[1:] {
		if !slices.Contains(w.steps[at], taken{rest[0].Label, rest[0].To}) {
			t.Fatalf("%s: %v has a step from %d that the model has not", what, tr, at)
		}
	}
}

func TestEveryStateOfARandomWorldIsVisitedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t, 300)
		r := bothWays(t, w, explore.Options[int, int]{Goal: w.isGoal})
		steps, depth, goals := 0, 0, 0
		distances := w.distances()
		for s, d := range distances {
			steps, depth = steps+len(w.steps[s]), max(depth, d)
			if w.goal[s] {
				goals++
			}
		}
		want := fmt.Sprintf("%d states %d steps depth %d goals %d", len(distances), steps, depth, goals)
		if got := fmt.Sprintf("%d states %d steps depth %d goals %d", r.States, r.Steps, r.Depth, r.Goals); got != want || !r.Complete {
			t.Fatalf("got %s, complete %v, want %s", got, r.Complete, want)
		}
	})
}

func TestTheBadRunIsTheFirstOfTheShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t, 120)
		allBad := rapid.Bool().Draw(t, "allBad")
		r := bothWays(t, w, explore.Options[int, int]{Bad: w.isBad, AllBad: allBad})
		start, want, some := w.firstRun(func(_ int, s taken) bool { return w.bad[s.label] })
		checkRun(t, w, "bad", r.Bad, start, want, some)
		if r.Complete == (some && !allBad) {
			t.Fatalf("got complete %v with bad %v", r.Complete, r.Bad)
		}
		if some && !allBad && r.Covered != len(want) {
			t.Fatalf("got %d steps covered, want the level of the bad step, %d", r.Covered, len(want))
		}
	})
}

func TestTheStuckStateIsTheFirstOfTheNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t, 40)
		r := bothWays(t, w, explore.Options[int, int]{Goal: w.isGoal})
		for _, s := range w.starts {
			if !w.arrives(s) {
				checkRun(t, w, "stuck", r.Stuck, s, nil, true)
				return
			}
		}
		start, want, some := w.firstRun(func(_ int, s taken) bool { return !w.arrives(s.to) })
		checkRun(t, w, "stuck", r.Stuck, start, want, some)
	})
}

func TestALimitIsHonest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t, 120)
		distances := w.distances()
		limit := rapid.IntRange(1, len(distances)+2).Draw(t, "limit")
		r := bothWays(t, w, explore.Options[int, int]{Bad: w.isBad, Goal: w.isGoal, AllBad: true, Limit: limit})
		if r.States != min(limit, len(distances)) || r.Complete != (limit >= len(distances)) {
			t.Fatalf("got %s, want at most %d of %d states", describe(r), limit, len(distances))
		}
		if !r.Complete && r.Stuck != nil {
			t.Fatalf("got %s: only a complete search knows who is stuck", describe(r))
		}
		_, want, some := w.firstRun(func(_ int, s taken) bool { return w.bad[s.label] })
		if some && len(want) <= r.Covered && r.Bad == nil {
			t.Fatalf("got no bad run with %d steps covered, but there is one of %d", r.Covered, len(want))
		}
		if r.Bad != nil && !slices.Equal(labels(r.Bad), want) {
			t.Fatalf("got bad %v, want %v", r.Bad, want)
		}
	})
}

// Hashes that say nothing cost time and change no answer.
func TestStatesWithOneHashAreToldApart(t *testing.T) {
	for _, mask := range []uint64{0, math.MaxUint32, math.MaxUint32 << 32} {
		r := explore.RunSmall(t.Context(), counter{300}, explore.Options[int, string]{Workers: 2}, mask)
		if r.States != 301 || r.Depth != 150 || !r.Complete {
			t.Errorf("mask %x: got %s", mask, summary(r))
		}
	}
}

// A model larger than a batch of the usual size, the same by any number of
// workers.
func TestALargeModelIsCountedRight(t *testing.T) {
	first := ""
	for _, workers := range []int{1, 2, 8} {
		o := explore.Options[digits, int]{Workers: workers, Goal: func(d digits) bool { return d == digits{1, 2, 3} }}
		o.Bad = func(_ digits, _ int, to digits) bool { return to == digits{9, 9, 9, 9, 9} }
		o.AllBad = true
		got := summary(explore.Run(t.Context(), wheels{5}, o))
		if first == "" {
			first = got
		}
		if got != first {
			t.Errorf("%d workers: got %s, want %s", workers, got, first)
		}
		if want := "every state was visited: 100000 states, 500000 steps, depth 45, covered 46, 1 goals"; got[:len(want)] != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
