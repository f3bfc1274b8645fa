package graph

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func draw(t *rapid.T) (nodes []string, edges [][2]string) {
	nodes = []string{"a", "b", "c", "d", "e", "f"}[:rapid.IntRange(1, 6).Draw(t, "nodes")]
	edge := rapid.Custom(func(t *rapid.T) [2]string {
		return [2]string{rapid.SampledFrom(nodes).Draw(t, "from"), rapid.SampledFrom(nodes).Draw(t, "to")}
	})
	return nodes, rapid.SliceOfN(edge, 0, 9).Draw(t, "edges")
}

func build(nodes []string, edges [][2]string) *Graph {
	g := New()
	for _, n := range nodes {
		g.AddNode(n, "")
	}
	for _, e := range edges {
		g.AddEdge(e[0], e[1], Reason{Kind: "needs"})
	}
	return g
}

// longest is the naive depth: without a seen-set, by all ways. A way longer
// than there are nodes runs in a ring.
func longest(key string, edges [][2]string, budget int) (int, bool) {
	depth := 0
	for _, e := range edges {
		if e[0] != key {
			continue
		}
		if budget == 0 {
			return 0, false
		}
		below, ok := longest(e[1], edges, budget-1)
		if !ok {
			return 0, false
		}
		depth = max(depth, below+1)
	}
	return depth, true
}

func TestLayersAreTheLongestWaysDown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes, edges := draw(t)
		edges = slices.DeleteFunc(edges, func(e [2]string) bool { return e[0] <= e[1] && rapid.IntRange(0, 3).Draw(t, "keep") > 0 })
		layers, err := build(nodes, edges).Layers()
		for _, n := range nodes {
			depth, acyclic := longest(n, edges, len(nodes))
			if !acyclic {
				if _, ok := err.(*Cycle); !ok {
					t.Fatalf("%v has a ring, but the error is %v", edges, err)
				}
				return
			}
			if err == nil && !slices.Contains(layers[depth], n) {
				t.Errorf("%s is not in layer %d of %v", n, depth, layers)
			}
		}
		if err != nil {
			t.Errorf("%v has no ring, but: %v", edges, err)
		}
	})
}

// ringLength is the naive shortest way back: all ways of growing length.
func ringLength(nodes []string, edges [][2]string) int {
	at := map[[2]string]bool{} // (start, end) of the ways of one length
	for _, n := range nodes {
		at[[2]string{n, n}] = true
	}
	for length := 1; length <= len(nodes); length++ {
		next := map[[2]string]bool{}
		for way := range at {
			for _, e := range edges {
				if e[0] == way[1] {
					next[[2]string{way[0], e[1]}] = true
				}
			}
		}
		for _, n := range nodes {
			if next[[2]string{n, n}] {
				return length
			}
		}
		at = next
	}
	return 0
}

func TestTheShortestCycleIsOneAndNoneIsShorter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes, edges := draw(t)
		c := build(nodes, edges).ShortestCycle()
		want := ringLength(nodes, edges)
		if c == nil {
			if want != 0 {
				t.Fatalf("missed a ring of %d in %v", want, edges)
			}
			return
		}
		if len(c.Edges) != want {
			t.Fatalf("got %s, want length %d", chain(c.Edges), want)
		}
		for i, e := range c.Edges {
			if !slices.Contains(edges, [2]string{e.From, e.To}) || e.To != c.Edges[(i+1)%want].From {
				t.Errorf("%s is no ring of %v", chain(c.Edges), edges)
			}
			if e.From < c.Edges[0].From {
				t.Errorf("%s does not begin at its smallest key", chain(c.Edges))
			}
		}
	})
}

func TestWhyAndReachAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes, edges := draw(t)
		g := build(nodes, edges)
		for _, a := range nodes {
			for _, b := range nodes {
				why := g.Why(a, b)
				if (why != nil) != slices.Contains(g.Dependencies(a), b) || (why != nil) != slices.Contains(g.Dependants(b), a) {
					t.Errorf("%v: why %s %s is %s", edges, a, b, chain(why))
				}
				if why != nil && (why[0].From != a || why[len(why)-1].To != b) {
					t.Errorf("%v: why %s %s is %s", edges, a, b, chain(why))
				}
			}
		}
	})
}

func TestTheOrderOfAddingDoesNotMatter(t *testing.T) {
	print := func(g *Graph) string {
		var b strings.Builder
		for _, write := range []func() error{
			func() error { return g.Text(&b) }, func() error { return g.DOT(&b) }, func() error { return g.Mermaid(&b) },
		} {
			if err := write(); err != nil {
				return err.Error()
			}
		}
		for _, n := range g.Nodes() {
			fmt.Fprintln(&b, chain(g.Why(n, g.Nodes()[0])), g.Dependants(n))
		}
		return b.String()
	}
	rapid.Check(t, func(t *rapid.T) {
		nodes, edges := draw(t)
		want := print(build(nodes, edges))
		nodes, edges = rapid.Permutation(nodes).Draw(t, "nodes again"), rapid.Permutation(edges).Draw(t, "edges again")
		if got := print(build(nodes, edges)); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
}
