package explore

import "slices"

// links say where the steps of a chunk of states lead. They are kept, at 4 bytes
// a step: to take every step a second time costs about twice the time of that,
// even where a step is as cheap as an addition.
type links struct {
	to   []code   // of one state after the other
	ends []uint32 // where in to those of each state end
}

// of gives those of the state at this place in the chunk.
func (l links) of(place int) []code {
	begin := uint32(0)
	if place > 0 {
		begin = l.ends[place-1]
	}
	return l.to[begin:l.ends[place]]
}

func (s *search[S, L]) countGoals() {
	for i := range s.visited {
		if *s.arrives.at(int32(i)) {
			s.result.Goals++
		}
	}
}

// findStuck looks for the first state that does not arrive. A state arrives if
// it is a goal or a step leads to one that arrives.
//
// Most steps lead away from the starts, so one sweep from the last state to the
// first settles nearly all of them. Links are turned round only for the rest.
func (s *search[S, L]) findStuck() {
	s.sweep()
	s.spread()
	for i := range int32(s.visited) {
		if !*s.arrives.at(i) {
			s.result.Stuck = s.trace(i)
			return
		}
	}
}

// sweep marks what arrives by way of states that come later.
func (s *search[S, L]) sweep() {
	for state, to := range s.backwards {
		if s.anyArrives(to) {
			*s.arrives.at(state) = true
		}
	}
}

// backwards yields the states that are not marked, the last one first, and
// where their steps lead.
func (s *search[S, L]) backwards(yield func(state int32, to []code) bool) {
	state := int32(s.visited)
	for c := len(s.onward) - 1; c >= 0; c-- {
		for place := len(s.onward[c].ends) - 1; place >= 0; place-- {
			state--
			if !*s.arrives.at(state) && !yield(state, s.onward[c].of(place)) {
				return
			}
		}
	}
}

func (s *search[S, L]) anyArrives(states []code) bool {
	return slices.ContainsFunc(states, func(to code) bool { return *s.arrives.at(int32(to)) })
}

// spread marks what is left to mark: from the states with a step to a marked
// one, back along the links.
func (s *search[S, L]) spread() {
	queue := s.beforeMarked()
	if len(queue) == 0 {
		return
	}
	back := s.turnRound()
	for _, state := range queue {
		*s.arrives.at(state) = true
	}
	for len(queue) > 0 {
		state := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, from := range back.of(state) {
			if arrives := s.arrives.at(from); !*arrives {
				*arrives = true
				queue = append(queue, from)
			}
		}
	}
}

// beforeMarked gives the states with a step to a marked one.
func (s *search[S, L]) beforeMarked() (states []int32) {
	for state, to := range s.backwards {
		if s.anyArrives(to) {
			states = append(states, state)
		}
	}
	return states
}

// reversed says of each state from which others a step leads to it.
type reversed struct {
	from   []int32
	begins []int // where in from those of each state begin
}

func (r reversed) of(state int32) []int32 { return r.from[r.begins[state]:r.begins[state+1]] }

// turnRound reverses the links between states that are not marked. A state with
// a step to a marked one needs none, it will be marked anyway.
func (s *search[S, L]) turnRound() reversed {
	r := reversed{begins: make([]int, s.visited+2)}
	s.inner(func(_ int32, to code) { r.begins[to+2]++ })
	for i := 2; i < len(r.begins); i++ {
		r.begins[i] += r.begins[i-1]
	}
	r.from = make([]int32, r.begins[len(r.begins)-1])
	// Each list is filled from its begin, which thereby becomes its end: the
	// begin of the next.
	s.inner(func(from int32, to code) {
		r.from[r.begins[to+1]] = from
		r.begins[to+1]++
	})
	return r
}

// inner calls visit for every link of the states with steps to unmarked ones only.
func (s *search[S, L]) inner(visit func(from int32, to code)) {
	for from, onward := range s.backwards {
		if s.anyArrives(onward) {
			continue
		}
		for _, to := range onward {
			visit(from, to)
		}
	}
}
