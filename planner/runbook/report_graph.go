package runbook

import (
	"cmp"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/graph"
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Dependencies is what needs what before and after; see planner.Dependencies.
// The zero value knows nothing.
type Dependencies struct{ Before, After *graph.Graph }

// when says in which state something is, as bits.
type when int

const (
	before when = 1
	after  when = 2
)

// needsGraph is both states in one graph, with what the transition does.
type needsGraph struct {
	plan     *planner.Plan
	union    *graph.Graph
	nodes    map[string]when
	edges    map[[2]string]when
	concerns map[string]int // by Kustomization: how many objects change under it, those at risk much more
	hands    map[[2]string]int
	objects  map[string]ownership.ObjectID // at risk, with a node of their own
}

// mostAtRisk is how many objects at risk are drawn.
const mostAtRisk = 4

func newNeedsGraph(p *planner.Plan, d Dependencies) *needsGraph {
	g := &needsGraph{plan: p, union: graph.New(), nodes: map[string]when{}, edges: map[[2]string]when{},
		concerns: map[string]int{}, hands: map[[2]string]int{}, objects: map[string]ownership.ObjectID{}}
	for _, side := range []struct {
		graph *graph.Graph
		when  when
	}{{d.Before, before}, {d.After, after}} {
		if side.graph != nil {
			g.add(side.graph, side.when)
		}
	}
	g.addChanges()
	g.addAtRisk()
	return g
}

func (g *needsGraph) add(from *graph.Graph, at when) {
	for _, key := range from.Nodes() {
		g.node(key, from.Label(key), at)
	}
	for _, e := range from.Edges() {
		for _, r := range e.Reasons {
			g.edge(e.From, e.To, r, at)
		}
	}
}

func (g *needsGraph) node(key, label string, at when) {
	if g.nodes[key] == 0 {
		g.union.AddNode(key, label)
	}
	g.nodes[key] |= at
}

func (g *needsGraph) edge(from, to string, why graph.Reason, at when) {
	g.union.AddEdge(from, to, why)
	g.edges[[2]string{from, to}] |= at
}

// addChanges counts what changes under whom, and what one hands over to
// another. It brings along the Kustomizations that no graph has.
func (g *needsGraph) addChanges() {
	for _, c := range g.plan.Changes {
		for _, side := range []struct {
			ids  []ownership.KustomizationID
			when when
		}{{c.From, before}, {c.To, after}} {
			for _, id := range side.ids {
				key := id.Object().String()
				g.node(key, id.Object().Display(), g.nodes[key]|side.when)
				g.concerns[key]++
			}
		}
		if slices.Equal(c.From, c.To) {
			continue
		}
		for _, from := range c.From {
			for _, to := range c.To {
				if from != to {
					g.hands[[2]string{from.Object().String(), to.Object().String()}]++
				}
			}
		}
	}
}

// addAtRisk gives the worst objects at risk nodes of their own, under the
// owners before and after.
func (g *needsGraph) addAtRisk() {
	for _, r := range worstFirst(g.plan.Naive.AtRisk) {
		key := r.Object.String()
		c, changes := changeOf(g.plan, r.Object)
		if r.By != (ownership.KustomizationID{}) {
			g.concerns[r.By.Object().String()] += 1000
		}
		for _, id := range c.To {
			g.concerns[id.Object().String()] += 1000
		}
		if _, child := r.Object.AsKustomization(); child || !changes || len(g.objects) >= mostAtRisk {
			continue
		}
		g.objects[key] = r.Object
		g.node(key, r.Object.Display(), before|after)
		for _, id := range c.From {
			g.edge(key, id.Object().String(), graph.Reason{Kind: planner.AppliedBy}, before)
		}
		for _, id := range c.To {
			g.edge(key, id.Object().String(), graph.Reason{Kind: planner.AppliedBy}, after)
		}
	}
}

// layers sorts the nodes by what they need. Where all reasons together make a
// circle, which the two states may do without having one, the weaker ones do not
// count.
func (g *needsGraph) layers() [][]string {
	for _, counts := range []func(kind string, at when) bool{
		func(string, when) bool { return true },
		func(kind string, at when) bool { return at&after != 0 || kind == planner.AppliedBy },
		func(kind string, _ when) bool { return kind == planner.AppliedBy || kind == planner.DependsOn },
		func(kind string, _ when) bool { return kind == planner.AppliedBy },
	} {
		if layers, err := g.only(counts).Layers(); err == nil {
			return layers
		}
	}
	return [][]string{g.union.Nodes()}
}

// only gives the graph with those edges that have a reason which counts.
func (g *needsGraph) only(counts func(kind string, at when) bool) *graph.Graph {
	some := graph.New()
	for _, key := range g.union.Nodes() {
		some.AddNode(key, "")
	}
	for _, e := range g.union.Edges() {
		at := g.edges[[2]string{e.From, e.To}]
		if slices.ContainsFunc(e.Reasons, func(r graph.Reason) bool { return counts(r.Kind, at) }) {
			some.AddEdge(e.From, e.To, graph.Reason{})
		}
	}
	return some
}

// fate of a node in the picture.
const (
	atRisk  = "at risk"
	goes    = "goes"
	comes   = "comes"
	changed = "changes"
	stays   = "stays"
)

func (g *needsGraph) fate(key string) string {
	_, object := g.objects[key]
	switch {
	case object:
		return atRisk
	case g.nodes[key] == before:
		return goes
	case g.nodes[key] == after:
		return comes
	case g.concerns[key] > 0 || g.rewired(key):
		return changed
	}
	return stays
}

// rewired says whether what a node needs is not the same before and after.
func (g *needsGraph) rewired(key string) bool {
	for e, at := range g.edges {
		if e[0] == key && at != before|after {
			return true
		}
	}
	return false
}

// How many nodes are drawn by name: all of a small graph, and of each layer of
// a larger one those that matter most. The others are counted.
const (
	smallGraph = 8
	perLayer   = 5
)

// shown says for each node what is drawn for it: itself, or a node that counts.
func (g *needsGraph) shown(layers [][]string) map[string]string {
	shown := map[string]string{}
	for i, layer := range layers {
		byConcern := slices.SortedStableFunc(slices.Values(layer), func(x, y string) int {
			return cmp.Or(cmp.Compare(rankOf(g.fate(x)), rankOf(g.fate(y))), cmp.Compare(g.concerns[y], g.concerns[x]), cmp.Compare(x, y))
		})
		named := 0
		for _, key := range byConcern {
			fate := g.fate(key)
			named++
			switch {
			case len(g.nodes) <= smallGraph || fate == atRisk || fate != stays && named <= perLayer:
				shown[key] = key
			default:
				shown[key] = sayf("%d %s", i, fate)
			}
		}
	}
	return g.unfold(shown)
}

// unfold draws a node by name that would be counted alone.
func (g *needsGraph) unfold(shown map[string]string) map[string]string {
	count := map[string]int{}
	for _, as := range shown {
		count[as]++
	}
	for key, as := range shown {
		if count[as] == 1 {
			shown[key] = key
		}
	}
	return shown
}

// rankOf mixes what goes, comes and changes: how much it concerns decides.
func rankOf(fate string) int {
	switch fate {
	case atRisk:
		return 0
	case stays:
		return 2
	}
	return 1
}
