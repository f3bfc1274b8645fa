package explore

import "hash/maphash"

// chunk is the part of a batch that one goroutine expands. Its memory is used
// again for later batches.
type chunk[S comparable, L any] struct {
	// The candidates: states that had not been seen before this batch.
	to     []S
	hash   []uint64
	parent []int32
	same   []code // the first candidate that equals it; if it is that one, its index

	fresh  int // how many of the candidates are new states
	base   int // the index of the first of them
	goals  int
	steps  int
	bad    *badStep[S, L] // the first one
	onward links          // the targets are codes
}

// badStep is a bad step out of a state.
type badStep[S comparable, L any] struct {
	from int32
	last Taken[S, L]
}

func (c *chunk[S, L]) reset() {
	*c = chunk[S, L]{to: c.to[:0], hash: c.hash[:0], parent: c.parent[:0], same: c.same[:0],
		onward: links{to: c.onward.to[:0], ends: c.onward.ends[:0]}}
}

// expand takes every step of the states from begin to end-1.
func (s *search[S, L]) expand(c *chunk[S, L], begin, end int) {
	var index int32
	var from S
	take := func(label L, to S) bool { // made once: states are many
		c.steps++
		if s.watch && c.bad == nil && s.options.Bad(from, label, to) {
			c.bad = &badStep[S, L]{index, Taken[S, L]{label, to}}
		}
		known := s.reach(c, index, &to)
		if s.options.Goal != nil && known != code(index) {
			c.onward.to = append(c.onward.to, known)
		}
		return true
	}
	for index = int32(begin); index < int32(end); index++ {
		from = *s.states.at(index)
		s.model.Steps(from, take)
		c.onward.ends = append(c.onward.ends, uint32(len(c.onward.to)))
	}
}

// begin takes the starts from begin to end-1 for candidates.
func (s *search[S, L]) begin(c *chunk[S, L], begin, end int) {
	for i := begin; i < end; i++ {
		s.reach(c, noParent, &s.starts[i])
	}
}

// reach gives the code of a state, a new candidate of the chunk if it was not
// seen before. The place of that is within the chunk, for now.
func (s *search[S, L]) reach(c *chunk[S, L], parent int32, to *S) code {
	hash := maphash.Comparable(s.seed, *to) & s.hashMask
	known, _, ok := s.probe(s.shardOf(hash), hash, to)
	if !ok {
		known = isCandidate | code(len(c.to))
		c.to, c.hash, c.parent = append(c.to, *to), append(c.hash, hash), append(c.parent, parent)
		c.same = append(c.same, 0)
	}
	return known
}
