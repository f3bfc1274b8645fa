package controlplane_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

// pattern is one of planner/hazard/loss_test.go: a world, and what the rules
// say can be lost on the way from its first to its last step.
type pattern struct{ name, world, lost string }

// readPatterns reads them where they are, so that the rules and the real
// controllers are held to the same text.
func readPatterns(t *testing.T) []pattern {
	file, err := parser.ParseFile(token.NewFileSet(), "../../planner/hazard/loss_test.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var patterns []pattern
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if !ok || len(literal.Elts) != 3 {
			return true
		}
		var texts []string
		for _, element := range literal.Elts {
			if basic, ok := element.(*ast.BasicLit); ok && basic.Kind == token.STRING {
				text, _ := strconv.Unquote(basic.Value)
				texts = append(texts, text)
			}
		}
		if len(texts) == 3 && strings.Contains(texts[1], "commit") {
			patterns = append(patterns, pattern{texts[0], texts[1], texts[2]})
		}
		return true
	})
	return patterns
}

// TestNothingIsLostThatTheRulesDoNotExpect runs every pattern on real Flux,
// several times and with different order of events, and holds the rules of
// package hazard to it: an object that a run loses has to be one that they say
// can be lost. The opposite cannot be tested so: a race may be rare.
func TestNothingIsLostThatTheRulesDoNotExpect(t *testing.T) {
	patterns := readPatterns(t)
	if len(patterns) < 40 {
		t.Fatalf("only %d patterns found", len(patterns))
	}
	var mu sync.Mutex
	seen := make(map[string]map[string]int) // pattern → object → runs that lost it
	t.Run("patterns", func(t *testing.T) {
		for i, p := range patterns {
			for run := range *runs {
				t.Run(p.name, func(t *testing.T) {
					t.Parallel()
					for _, object := range runPattern(t, fmt.Sprintf("w%d-%d", i, run), p, run) {
						if !strings.Contains(p.lost, object) {
							t.Errorf("lost %s, expected at most: %q", object, p.lost)
						}
						mu.Lock()
						if seen[p.name] == nil {
							seen[p.name] = map[string]int{}
						}
						seen[p.name][object]++
						mu.Unlock()
					}
				})
			}
		}
	})
	for _, p := range patterns {
		t.Logf("%s: can lose %q; lost in %d runs: %v", p.name, p.lost, *runs, seen[p.name])
	}
}

// runPattern gives what was lost between the first and the last step. Steps
// between are skipped, awaited, or followed at once, by the number of the run.
func runPattern(t *testing.T, name string, p pattern, run int) []string {
	d := start(t, name, strings.ReplaceAll(p.world, " between", ""))
	before := d.uids(d.steps[0])
	between := d.steps[1 : len(d.steps)-1]
	if strings.Contains(p.world, "between") && run%3 == 0 {
		between = nil
	}
	for _, step := range between {
		d.step(step)
		if !strings.Contains(p.world, "between") || run%3 == 1 {
			d.settle(step)
		}
	}
	last := d.steps[len(d.steps)-1]
	d.step(last)
	d.disturb(run)
	d.settle(last)
	after := d.uids(last)
	var lost []string
	for _, object := range slices.Sorted(maps.Keys(after)) {
		if was, both := before[object]; both && was != after[object] {
			lost = append(lost, object)
		}
	}
	return lost
}

// disturb has Kustomizations reconcile at moments that differ by run.
func (d *play) disturb(run int) {
	random := rand.New(rand.NewPCG(uint64(run), 0))
	for range run % 4 * 5 {
		time.Sleep(time.Duration(random.IntN(300)) * time.Millisecond)
		list := d.list()
		if len(list) > 0 {
			k := list[random.IntN(len(list))]
			// It may be gone by now.
			cluster.Request(d.Context(), controlplane.Kustomization(k.GetNamespace(), k.GetName()))
		}
	}
}
