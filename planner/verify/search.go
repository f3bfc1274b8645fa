package verify

import "slices"

// search visits every state, those nearest to the start first.
type search struct {
	m     *model
	limit int
	full  bool // there are more states than the limit
	index map[string]int32
	// Of every state, in the order in which they were met:
	keys   []string
	parent []int32 // the one it was met from; itself at the start
	goal   []bool  // the goal holds in it
	edges  []edge  // noted only if there is a goal
	queue  []*state
}

type edge struct{ from, to int32 }

// loss is a step from a visited state that deletes the subject.
type loss struct {
	from  int32
	event event
}

func newSearch(m *model, limit int) *search {
	return &search{m: m, limit: limit, index: make(map[string]int32)}
}

// visitAll visits until every state is visited, or one more than the limit is met,
// or the subject is lost.
func (v *search) visitAll() *loss {
	if v.m.tooManyStarts(v.limit) {
		v.full = true
		return nil
	}
	v.m.starts(func(s *state) { v.meet(s, int32(len(v.keys))) })
	for at := int32(0); len(v.queue) > 0; at++ {
		s := v.queue[0]
		v.queue[0], v.queue = nil, v.queue[1:]
		for _, move := range v.m.next(s) {
			if move.to.lost {
				return &loss{at, move.event}
			}
			if to := v.meet(move.to, at); to >= 0 && len(v.m.Goal) > 0 {
				v.edges = append(v.edges, edge{at, to})
			}
		}
		if v.full {
			return nil
		}
	}
	return nil
}

// meet gives the number of a state, and queues it if it is new; -1 where there is
// no room for it.
func (v *search) meet(s *state, from int32) int32 {
	key := s.key()
	if n, ok := v.index[key]; ok {
		return n
	}
	if len(v.keys) >= v.limit {
		v.full = true
		return -1
	}
	n := int32(len(v.keys))
	v.index[key] = n
	v.keys, v.parent = append(v.keys, key), append(v.parent, from)
	v.goal = append(v.goal, v.m.reached(s))
	v.queue = append(v.queue, s)
	return n
}

// deadEnd is the first state from which no state is reached in which the goal
// holds; -1 if there is none.
func (v *search) deadEnd() int32 {
	reaches := slices.Clone(v.goal)
	for changed := true; changed; {
		changed = false
		for _, e := range slices.Backward(v.edges) {
			if reaches[e.to] && !reaches[e.from] {
				reaches[e.from], changed = true, true
			}
		}
	}
	return int32(slices.Index(reaches, false))
}

// story is the way to a loss, one event a line.
func (v *search) story(l loss) []string { return append(v.way(l.from), l.event.String()) }

// lastEvent is the one that led to a state.
func (v *search) lastEvent(n int32) string {
	way := v.way(n)
	if len(way) == 0 {
		return "the start"
	}
	return way[len(way)-1]
}

// way takes the steps to a state once more, from the start.
func (v *search) way(n int32) (lines []string) {
	path := []int32{n}
	for v.parent[path[0]] != path[0] {
		path = append([]int32{v.parent[path[0]]}, path...)
	}
	s := v.start(v.keys[path[0]])
	for _, n := range path[1:] {
		moves := v.m.next(s)
		i := slices.IndexFunc(moves, func(m move) bool { return m.to.key() == v.keys[n] })
		lines, s = append(lines, moves[i].event.String()), moves[i].to
	}
	return lines
}

func (v *search) start(key string) (found *state) {
	v.m.starts(func(s *state) {
		if s.key() == key {
			found = s
		}
	})
	return found
}
