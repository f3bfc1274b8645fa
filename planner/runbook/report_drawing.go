package runbook

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

// drawing is the graph of dependencies as a picture: layers from left to right,
// each node right of what it needs.
type drawing struct {
	Width, Height int
	Nodes         []*node
	Edges         []*line
	Counted       int  // Kustomizations that have no node of their own
	Crowded       bool // lines stand back, and some are in the list alone
}

type node struct {
	N           int
	X, Y        int
	Full        string // its whole name
	Name, Under string // as there is room for
	Fate        string
	Words       string // of the fate
	Needs       []string
	Gives       []string
	key         string
	layer       int
}

// NodeWidth and NodeHeight are those of every node.
func (d *drawing) NodeWidth() int  { return nodeWidth }
func (d *drawing) NodeHeight() int { return nodeHeight }

// ListID names the item of the list that says the same.
func (n *node) ListID() string { return sayf("needs-%d", n.N) }

// TextX, NameY and UnderY are where its texts begin.
func (n *node) TextX() int  { return n.X + 12 }
func (n *node) NameY() int  { return n.Y + 20 }
func (n *node) UnderY() int { return n.Y + 37 }

// Class is that of the fate.
func (n *node) Class() string { return strings.ReplaceAll(n.Fate, " ", "-") }

// The measures of the picture.
const (
	nodeWidth, nodeHeight = 172, 48
	gapAcross, gapDown    = 60, 18
	margin                = 16
	nameWidth             = 18 // cells of the name
)

// draw lays the graph out; nil where nothing changes or nothing is known of it.
func draw(p *planner.Plan, d Dependencies) *drawing {
	if len(p.Changes) == 0 && len(p.Naive.AtRisk) == 0 {
		return nil
	}
	g := newNeedsGraph(p, d)
	if len(g.nodes) == 0 {
		return nil
	}
	layers := g.layers()
	pen := pen{g: g, shown: g.shown(layers), nodes: map[string]*node{}}
	pen.addNodes(layers)
	pen.addBonds()
	pen.order()
	return pen.finish()
}

// pen draws one graph.
type pen struct {
	g      *needsGraph
	shown  map[string]string
	nodes  map[string]*node
	layers [][]*node
	bonds  []*bond
	near   map[*node][]*node
	count  int
}

func (p *pen) addNodes(layers [][]string) {
	for i, layer := range layers {
		counts := map[string]int{}
		for _, key := range layer {
			counts[p.shown[key]]++
		}
		var drawn []*node
		for _, key := range layer {
			as := p.shown[key]
			if p.nodes[as] != nil {
				continue
			}
			n := p.node(key, as, counts[as])
			n.layer = i
			p.nodes[as] = n
			drawn = append(drawn, n)
		}
		p.layers = append(p.layers, drawn)
	}
}

// node gives the node of a key, or the one that counts it with others.
func (p *pen) node(key, as string, n int) *node {
	made := &node{key: as, Fate: p.g.fate(key)}
	if as != key {
		p.count += n
		made.Full, made.Words = sayf("%d more", n), "each "+made.Fate
		made.Name, made.Under = made.Full, made.Words
		return made
	}
	made.Words = map[string]string{atRisk: "at risk", goes: "is deleted on purpose", comes: "is new", changed: "what it owns or needs changes", stays: "stays as it is"}[made.Fate]
	made.Full = page.Visible(p.g.union.Label(key))
	kind, name, _ := strings.Cut(made.Full, " ")
	namespace, short, ok := strings.Cut(name, "/")
	if !ok {
		namespace, short = "", name
	}
	made.Name = cut(short, nameWidth)
	under := []string{kind, namespace}
	if kind == "Kustomization" {
		under = []string{namespace}
	}
	if made.Fate != stays && made.Fate != changed {
		under = append([]string{made.Fate}, under...)
	}
	made.Under = cut(strings.Trim(strings.Join(under, " · "), " ·"), nameWidth+4)
	return made
}

// cut shortens a text to so many cells.
func cut(text string, cells int) string {
	if page.Width(text) <= cells {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && page.Width(string(runes)) >= cells {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}
