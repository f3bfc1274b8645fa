package explore_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
)

// wheels is a model of known size: n wheels of ten digits, each of which may
// move on by one. It has 10ⁿ states and n steps in each.
type wheels struct{ n int }

type digits [32]byte

func (wheels) Starts() []digits { return []digits{{}} }

func (w wheels) Steps(d digits, yield func(wheel int, to digits) bool) {
	for i := range w.n {
		to := d
		to[i] = (to[i] + 1) % 10
		if !yield(i, to) {
			return
		}
	}
}

// words is the same model with strings for states.
type words struct{ n int }

func (w words) Starts() []string { return []string{string(make([]byte, 32))} }

func (w words) Steps(d string, yield func(wheel int, to string) bool) {
	var next [32]byte
	for i := range w.n {
		copy(next[:], d)
		next[i] = (next[i] + 1) % 10
		if !yield(i, string(next[:])) {
			return
		}
	}
}

func BenchmarkStructs(b *testing.B) {
	measure(b, func(n int) explore.Model[digits, int] { return wheels{n} }, nil)
}

func BenchmarkStrings(b *testing.B) {
	measure(b, func(n int) explore.Model[string, int] { return words{n} }, nil)
}

// Completion keeps where each step leads.
func BenchmarkCompletion(b *testing.B) {
	measure(b, func(n int) explore.Model[digits, int] { return wheels{n} },
		func(d digits) bool { return d == digits{} })
}

// Many models are tiny: what a search costs before it has done anything.
func BenchmarkTiny(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		explore.Run(b.Context(), counter{9}, explore.Options[int, string]{})
	}
}

// measure visits models of growing size with one worker and with two.
func measure[S comparable](b *testing.B, model func(n int) explore.Model[S, int], goal func(S) bool) {
	for _, n := range []int{4, 5, 6} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("wheels=%d/workers=%d", n, workers), func(b *testing.B) {
				o := explore.Options[S, int]{Workers: workers, Goal: goal}
				states := 0
				for b.Loop() {
					states += explore.Run(b.Context(), model(n), o).States
				}
				b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
				b.ReportMetric(heldBytes(b, model(n), o), "B/state")
			})
		}
	}
}

// heldBytes gives the memory per state that a search holds at its last level.
func heldBytes[S comparable](b *testing.B, m explore.Model[S, int], o explore.Options[S, int]) float64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	o.Progress = func(p explore.Progress) {
		if p.States == p.Expanded+1 { // the last level of wheels is one state
			runtime.GC()
			runtime.ReadMemStats(&after)
		}
	}
	r := explore.Run(b.Context(), m, o)
	return float64(int64(after.HeapAlloc)-int64(before.HeapAlloc)) / float64(r.States)
}
