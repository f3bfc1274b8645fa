package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

func TestOneSeedGivesOneWorld(t *testing.T) {
	seen := map[string]int64{}
	for seed := int64(1); seed <= 300; seed++ {
		text := Draw(seed)
		if again := Draw(seed); again != text {
			t.Fatalf("seed %d gives\n%s\nand then\n%s", seed, text, again)
		}
		if other, ok := seen[text]; ok {
			t.Errorf("seeds %d and %d give one world:\n%s", other, seed, text)
		}
		seen[text] = seed
	}
}

// TestTheCorpusHoldsTheWorldsOfItsSeeds fails when the drawing has changed:
// then the corpus is recorded anew.
func TestTheCorpusHoldsTheWorldsOfItsSeeds(t *testing.T) {
	files, err := filepath.Glob("../../worlds/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for section := range strings.SplitSeq("\n"+string(content), "\n-- ") {
			name, text, _ := strings.Cut(section, " --\n")
			if seed, ok := strings.CutSuffix(name, "/world"); ok && text != strings.TrimSuffix(Draw(number(t, seed)), "\n") {
				t.Errorf("%s: seed %s draws another world:\n%s", file, seed, Draw(number(t, seed)))
			}
		}
	}
}

// TestEveryDrawnWorldIsSmall holds what the corpus promises of its worlds.
func TestEveryDrawnWorldIsSmall(t *testing.T) {
	for seed := int64(1); seed <= 300; seed++ {
		w := controlplane.ParseWorld("w", Draw(seed))
		for i, step := range w.Steps {
			objects, kustomizations := 0, 0
			for _, name := range w.Desired(step.At) {
				if strings.HasPrefix(name, "Kustomization") {
					kustomizations++
				} else {
					objects++
				}
			}
			if kustomizations > 8 || objects > 12 || i == 0 && kustomizations < 1 {
				t.Errorf("seed %d has %d Kustomizations and %d objects", seed, kustomizations, objects)
			}
		}
		if len(w.Commits) < 1 || len(w.Commits) > 4 || w.Steps[0].Verb != "commit" {
			t.Errorf("seed %d has %d commits", seed, len(w.Commits))
		}
	}
}
