package explore_test

import (
	"fmt"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
)

// Models whose answers are known from books.

// lock is two processes that enter a room through one lock. Taking it is one
// step, or in a careless lock two: look, then take.
type lock struct{ careless bool }

type place int

const (
	outside place = iota
	sawFree
	inside
)

func (lock) Starts() [][2]place { return [][2]place{{}} }

func (l lock) Steps(s [2]place, yield func(label string, to [2]place) bool) {
	free := s[0] != inside && s[1] != inside
	for p := range s {
		to := s
		verb := ""
		switch {
		case s[p] == outside && free && l.careless:
			verb, to[p] = "looks", sawFree
		case s[p] == outside && free, s[p] == sawFree:
			verb, to[p] = "enters", inside
		case s[p] == inside:
			verb, to[p] = "leaves", outside
		default:
			continue
		}
		if !yield(fmt.Sprintf("%c %s", 'A'+p, verb), to) {
			return
		}
	}
}

func TestACarelessLockLetsTwoIn(t *testing.T) {
	o := explore.Options[[2]place, string]{
		Bad: func(_ [2]place, _ string, to [2]place) bool { return to == [2]place{inside, inside} },
	}
	r := explore.Run(t.Context(), lock{careless: true}, o)
	if got := story(r.Bad); got != "A looks, B looks, A enters, B enters" {
		t.Errorf("careless: got %s", got)
	}
	r = explore.Run(t.Context(), lock{}, o)
	if r.Bad != nil || !r.Complete || r.States != 3 {
		t.Errorf("careful: got %s, want 3 states and no bad step", summary(r))
	}
}

// table is philosophers who take the left fork, then the right one, and put
// both back at once.
type table struct{ seats int }

type forks [8]byte // of each philosopher, how many forks are held

func (table) Starts() []forks { return []forks{{}} }

func (t table) Steps(s forks, yield func(label string, to forks) bool) {
	for p := range t.seats {
		left, right := (p+t.seats-1)%t.seats, (p+1)%t.seats
		to := s
		to[p] = (s[p] + 1) % 3
		if s[p] == 0 && s[left] == 2 || s[p] == 1 && s[right] > 0 {
			continue // the left one's right fork is this one's left
		}
		if !yield(fmt.Sprint(p), to) {
			return
		}
	}
}

// Two neighbours exclude each other only where the first holds two forks and
// the second any: the states are counted by the companion Pell numbers.
func TestPhilosophersStarveWithOneForkEach(t *testing.T) {
	for seats, want := range map[int]string{
		2: "6 states; stuck: 0, 1", 3: "14 states; stuck: 0, 1, 2", 4: "34 states; stuck: 0, 1, 2, 3",
		5: "82 states; stuck: 0, 1, 2, 3, 4", 8: "1154 states; stuck: 0, 1, 2, 3, 4, 5, 6, 7",
	} {
		o := explore.Options[forks, string]{Goal: func(s forks) bool { return s == forks{} }}
		r := explore.Run(t.Context(), table{seats}, o)
		if got := fmt.Sprintf("%d states; stuck: %s", r.States, story(r.Stuck)); got != want || r.Goals != 1 {
			t.Errorf("%d seats: got %s, %d goals, want %s, 1 goal", seats, got, r.Goals, want)
		}
	}
}

// ferry is the farmer who brings a wolf, a goat and a cabbage over the river,
// and must not leave the goat alone with either. A state says who is across.
type ferry struct{}

type bank struct{ farmer, wolf, goat, cabbage bool }

func (ferry) Starts() []bank { return []bank{{}} }

func (ferry) Steps(s bank, yield func(label string, to bank) bool) {
	for _, with := range []string{"alone", "wolf", "goat", "cabbage"} {
		to := s
		passenger := map[string]*bool{"alone": new(bool), "wolf": &to.wolf, "goat": &to.goat, "cabbage": &to.cabbage}[with]
		if with != "alone" && *passenger != s.farmer {
			continue
		}
		*passenger, to.farmer = !*passenger, !s.farmer
		if to.goat != to.farmer && (to.goat == to.wolf || to.goat == to.cabbage) {
			continue
		}
		if !yield(with, to) {
			return
		}
	}
}

func TestTheFarmerCrossesSevenTimes(t *testing.T) {
	all := bank{true, true, true, true}
	o := explore.Options[bank, string]{
		Bad:    func(_ bank, _ string, to bank) bool { return to == all },
		Goal:   func(s bank) bool { return s == all },
		AllBad: true,
	}
	r := explore.Run(t.Context(), ferry{}, o)
	want := "every state was visited: 10 states, 20 steps, depth 7, covered 8, 1 goals; " +
		"bad: goat, alone, wolf, goat, cabbage, alone, goat; stuck: none"
	if got := summary(r); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
