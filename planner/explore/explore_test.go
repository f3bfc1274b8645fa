package explore_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
)

// counter counts from 0 to 9 by ones and by twos.
type counter struct{}

func (counter) Starts() []int { return []int{0} }

func (counter) Steps(n int, yield func(label string, to int) bool) {
	if n+1 <= 9 && !yield("one", n+1) {
		return
	}
	if n+2 <= 9 {
		yield("two", n+2)
	}
}

func TestACounterIsVisitedToItsEnd(t *testing.T) {
	r := explore.Run(t.Context(), counter{}, explore.Options[int, string]{})
	if !r.Complete || r.End != explore.Exhausted || r.States != 10 || r.Steps != 17 || r.Depth != 5 {
		t.Errorf("got %+v, want 10 states, 17 steps, depth 5, complete", r)
	}
}
