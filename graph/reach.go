package graph

import (
	"maps"
	"slices"
)

// Why gives a shortest chain of edges by which a depends on b; nil if it does
// not. Why of a node and itself is a shortest cycle through it, or nil.
func (g *Graph) Why(a, b string) []Edge {
	if _, ok := g.edges[a][a]; ok && a == b {
		return []Edge{g.edge(a, a)}
	}
	return g.path(a, b)
}

// path searches breadth first for the shortest chain of at least one edge, self-
// edges left out.
func (g *Graph) path(from, to string) []Edge {
	previous := map[string]string{}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		key := queue[0]
		for _, next := range g.successors(key) {
			if _, seen := previous[next]; seen || next == key {
				continue
			}
			previous[next] = key
			if next == to {
				return g.unwind(previous, from, to)
			}
			queue = append(queue, next)
		}
	}
	return nil
}

func (g *Graph) unwind(previous map[string]string, from, to string) []Edge {
	edges := []Edge{g.edge(previous[to], to)}
	for key := previous[to]; key != from; key = previous[key] {
		edges = append(edges, g.edge(previous[key], key))
	}
	slices.Reverse(edges)
	return edges
}

// Dependencies gives everything that the node depends on, however indirectly,
// sorted; the node itself only if it is on a cycle.
func (g *Graph) Dependencies(key string) []string {
	return reachable(key, func(k string) []string { return slices.Collect(maps.Keys(g.edges[k])) })
}

// Dependants gives everything that depends on the node, however indirectly,
// sorted: its blast radius. The node itself is in it only if it is on a cycle.
func (g *Graph) Dependants(key string) []string {
	reverse := map[string][]string{}
	for from, tos := range g.edges {
		for to := range tos {
			reverse[to] = append(reverse[to], from)
		}
	}
	return reachable(key, func(k string) []string { return reverse[k] })
}

func reachable(key string, neighbours func(string) []string) []string {
	found := map[string]bool{}
	for queue := []string{key}; len(queue) > 0; queue = queue[1:] {
		for _, next := range neighbours(queue[0]) {
			if !found[next] {
				found[next] = true
				queue = append(queue, next)
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}
