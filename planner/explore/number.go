package explore

// makePlace lays out the indexes of the new states, up to the limit.
func (s *search[S, L]) makePlace(chunks []*chunk[S, L]) {
	for i := range s.shards {
		for _, known := range s.shards[i].fresh {
			chunk, _ := s.place(known)
			chunks[chunk].fresh++
		}
	}
	for _, c := range chunks {
		c.base = s.visited
		s.visited += c.fresh
	}
	if s.visited > s.options.Limit {
		s.visited, s.result.End = s.options.Limit, LimitHit
	}
	s.states.grow(s.visited)
	s.parents.grow(s.visited)
	if s.options.Goal != nil {
		s.arrives.grow(s.visited)
	}
}

// number keeps the new states of a chunk.
func (s *search[S, L]) number(c *chunk[S, L], chunk int) {
	index := c.base
	for k := range c.to {
		if c.same[k] != s.candidate(chunk, k) {
			continue
		}
		if index >= s.visited {
			return // beyond the limit
		}
		s.keep(c, k, int32(index))
		index++
	}
}

// keep makes a candidate the state of this index.
func (s *search[S, L]) keep(c *chunk[S, L], k int, index int32) {
	c.same[k] = code(index)
	*s.states.at(index) = c.to[k]
	*s.parents.at(index) = c.parent[k]
	if s.options.Goal != nil && s.options.Goal(c.to[k]) {
		*s.arrives.at(index) = true
		c.goals++
	}
}

// settle puts indexes in the place of candidates.
func (s *search[S, L]) settle(workers int, chunks []*chunk[S, L]) {
	first := len(s.onward)
	if s.options.Goal != nil && len(chunks[0].onward.ends) > 0 {
		s.onward = append(s.onward, make([]links, len(chunks))...)
	}
	parallel(workers, len(s.shards)+len(s.onward)-first, func(i int) {
		if i < len(s.shards) {
			s.settleShard(&s.shards[i], chunks)
			return
		}
		i -= len(s.shards)
		s.onward[first+i] = s.settled(chunks[i], chunks)
	})
}

func (s *search[S, L]) settleShard(t *shard, chunks []*chunk[S, L]) {
	for _, known := range t.fresh {
		chunk, k := s.place(known)
		t.replace(chunks[chunk].hash[k], known, chunks[chunk].same[k])
	}
}

// settled gives the links of a chunk by index, in memory of their own.
func (s *search[S, L]) settled(c *chunk[S, L], chunks []*chunk[S, L]) links {
	l := links{to: make([]code, len(c.onward.to)), ends: append([]uint32(nil), c.onward.ends...)}
	for j, to := range c.onward.to {
		if to&isCandidate != 0 {
			to = c.same[to&^isCandidate]
		}
		if to&isCandidate != 0 { // equal to a candidate that came earlier
			chunk, k := s.place(to)
			to = chunks[chunk].same[k]
		}
		l.to[j] = to
	}
	return l
}
