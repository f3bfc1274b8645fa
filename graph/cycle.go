package graph

import (
	"cmp"
	"slices"
	"strings"

	"gonum.org/v1/gonum/graph/topo"
)

// Cycle is a ring of dependencies: each edge ends where the next begins, the
// last where the first does. It begins at its smallest key.
type Cycle struct {
	Edges []Edge
	graph *Graph // for the labels
}

// Error names the ring by its labels, with the reasons of each edge: "a → b
// (dependsOn, apps/a.yaml) → a (…)".
func (c *Cycle) Error() string {
	var b strings.Builder
	b.WriteString("dependency cycle: " + c.graph.Label(c.Edges[0].From))
	for _, e := range c.Edges {
		b.WriteString(" → " + c.graph.Label(e.To) + " (" + describe(e.Reasons) + ")")
	}
	return b.String()
}

func describe(reasons []Reason) string {
	var all []string
	for _, r := range reasons {
		words := r.Kind
		for _, more := range []string{r.Text, r.File} {
			if more != "" {
				words += ", " + more
			}
		}
		all = append(all, words)
	}
	return strings.Join(all, "; ")
}

// ShortestCycle gives a cycle than which there is no shorter, of these the one
// with the smallest keys; nil if there is none.
func (g *Graph) ShortestCycle() *Cycle {
	var shortest *Cycle
	for _, c := range g.Cycles() {
		if shortest == nil || len(c.Edges) < len(shortest.Edges) {
			shortest = c
		}
	}
	return shortest
}

// Cycles gives every self-edge, and of each set of nodes that all depend on
// each other one shortest cycle; not every cycle, of which there may be very
// many. They are sorted by their first key, then length.
func (g *Graph) Cycles() []*Cycle {
	var cycles []*Cycle
	for key := range g.edges {
		if _, ok := g.edges[key][key]; ok {
			cycles = append(cycles, &Cycle{Edges: []Edge{g.edge(key, key)}, graph: g})
		}
	}
	keys := g.Nodes()
	for _, component := range topo.TarjanSCC(g.directed()) {
		if len(component) < 2 {
			continue
		}
		var members []string
		for _, node := range component {
			members = append(members, keys[node.ID()])
		}
		cycles = append(cycles, g.shortestAmong(members))
	}
	slices.SortFunc(cycles, func(a, b *Cycle) int {
		return cmp.Or(cmp.Compare(a.Edges[0].From, b.Edges[0].From), cmp.Compare(len(a.Edges), len(b.Edges)))
	})
	return cycles
}

// shortestAmong gives the shortest cycle of two or more edges among nodes that
// all reach each other.
func (g *Graph) shortestAmong(members []string) *Cycle {
	slices.Sort(members)
	var shortest []Edge
	for _, key := range members {
		if ring := g.path(key, key); shortest == nil || len(ring) < len(shortest) {
			shortest = ring
		}
	}
	return &Cycle{Edges: shortest, graph: g}
}
