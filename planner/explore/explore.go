package explore

import (
	"context"
)

// Model is a transition system. Its methods are pure: the same state has the
// same steps in the same order, whenever and on whatever goroutine it is asked.
// Two states that are equal by == are one state.
type Model[S comparable, L any] interface {
	// Starts gives the states that a run may begin in, in a fixed order.
	Starts() []S
	// Steps calls yield once for every step possible in s, in a fixed order,
	// with the state that the step leads to. It stops when yield gives false.
	Steps(s S, yield func(label L, to S) bool)
}

// Options say what is asked of a model, and what the answer may cost. The zero
// value visits every state and asks nothing.
type Options[S comparable, L any] struct {
	// Bad says whether this step breaks the property (safety). nil: none does.
	// It is called from several goroutines at once.
	Bad func(from S, label L, to S) bool
	// Goal says whether s is a state to arrive at (completion). nil: completion
	// is not asked for. It is called from several goroutines at once.
	Goal func(s S) bool
	// AllBad goes on after a bad step. Without it the search ends with the
	// level of the first one.
	AllBad bool

	// Limit is the number of states to visit at most; 0: no limit but that of
	// the index (2³¹−2).
	Limit int
	// Workers is the number of goroutines; 0: GOMAXPROCS. It changes no answer.
	Workers int
	// Progress is told now and then how far the search has come, at least once
	// a level, on the goroutine of Run. May be nil.
	Progress func(Progress)
}

// Progress is how far a search has come.
type Progress struct {
	Depth    int // steps from a start to the states being expanded
	States   int // visited so far
	Steps    int // taken so far
	Expanded int // of the states, those whose every step was taken
}

// End says why a search ended.
type End string

// The ends. Only the first is an answer about every state.
const (
	Exhausted   End = "every state was visited"
	BadFound    End = "a bad step was found"
	LimitHit    End = "the limit of states was reached"
	Interrupted End = "the search was interrupted"
)

// Result is what a search found. It is the same for any number of workers,
// unless the search was interrupted.
type Result[S comparable, L any] struct {
	// Complete: every state that can be reached was visited, and every step of
	// it taken. Without it, Bad == nil and Stuck == nil prove nothing.
	Complete bool
	End      End

	States int // visited
	Steps  int // taken; a step that leads where another one led counts as well
	Depth  int // of the farthest state visited: its least number of steps from a start
	// Covered: every run of at most so many steps was followed.
	Covered int

	// Bad is a shortest run whose last step is bad, and of the shortest the
	// first in the order of Starts and Steps. nil: none was found.
	Bad *Trace[S, L]
	// Stuck is a shortest run to a state from which no goal can be reached, and
	// of the shortest the first in that order. Only of a complete search for
	// goals. nil: none was found, or nobody can tell yet.
	Stuck *Trace[S, L]
	// Goals is the number of goal states among the states visited.
	Goals int
}

// Trace is one run of a model.
type Trace[S comparable, L any] struct {
	Start S
	Steps []Taken[S, L]
}

// Taken is one step of a run: its label, and the state after it.
type Taken[S comparable, L any] struct {
	Label L
	To    S
}

// End gives the state that the run ends in.
func (t *Trace[S, L]) End() S {
	if len(t.Steps) == 0 {
		return t.Start
	}
	return t.Steps[len(t.Steps)-1].To
}

// Run visits the states of m breadth first until there are no more, a bad step
// is found, the limit is reached or ctx is done. It has no error: Result.End
// says which of them it was.
func Run[S comparable, L any](ctx context.Context, m Model[S, L], o Options[S, L]) Result[S, L] {
	s := newSearch(ctx, m, o)
	s.run()
	return s.result
}
