package runbook

import (
	"maps"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/graph"
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

// line is one line of the drawing.
type line struct {
	From, To int // numbers of nodes
	Class    string
	Title    string
	Path     string
}

// manyLines is how many edges a graph may have for all to be drawn.
const manyLines = 60

// bond is all that is between two drawn nodes, of which one needs the other or
// hands objects over to it.
type bond struct {
	from, to *node
	at       when
	kinds    map[string]bool // of the reasons
	strong   bool            // one waits for the other, or comes and goes with it
	hands    int             // objects
}

// addBonds joins the edges between the same two drawn nodes, and adds what one
// hands over to another.
func (p *pen) addBonds() {
	found := map[[2]string]*bond{}
	between := func(x, y, what string) *bond {
		from, to := p.nodes[p.shown[x]], p.nodes[p.shown[y]]
		key := [2]string{from.key, to.key + what}
		if found[key] == nil && from != to {
			found[key] = &bond{from: from, to: to, kinds: map[string]bool{}}
		}
		return found[key]
	}
	for _, e := range p.g.union.Edges() {
		if b := between(e.From, e.To, ""); b != nil {
			b.needs(e, p.g.edges[[2]string{e.From, e.To}])
		}
	}
	for pair, n := range p.g.hands {
		if b := between(pair[0], pair[1], " hands"); b != nil {
			b.hands += n
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(found), func(x, y [2]string) int { return slices.Compare(x[:], y[:]) }) {
		p.bonds = append(p.bonds, found[key])
	}
}

func (b *bond) needs(e graph.Edge, at when) {
	b.at |= at
	for _, r := range e.Reasons {
		b.kinds[page.Visible(r.Kind)] = true
		b.strong = b.strong || r.Kind == planner.AppliedBy || r.Kind == planner.DependsOn
	}
}

// times are the classes of lines, and what the words of one end in.
var times = map[when][2]string{before: {"before", ", before only"}, after: {"after", ", after only"}, before | after: {"both", ""}}

// tell writes the bonds into the list.
func (b *bond) tell() {
	if b.hands > 0 {
		b.from.Gives = append(b.from.Gives, sayf("%s to %s", count(b.hands, "object"), b.to.Full))
		return
	}
	b.from.Needs = append(b.from.Needs, sayf("%s (%s%s)", b.to.Full, b.why(), times[b.at][1]))
}

func (b *bond) why() string { return names(slices.Sorted(maps.Keys(b.kinds)), len(b.kinds)).Plain() }

// line draws a bond.
func (b *bond) line() *line {
	l := &line{From: b.from.N, To: b.to.N}
	if b.hands > 0 {
		l.Class, l.Path = "hands", handed(b.from, b.to)
		l.Title = sayf("%s hands %s over to %s", b.from.Full, count(b.hands, "object"), b.to.Full)
		return l
	}
	l.Class, l.Path = times[b.at][0], needed(b.from, b.to)
	l.Title = sayf("%s → %s: %s%s", b.from.Full, b.to.Full, b.why(), times[b.at][1])
	return l
}

// needed goes from the left side of what needs to the right side of what is
// needed; inside of one layer it bends.
func needed(from, to *node) string {
	x1, y1, x2, y2 := from.X, from.Y+nodeHeight/2, to.X+nodeWidth, to.Y+nodeHeight/2
	if from.layer == to.layer {
		return curve(x1, y1, x1-gapAcross/2, x1-gapAcross/2, to.X, y2)
	}
	bend := max(gapAcross/2, (x1-x2)/2)
	return curve(x1, y1, x1-bend, x2+bend, x2, y2)
}

// handed goes from right side to right side inside of one layer, else from one
// to the other by the short way.
func handed(from, to *node) string {
	y1, y2 := from.Y+nodeHeight/2+10, to.Y+nodeHeight/2-10
	x1, x2, bend := from.X, to.X+nodeWidth, -gapAcross/2
	switch {
	case from.layer == to.layer:
		x1 += nodeWidth
		return curve(x1, y1, x1+gapAcross*2/3, x1+gapAcross*2/3, x2, y2)
	case from.X < to.X:
		x1, x2, bend = from.X+nodeWidth, to.X, gapAcross/2
	}
	return curve(x1, y1, x1+bend, x2-bend, x2, y2)
}

// curve leaves the first point and reaches the last one level.
func curve(x1, y1, bend1, bend2, x2, y2 int) string {
	return sayf("M%d %dC%d %d %d %d %d %d", x1, y1, bend1, y1, bend2, y2, x2, y2)
}
