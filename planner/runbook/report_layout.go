package runbook

import (
	"cmp"
	"slices"
)

// order puts nodes near those that they are connected with.
func (p *pen) order() {
	p.near = map[*node][]*node{}
	for _, b := range p.bonds {
		p.near[b.from], p.near[b.to] = append(p.near[b.from], b.to), append(p.near[b.to], b.from)
	}
	for range 6 {
		p.place()
		for _, layer := range p.layers {
			at := map[*node]int{}
			for _, n := range layer {
				at[n] = p.middle(n)
			}
			slices.SortStableFunc(layer, func(x, y *node) int { return cmp.Compare(at[x], at[y]) })
		}
	}
	p.place()
}

func (p *pen) middle(n *node) int {
	sum := 0
	for _, m := range p.near[n] {
		sum += m.Y
	}
	if len(p.near[n]) == 0 {
		return n.Y
	}
	return sum / len(p.near[n])
}

func (p *pen) place() {
	most := 0
	for _, layer := range p.layers {
		most = max(most, len(layer))
	}
	for i, layer := range p.layers {
		top := margin + (most-len(layer))*(nodeHeight+gapDown)/2
		for j, n := range layer {
			n.X, n.Y = margin+i*(nodeWidth+gapAcross), top+j*(nodeHeight+gapDown)
		}
	}
}

func (p *pen) finish() *drawing {
	d := &drawing{Counted: p.count, Crowded: len(p.g.union.Edges()) > manyLines}
	for _, layer := range p.layers {
		for _, n := range layer {
			n.N = len(d.Nodes) + 1
			d.Nodes = append(d.Nodes, n)
			d.Width, d.Height = max(d.Width, n.X+nodeWidth+gapAcross), max(d.Height, n.Y+nodeHeight+margin)
		}
	}
	for _, b := range p.bonds {
		b.tell()
		if !d.Crowded || b.strong || b.hands > 0 {
			d.Edges = append(d.Edges, b.line())
		}
	}
	return d
}
