package explore

import (
	"fmt"
	"math/bits"
)

// A level is expanded batch by batch, and a batch in four passes. Each of them
// is parallel, and its outcome does not depend on which goroutine did what:
//
//	expand  by chunks of states: take every step. What was seen before this
//	        batch is found in the seen set, which nobody writes now. The rest
//	        are candidates, in the order of their states and steps.
//	merge   by shards of the seen set: add the candidates in that order. The
//	        first of equal ones is the new state.
//	number  by chunks: new states get their indexes, in that order.
//	settle  by shards and by chunks: indexes take the place of candidates in
//	        the seen set and in the links.
//
// So states have the indexes that a plain search would give them, and what is
// kept of candidates does not grow with the model. The sizes decide when a
// search stops at a limit, so they do not depend on the number of workers.
type sizes struct {
	chunk int // states
	batch int // chunks
}

var usualSizes = sizes{chunk: 64, batch: 256}

// expander fills a chunk from the states or starts begin to end-1.
type expander[S comparable, L any] func(c *chunk[S, L], begin, end int)

// batch expands begin to end-1, and keeps what that led to.
func (s *search[S, L]) batch(begin, end int, fill expander[S, L]) {
	chunks := s.fill(begin, end, fill)
	if s.ctx.Err() != nil {
		s.result.End = Interrupted // some chunks may be empty
		return
	}
	workers := min(s.workers, len(chunks)) // the work of one chunk is not worth sharing
	s.setStride(chunks)
	parallel(workers, len(s.shards), func(i int) { s.merge(chunks, i) })
	s.makePlace(chunks)
	parallel(workers, len(chunks), func(i int) { s.number(chunks[i], i) })
	if s.result.End == "" {
		s.settle(workers, chunks)
	}
}

// fill expands begin to end-1 into chunks.
func (s *search[S, L]) fill(begin, end int, fill expander[S, L]) []*chunk[S, L] {
	size := s.sizes.chunk
	n := (end - begin + size - 1) / size
	for len(s.chunks) < n {
		s.chunks = append(s.chunks, &chunk[S, L]{})
	}
	parallel(s.workers, n, func(i int) {
		s.chunks[i].reset()
		if s.ctx.Err() == nil {
			from := begin + i*size
			fill(s.chunks[i], from, min(end, from+size))
		}
	})
	s.sum(s.chunks[:n])
	return s.chunks[:n]
}

// sum adds what the chunks counted, and keeps the first bad step.
func (s *search[S, L]) sum(chunks []*chunk[S, L]) {
	for _, c := range chunks {
		s.result.Steps += c.steps
		if c.bad != nil && s.bad == nil {
			s.bad, s.watch = c.bad, false
		}
	}
}

// setStride lays out the codes of candidates: chunk, then place in the chunk.
func (s *search[S, L]) setStride(chunks []*chunk[S, L]) {
	most := 0
	for _, c := range chunks {
		most = max(most, len(c.to))
	}
	s.stride = bits.Len(uint(most))
	if bits.Len(uint(len(chunks)))+s.stride > 31 {
		panic(fmt.Sprintf("explore: %d states have %d steps to new states: more than a search can number", s.sizes.chunk, most))
	}
}

// candidate gives the code of a candidate, place the candidate of a code.
func (s *search[S, L]) candidate(chunk, k int) code { return isCandidate | code(chunk<<s.stride|k) }

func (s *search[S, L]) place(c code) (chunk, k int) {
	c &^= isCandidate
	return int(c >> s.stride), int(c & (1<<s.stride - 1))
}

// merge adds the candidates that belong to a shard.
func (s *search[S, L]) merge(chunks []*chunk[S, L], number int) {
	t := &s.shards[number]
	t.fresh = t.fresh[:0]
	for i, c := range chunks {
		for k, hash := range c.hash {
			if int(hash)&(len(s.shards)-1) != number {
				continue
			}
			known, place, ok := s.probe(t, hash, &c.to[k])
			if !ok {
				known = s.candidate(i, k)
				t.add(place, hash, known)
				t.fresh = append(t.fresh, known)
			}
			c.same[k] = known
		}
	}
}
