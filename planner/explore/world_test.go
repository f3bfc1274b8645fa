package explore_test

import (
	"math/rand/v2"

	"pgregory.net/rapid"
)

// world is a graph drawn at random, as a model: its states are numbers, its
// labels count all steps.
type world struct {
	starts []int
	steps  [][]taken
	bad    map[int]bool // by label
	goal   map[int]bool // by state
}

type taken struct{ label, to int }

func (w *world) Starts() []int { return w.starts }

func (w *world) Steps(s int, yield func(label, to int) bool) {
	for _, t := range w.steps[s] {
		if !yield(t.label, t.to) {
			return
		}
	}
}

func (w *world) isBad(_, label, _ int) bool { return w.bad[label] }
func (w *world) isGoal(s int) bool          { return w.goal[s] }

// drawWorld draws the sizes, and from a seed the rest: rapid makes a failing
// world small by fewer states. Steps lead near as often as anywhere, so that
// there are deep worlds and broad ones, with loops, doubles and dead ends.
func drawWorld(t *rapid.T, most int) *world {
	n := rapid.IntRange(1, most).Draw(t, "states")
	fan := rapid.IntRange(0, 4).Draw(t, "steps")
	reach := rapid.IntRange(1, n).Draw(t, "reach")
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	w := &world{steps: make([][]taken, n), bad: map[int]bool{}, goal: map[int]bool{}}
	for range rapid.IntRange(1, 9).Draw(t, "starts") {
		w.starts = append(w.starts, r.IntN(n))
	}
	label := 0
	for s := range w.steps {
		for range r.IntN(fan + 1) {
			w.steps[s] = append(w.steps[s], taken{label, (s + r.IntN(2*reach+1) - reach + n) % n})
			label++
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "bad") {
		w.bad[r.IntN(label+1)] = true
	}
	for range rapid.IntRange(0, 3).Draw(t, "goals") {
		w.goal[r.IntN(n)] = true
	}
	return w
}

// distances gives the least number of steps from a start to each state that can
// be reached: over and over, until nothing changes.
func (w *world) distances() map[int]int {
	d := map[int]int{}
	for _, s := range w.starts {
		d[s] = 0
	}
	for again := true; again; {
		again = false
		for s, ts := range w.steps {
			at, ok := d[s]
			for _, t := range ts {
				if old, known := d[t.to]; ok && (!known || old > at+1) {
					d[t.to], again = at+1, true
				}
			}
		}
	}
	return d
}

// remaining gives for each state the least number of steps until done, a
// property of a step. States that never get there are missing.
func (w *world) remaining(done func(from int, t taken) bool) map[int]int {
	d := map[int]int{}
	for again := true; again; {
		again = false
		for s, ts := range w.steps {
			for _, t := range ts {
				n, ok := d[t.to]
				if n++; done(s, t) {
					n, ok = 1, true
				}
				if old, known := d[s]; ok && (!known || old > n) {
					d[s], again = n, true
				}
			}
		}
	}
	return d
}

// firstRun gives the labels of the shortest run until done, and of these the
// first: at each state it takes the first step that brings it nearer.
func (w *world) firstRun(done func(from int, t taken) bool) (start int, labels []int, ok bool) {
	d := w.remaining(done)
	for _, s := range w.starts {
		n, reaches := d[s]
		if best, known := d[start]; reaches && (!ok || !known || n < best) {
			start, ok = s, true
		}
	}
	if !ok {
		return 0, nil, false
	}
	for s := start; ; {
		for _, t := range w.steps[s] {
			if d[s] == 1 && done(s, t) {
				return start, append(labels, t.label), true
			}
			if n, known := d[t.to]; d[s] > 1 && known && n == d[s]-1 {
				labels, s = append(labels, t.label), t.to
				break
			}
		}
	}
}

// arrives says whether a goal can be reached from a state.
func (w *world) arrives(s int) bool {
	into := w.remaining(func(_ int, t taken) bool { return w.goal[t.to] })
	_, ok := into[s]
	return ok || w.goal[s]
}
