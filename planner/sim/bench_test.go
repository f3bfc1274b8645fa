package sim

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest/scenes"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// BenchmarkVisit proves plans: states, and states a second.
func BenchmarkVisit(b *testing.B) {
	paths, err := filepath.Glob("testdata/bench/*.txt")
	if err != nil || len(paths) == 0 {
		b.Fatal(err, paths)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		b.Run(name, func(b *testing.B) { visitAll(b, path, false) })
	}
	b.Run("guard plain", func(b *testing.B) { visitAll(b, "testdata/bench/guard.txt", true) })
}

func visitAll(b *testing.B, path string, plain bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	s, err := scenes.Parse(string(text))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	states := 0
	for b.Loop() {
		a, err := Visit(context.Background(), s, Options{Plain: plain})
		if err != nil || a.Safety != verdict.Proved || a.Completion != verdict.Proved {
			b.Fatal(a, err)
		}
		states += a.States
	}
	b.ReportMetric(float64(states)/float64(b.N), "states")
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}

// BenchmarkSteps takes the steps of one state in the middle of things.
func BenchmarkSteps(b *testing.B) {
	text, err := os.ReadFile("testdata/bench/two-roots.txt")
	if err != nil {
		b.Fatal(err)
	}
	m, err := model(string(text))
	if err != nil {
		b.Fatal(err)
	}
	m.Reduce()
	state := m.Starts()[0]
	for range 6 { // the last step each time
		m.Steps(state, func(_ Event, to State) bool { state = to; return true })
	}
	b.ReportAllocs()
	for b.Loop() {
		m.Steps(state, func(Event, State) bool { return true })
	}
}
