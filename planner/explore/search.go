package explore

import (
	"context"
	"math"
)

// search is one run of Run.
type search[S comparable, L any] struct {
	ctx     context.Context
	model   Model[S, L]
	options Options[S, L]
	result  Result[S, L]

	states []S         // in the order of discovery
	parent []int32     // of each state, the first that reached it; -1: a start
	seen   map[S]int32 // the index of each state
	onward [][]int32   // of each state, where its steps lead; only with Goal
}

func newSearch[S comparable, L any](ctx context.Context, m Model[S, L], o Options[S, L]) *search[S, L] {
	if o.Limit <= 0 || o.Limit > math.MaxInt32-1 {
		o.Limit = math.MaxInt32 - 1
	}
	return &search[S, L]{ctx: ctx, model: m, options: o, seen: map[S]int32{}}
}

// run expands level after level.
func (s *search[S, L]) run() {
	for _, start := range s.model.Starts() {
		s.visit(start, -1)
	}
	for begin := 0; begin < len(s.states) && s.result.End == ""; {
		end := len(s.states)
		s.level(begin, end)
		begin = end
	}
	if s.result.End == "" {
		s.result.Complete, s.result.End = true, Exhausted
	}
	s.result.States = len(s.states)
	s.complete()
}

func (s *search[S, L]) level(begin, end int) {
	if s.options.Progress != nil {
		s.options.Progress(Progress{Depth: s.result.Depth, States: end, Steps: s.result.Steps, Expanded: begin})
	}
	for i := begin; i < end && s.result.End != LimitHit && s.result.End != Interrupted; i++ {
		s.expand(int32(i))
	}
	if s.result.End == LimitHit || s.result.End == Interrupted {
		return
	}
	s.result.Covered++
	if len(s.states) > end {
		s.result.Depth++
	}
}

func (s *search[S, L]) expand(i int32) {
	if s.ctx.Err() != nil {
		s.result.End = Interrupted
		return
	}
	from := s.states[i]
	var onward []int32
	s.model.Steps(from, func(label L, to S) bool {
		s.result.Steps++
		if s.result.Bad == nil && s.options.Bad != nil && s.options.Bad(from, label, to) {
			s.result.Bad = s.trace(i)
			s.result.Bad.Steps = append(s.result.Bad.Steps, Taken[S, L]{label, to})
			if !s.options.AllBad {
				s.result.End = BadFound
			}
		}
		onward = append(onward, s.visit(to, i))
		return true
	})
	if s.options.Goal != nil {
		s.onward = append(s.onward, onward)
	}
}

// visit gives the index of a state, a new one if it was not seen before.
func (s *search[S, L]) visit(to S, parent int32) int32 {
	if i, ok := s.seen[to]; ok {
		return i
	}
	if len(s.states) >= s.options.Limit {
		s.result.End = LimitHit
		return -1
	}
	i := int32(len(s.states))
	s.seen[to] = i
	s.states, s.parent = append(s.states, to), append(s.parent, parent)
	return i
}

// trace gives the run that first reached the state of index i.
func (s *search[S, L]) trace(i int32) *Trace[S, L] {
	var path []S
	for ; s.parent[i] >= 0; i = s.parent[i] {
		path = append(path, s.states[i])
	}
	t := &Trace[S, L]{Start: s.states[i]}
	for at := s.states[i]; len(path) > 0; path = path[:len(path)-1] {
		to := path[len(path)-1]
		t.Steps = append(t.Steps, s.taken(at, to))
		at = to
	}
	return t
}

// taken gives the first step from one state to another.
func (s *search[S, L]) taken(from, to S) (step Taken[S, L]) {
	s.model.Steps(from, func(label L, next S) bool {
		step = Taken[S, L]{label, next}
		return next != to
	})
	return step
}

// complete looks for a state from which no goal can be reached.
func (s *search[S, L]) complete() {
	if s.options.Goal == nil {
		return
	}
	arrives := make([]bool, len(s.states))
	for i, state := range s.states {
		if arrives[i] = s.options.Goal(state); arrives[i] {
			s.result.Goals++
		}
	}
	if !s.result.Complete {
		return
	}
	for again := true; again; {
		again = false
		for i := len(arrives) - 1; i >= 0; i-- {
			for _, to := range s.onward[i] {
				if !arrives[i] && arrives[to] {
					arrives[i], again = true, true
				}
			}
		}
	}
	for i, ok := range arrives {
		if !ok {
			s.result.Stuck = s.trace(int32(i))
			return
		}
	}
}
