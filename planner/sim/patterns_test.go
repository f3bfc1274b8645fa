package sim_test

import (
	"context"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest/scenes"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
)

// content is a move of x from a to b by content alone.
const content = `
	commits c0 c1
	source git
	subject x
	kustomization a git
	  spec s prune deletes
	  build s c0: x
	  build s c1:
	  start s c0 has x
	kustomization b git
	  spec s prune deletes
	  build s c0:
	  build s c1: x
	  start s c0
	live x a
	goal acted a c1, listed b c1 x, labelled x b, present x
`

func visit(t *testing.T, text string) sim.Answer {
	t.Helper()
	s, err := scenes.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := sim.Visit(context.Background(), s, sim.Options{Limit: 5_000_000})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func tell(lines []sim.Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.Actor + " " + l.Action)
		if l.Object != "" {
			b.WriteString(" [" + l.Object + "]")
		}
		b.WriteString(" " + l.Rule + "\n")
	}
	return b.String()
}

func TestFirst(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"H1", content + "stage\n publish c1"},
		{"P1 live guard", content + "stage\n guard x leaves guarded x\nstage\n publish c1"},
		{"P3 V1 only", content + "stage\n suspend a leaves suspended a\nstage\n publish c1"},
		{"P3", content + "stage\n suspend a leaves suspended a\nstage\n request a leaves barrier a\nstage\npublish c1 leaves listed b c1 x, labelled x b\nstage\nresume a"},
	} {
		a := visit(t, c.text)
		t.Logf("%s: %s, %s, %d states %s\n%s\n%s", c.name, a.Safety, a.Completion, a.States, a.Why, tell(a.Story), tell(a.Stuck))
	}
}
