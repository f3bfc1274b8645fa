package planner_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/render"
)

// TestTheDemoLosesWhatRealFluxLost compares every switch of the demo with what
// the real controllers lost in it, as testdata/controlplane recorded it.
func TestTheDemoLosesWhatRealFluxLost(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "testdata", "demo"))); err != nil {
		t.Fatal(err)
	}
	r, err := render.Open(render.Options{Repo: dir})
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := os.ReadFile(filepath.Join("..", "testdata", "controlplane", "testdata", "switches.txt"))
	if err != nil {
		t.Fatal(err)
	}
	lost := lostOnRealFlux(string(recorded))
	if len(lost) != 30 {
		t.Errorf("%d pairs recorded, want 30", len(lost))
	}
	for pair, want := range lost {
		transition, err := r.Transition(pair[0], pair[1])
		if err != nil {
			t.Fatal(err)
		}
		p, err := planner.Build(planner.Input{Transition: *transition})
		if err != nil {
			t.Fatal(err)
		}
		if got := atRisk(p); !slices.Equal(got, want) {
			t.Errorf("%s to %s: at risk %v, real Flux lost %v", pair[0], pair[1], got, want)
		}
	}
}

// lostOnRealFlux reads a recording: a line "FROM → TO" for each switch, and
// below it an indented line for each object that was another one after it.
func lostOnRealFlux(recorded string) map[[2]string][]string {
	lost := map[[2]string][]string{}
	var pair [2]string
	for line := range strings.Lines(recorded) {
		if from, to, ok := strings.Cut(strings.TrimSpace(line), " → "); ok {
			pair = [2]string{from, to}
			lost[pair] = nil
		} else if words := strings.Fields(line); len(words) > 0 {
			lost[pair] = append(lost[pair], words[0])
		}
	}
	return lost
}
