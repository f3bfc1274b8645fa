package graph

import (
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

// Layers sorts the nodes so that each comes in a later layer than all it
// depends on, and in the earliest such layer; inside a layer by key. If there
// is a cycle, the error is the shortest one, a *Cycle.
func (g *Graph) Layers() ([][]string, error) {
	if c := g.ShortestCycle(); c != nil {
		return nil, c
	}
	order, err := topo.SortStabilized(g.directed(), nil)
	if err != nil {
		return nil, err // cannot be: there is no cycle
	}
	keys := g.Nodes()
	var layers [][]string
	layerOf := make(map[string]int, len(keys))
	for i := len(order) - 1; i >= 0; i-- { // dependencies first
		key := keys[order[i].ID()]
		layer := 0
		for to := range g.edges[key] {
			layer = max(layer, layerOf[to]+1)
		}
		layerOf[key] = layer
	}
	for _, key := range keys {
		for len(layers) <= layerOf[key] {
			layers = append(layers, nil)
		}
		layers[layerOf[key]] = append(layers[layerOf[key]], key)
	}
	return layers, nil
}

// directed gives the graph to gonum: the ID of a node is its place in Nodes, so
// that gonum's own order by ID is ours. Self-edges, on which gonum panics, are
// left out.
func (g *Graph) directed() *simple.DirectedGraph {
	d := simple.NewDirectedGraph()
	keys := g.Nodes()
	index := make(map[string]int64, len(keys))
	for i, key := range keys {
		index[key] = int64(i)
		d.AddNode(simple.Node(i))
	}
	for from, tos := range g.edges {
		for to := range tos {
			if from != to {
				d.SetEdge(d.NewEdge(simple.Node(index[from]), simple.Node(index[to])))
			}
		}
	}
	return d
}
