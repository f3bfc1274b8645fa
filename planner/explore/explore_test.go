package explore_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
)

// TestMain draws more worlds than rapid would by itself: they are small.
func TestMain(m *testing.M) {
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		if err := flag.Set("rapid.checks", "300"); err != nil {
			panic(err) // the flag's own type changed
		}
	}
	os.Exit(plantest.Main(m))
}

// counter counts from 0 to top by ones and by twos.
type counter struct{ top int }

func (counter) Starts() []int { return []int{0} }

func (c counter) Steps(n int, yield func(label string, to int) bool) {
	if n+1 <= c.top && !yield("one", n+1) {
		return
	}
	if n+2 <= c.top {
		yield("two", n+2)
	}
}

// story writes a trace as its labels.
func story[S comparable, L any](t *explore.Trace[S, L]) string {
	if t == nil {
		return "none"
	}
	var b strings.Builder
	for i, taken := range t.Steps {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, taken.Label)
	}
	return b.String()
}

// summary writes what a result counts.
func summary[S comparable, L any](r explore.Result[S, L]) string {
	return fmt.Sprintf("%s: %d states, %d steps, depth %d, covered %d, %d goals; bad: %s; stuck: %s",
		r.End, r.States, r.Steps, r.Depth, r.Covered, r.Goals, story(r.Bad), story(r.Stuck))
}

func TestACounterIsVisitedToItsEnd(t *testing.T) {
	r := explore.Run(t.Context(), counter{9}, explore.Options[int, string]{})
	want := "every state was visited: 10 states, 17 steps, depth 5, covered 6, 0 goals; bad: none; stuck: none"
	if got := summary(r); got != want || !r.Complete {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestASearchEndsWithTheLevelOfTheFirstBadStep(t *testing.T) {
	o := explore.Options[int, string]{Bad: func(_ int, label string, to int) bool { return label == "one" && to == 6 }}
	want := "a bad step was found: 9 states, 14 steps, depth 4, covered 4, 0 goals; bad: one, two, two, one; stuck: none"
	r := explore.Run(t.Context(), counter{9}, o)
	if got := summary(r); got != want || r.Complete {
		t.Errorf("got  %s\nwant %s", got, want)
	}

	o.AllBad = true
	want = "every state was visited: 10 states, 17 steps, depth 5, covered 6, 0 goals; bad: one, two, two, one; stuck: none"
	r = explore.Run(t.Context(), counter{9}, o)
	if got := summary(r); got != want || !r.Complete {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestABadStepIntoAStateThatWasSeenIsFound(t *testing.T) {
	o := explore.Options[int, string]{Bad: func(from int, label string, _ int) bool { return from == 1 && label == "one" }}
	if got := story(explore.Run(t.Context(), counter{9}, o).Bad); got != "one, one" {
		t.Errorf("got %s, want one, one: the second leads where two led before", got)
	}
}

// twins has two steps from each number to the next.
type twins struct{ counter }

func (twins) Steps(n int, yield func(label string, to int) bool) {
	_ = n == 4 || yield("first", n+1) && yield("second", n+1)
}

func TestOfTwoStepsToOneStateTheFirstIsTold(t *testing.T) {
	o := explore.Options[int, string]{
		Bad:    func(_ int, label string, to int) bool { return label == "second" && to == 3 },
		Goal:   func(s int) bool { return s == 1 },
		AllBad: true,
	}
	r := explore.Run(t.Context(), twins{}, o)
	if bad, stuck := story(r.Bad), story(r.Stuck); bad != "first, first, second" || stuck != "first, first" {
		t.Errorf("got bad: %s; stuck: %s", bad, stuck)
	}
}

func TestALimitIsReachedOnlyWhenThereIsMore(t *testing.T) {
	for _, tt := range []struct {
		limit, states int
		end           explore.End
	}{
		{1, 1, explore.LimitHit}, {9, 9, explore.LimitHit}, {10, 10, explore.Exhausted}, {11, 10, explore.Exhausted},
	} {
		o := explore.Options[int, string]{Limit: tt.limit, Goal: func(int) bool { return false }}
		r := explore.Run(t.Context(), counter{9}, o)
		if r.States != tt.states || r.End != tt.end || r.Complete != (tt.end == explore.Exhausted) {
			t.Errorf("limit %d: got %s, want %d states, %s", tt.limit, summary(r), tt.states, tt.end)
		}
		if stuck := r.Stuck != nil; stuck != r.Complete {
			t.Errorf("limit %d: stuck is %v, which only a complete search can say", tt.limit, stuck)
		}
	}
}

func TestAnInterruptedSearchSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := explore.Options[int, string]{
		Goal:     func(int) bool { return false },
		Progress: func(p explore.Progress) { stopAt(p, 3, cancel) },
	}
	r := explore.Run(ctx, counter{1000}, o)
	if r.End != explore.Interrupted || r.Complete || r.Stuck != nil || r.Covered != 3 || r.States != 7 {
		t.Errorf("got %s, want it interrupted after three levels", summary(r))
	}
}

func stopAt(p explore.Progress, depth int, stop func()) {
	if p.Depth == depth {
		stop()
	}
}

func TestProgressIsToldAtEachLevel(t *testing.T) {
	var got []string
	o := explore.Options[int, string]{Progress: func(p explore.Progress) { got = append(got, fmt.Sprint(p)) }}
	explore.Run(t.Context(), counter{4}, o)
	want := "{0 1 0 0} {1 3 2 1} {2 5 6 3}" // depth, states, steps, expanded
	if strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

type nowhere struct{ counter }

func (nowhere) Starts() []int { return nil }

func TestAModelWithoutStartsHasNoStates(t *testing.T) {
	r := explore.Run(t.Context(), nowhere{}, explore.Options[int, string]{Goal: func(int) bool { return true }})
	if !r.Complete || r.States != 0 || r.Stuck != nil {
		t.Errorf("got %s, want nothing, complete", summary(r))
	}
}

func TestABadStepBeatsTheLimit(t *testing.T) {
	o := explore.Options[int, string]{Limit: 2, Bad: func(_ int, _ string, to int) bool { return to == 2 }}
	r := explore.Run(t.Context(), counter{9}, o)
	if r.End != explore.BadFound || story(r.Bad) != "two" || r.States != 2 {
		t.Errorf("got %s, want the bad step two", summary(r))
	}
}
