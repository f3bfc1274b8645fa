package graph

import (
	"cmp"
	"maps"
	"slices"
)

// Reason says why one thing depends on another, and which file says so.
type Reason struct {
	Kind string `json:"kind"`           // one word: "dependsOn"
	Text string `json:"text,omitempty"` // a phrase, where the word does not say it all
	File string `json:"file,omitempty"` // where known
}

// Edge is a dependency with all its reasons: From depends on To.
type Edge struct {
	From    string   `json:"from"`
	To      string   `json:"to"`
	Reasons []Reason `json:"reasons"`
}

// Graph is a directed graph. The zero value is not usable; see New.
type Graph struct {
	labels map[string]string              // node key → label
	edges  map[string]map[string][]Reason // from → to → reasons, sorted
}

// New gives an empty graph.
func New() *Graph {
	return &Graph{labels: map[string]string{}, edges: map[string]map[string][]Reason{}}
}

// AddNode adds a node, or changes the label of one that is there. The key
// identifies it, the label is what people read; an empty label is the key.
func (g *Graph) AddNode(key, label string) {
	g.labels[key] = cmp.Or(label, key)
}

// AddEdge says that from depends on to. Nodes that are not there are added.
// A second reason for the same edge is kept beside the first, the same reason
// only once. A thing may depend on itself: a cycle of length one.
func (g *Graph) AddEdge(from, to string, reason Reason) {
	for _, key := range []string{from, to} {
		if _, ok := g.labels[key]; !ok {
			g.AddNode(key, "")
		}
	}
	if g.edges[from] == nil {
		g.edges[from] = map[string][]Reason{}
	}
	reasons := g.edges[from][to]
	if i, found := slices.BinarySearchFunc(reasons, reason, compareReasons); !found {
		g.edges[from][to] = slices.Insert(reasons, i, reason)
	}
}

func compareReasons(a, b Reason) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Text, b.Text), cmp.Compare(a.File, b.File))
}

// Nodes gives the keys of all nodes, sorted.
func (g *Graph) Nodes() []string { return slices.Sorted(maps.Keys(g.labels)) }

// Label gives the label of a node, and the key itself for one that is not
// there.
func (g *Graph) Label(key string) string { return cmp.Or(g.labels[key], key) }

// Edges gives all edges, sorted by from, then to.
func (g *Graph) Edges() []Edge {
	var edges []Edge
	for _, from := range g.Nodes() {
		for _, to := range g.successors(from) {
			edges = append(edges, g.edge(from, to))
		}
	}
	return edges
}

func (g *Graph) edge(from, to string) Edge {
	return Edge{From: from, To: to, Reasons: slices.Clone(g.edges[from][to])}
}

func (g *Graph) successors(key string) []string { return slices.Sorted(maps.Keys(g.edges[key])) }
