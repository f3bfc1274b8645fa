package explore

import (
	"context"
	"hash/maphash"
	"math"
	"math/bits"
	"runtime"
)

// search is what one call of Run works on.
type search[S comparable, L any] struct {
	ctx     context.Context
	model   Model[S, L]
	options Options[S, L]
	workers int
	starts  []S
	result  Result[S, L]
	watch   bool           // for a bad step; one is enough
	bad     *badStep[S, L] // the first one

	// Of each state visited, by index: states are numbered as they are found,
	// so that those of a level stand together.
	visited int
	states  column[S]
	parents column[int32] // the state that it was found from, or noParent
	arrives column[bool]  // it is a goal; at the end: one can be reached. Only with Goal
	onward  []links       // where its steps lead, by chunks. Only with Goal

	seed     maphash.Seed
	hashMask uint64  // all ones; tests make states collide
	shards   []shard // the seen set; a power of two

	// The batch at work.
	sizes  sizes
	chunks []*chunk[S, L]
	stride int // bits of a candidate's code that say the place in its chunk
}

// noParent is the parent of a start.
const noParent int32 = -1

func newSearch[S comparable, L any](ctx context.Context, m Model[S, L], o Options[S, L]) *search[S, L] {
	if o.Limit <= 0 || o.Limit > math.MaxInt32-1 {
		o.Limit = math.MaxInt32 - 1
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	shards := 1 << bits.Len(uint(min(o.Workers, mostShards)-1))
	s := &search[S, L]{ctx: ctx, model: m, options: o, workers: o.Workers, watch: o.Bad != nil,
		starts: m.Starts(), sizes: usualSizes, seed: maphash.MakeSeed(), hashMask: math.MaxUint64,
		shards: make([]shard, shards)}
	for i := range s.shards {
		s.shards[i].slots = make([]uint64, leastSlots)
	}
	return s
}

// run expands level after level.
func (s *search[S, L]) run() {
	size := s.sizes.chunk * s.sizes.batch
	for i := 0; i < len(s.starts) && s.result.End == ""; i += size {
		s.batch(i, min(i+size, len(s.starts)), s.begin)
	}
	for begin := 0; begin < s.visited && s.result.End == ""; {
		end := s.visited
		s.level(begin, end)
		begin = end
	}
	s.conclude()
}

// level expands the states of one depth, begin to end-1.
func (s *search[S, L]) level(begin, end int) {
	size := s.sizes.chunk * s.sizes.batch
	for i := begin; i < end && s.result.End == ""; i += size {
		s.report(i)
		s.batch(i, min(i+size, end), s.expand)
	}
	if s.result.End == "" {
		s.result.Covered++
	}
	if s.visited > end {
		s.result.Depth++
	}
	if s.bad != nil && !s.options.AllBad {
		s.result.End = BadFound // that is an answer, even if the limit was hit as well
	}
}

// conclude writes down what was found.
func (s *search[S, L]) conclude() {
	if s.result.End == "" {
		s.result.End, s.result.Complete = Exhausted, true
	}
	s.result.States = s.visited
	if s.bad != nil {
		s.result.Bad = s.trace(s.bad.from)
		s.result.Bad.Steps = append(s.result.Bad.Steps, s.bad.last)
	}
	if s.options.Goal == nil {
		return
	}
	s.countGoals()
	if s.result.Complete {
		s.findStuck()
	}
}

// report tells how far the search has come.
func (s *search[S, L]) report(expanded int) {
	if s.options.Progress != nil {
		s.options.Progress(Progress{Depth: s.result.Depth, States: s.visited, Steps: s.result.Steps, Expanded: expanded})
	}
}
