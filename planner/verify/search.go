package verify

import "slices"

// search visits every state, those nearest to the start first.
type search struct {
	m     *model
	limit int
	full  bool // there are more states than the limit
	index map[string]int32
	key   []byte // of the state that was met last
	// Of every state, in the order in which they were met:
	keys   []string
	parent []int32 // the one it was met from; itself at the start
	goal   []bool  // the goal holds in it
	edges  []edge  // noted only if there is a goal
}

type edge struct{ from, to int32 }

// loss is a step from a visited state that deletes the subject, in words.
type loss struct {
	from   int32
	events []event
}

func newSearch(m *model, limit int) *search {
	return &search{m: m, limit: limit, index: make(map[string]int32)}
}

// visitAll visits until every state is visited, or one more than the limit is met,
// or the subject is lost.
func (v *search) visitAll() (lost *loss) {
	if v.m.tooManyStarts(v.limit) {
		v.full = true
		return nil
	}
	v.m.starts(func(s *state) { v.meet(s, int32(len(v.keys))) })
	var s state
	for at := int32(0); int(at) < len(v.keys) && !v.full && lost == nil; at++ {
		v.m.fromKey(v.keys[at], &s)
		v.m.next(&s, func(to *state, events []event) {
			if lost != nil {
				return
			}
			if to.lost {
				lost = &loss{at, slices.Clone(events)}
				return
			}
			if to := v.meet(to, at); to >= 0 && len(v.m.Goal) > 0 {
				v.edges = append(v.edges, edge{at, to})
			}
		})
	}
	return lost
}

// meet gives the number of a state, a new one if it is new; -1 where there is no
// room for it.
func (v *search) meet(s *state, from int32) int32 {
	v.key = v.m.appendKey(v.key[:0], s)
	if n, ok := v.index[string(v.key)]; ok {
		return n
	}
	if len(v.keys) >= v.limit {
		v.full = true
		return -1
	}
	n, key := int32(len(v.keys)), string(v.key)
	v.index[key] = n
	v.keys, v.parent = append(v.keys, key), append(v.parent, from)
	v.goal = append(v.goal, v.m.reached(s))
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
func (v *search) story(l *loss) []string { return append(v.way(l.from), words(l.events)...) }

func words(events []event) (lines []string) {
	for _, e := range events {
		lines = append(lines, e.String())
	}
	return lines
}

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
	for v.parent[n] != n {
		n = v.parent[n]
		path = append(path, n)
	}
	slices.Reverse(path)
	for i, n := range path[1:] {
		lines = append(lines, v.between(path[i], n)...)
	}
	return lines
}

// between gives the events of a step from one state to another.
func (v *search) between(from, to int32) (lines []string) {
	var s state
	v.m.fromKey(v.keys[from], &s)
	v.m.next(&s, func(s *state, events []event) {
		if lines == nil && string(v.m.appendKey(nil, s)) == v.keys[to] {
			lines = words(events)
		}
	})
	return lines
}
