package layout

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// moved reads one hint that an object is meant to become another one. Both are
// written as an inventory writes them, and as machine output does.
func (p *parser) moved(n *yaml.Node) {
	var m ownership.Move
	seen := p.fields(n, "an entry of moved", map[string]func(*yaml.Node){
		"from": func(n *yaml.Node) { m.From = p.objectID(n, "from") },
		"to":   func(n *yaml.Node) { m.To = p.objectID(n, "to") },
	})
	p.require(n, "an entry of moved", seen, "from", "to")
	none := ownership.ObjectID{}
	if m.From == none || m.To == none {
		return
	}
	switch {
	case m.From == m.To:
		p.report(n, "moved: from and to are both %s", m.From)
	case m.From.Cluster != m.To.Cluster:
		p.report(n, "moved: %s and %s are of two clusters, and nothing moves between clusters", m.From, m.To)
	}
	for _, other := range p.layout.Moved {
		if other.From == m.From || other.To == m.To {
			p.report(n, "moved: %s or %s is in an entry above already", m.From, m.To)
		}
	}
	p.layout.Moved = append(p.layout.Moved, m)
}

func (p *parser) objectID(n *yaml.Node, what string) ownership.ObjectID {
	text := p.text(n, what+" of an entry of moved")
	if text == "" {
		return ownership.ObjectID{}
	}
	id, err := ownership.ParseObjectID(text)
	if err != nil {
		p.report(n, "%s of an entry of moved: %v", what, err)
	}
	return id
}

// unchecked are invariants that people ask for and that neither Git nor the
// model can tell.
var unchecked = []string{"neverUnready", "ready", "healthy", "noDowntime"}

func (p *parser) invariant(n *yaml.Node) {
	name := p.text(n, "an entry of invariants")
	var names []string
	for _, i := range ownership.Invariants() {
		names = append(names, string(i))
	}
	switch {
	case name == "":
	case known(name, unchecked):
		p.report(n, "invariant %q cannot be checked: whether something is Ready is decided in the cluster, not by what a plan publishes; "+
			"%q asks that every Kustomization builds and finds its dependencies, which it cannot be Ready without", name, ownership.Builds)
	case !known(name, names):
		p.report(n, "there is no invariant %q%s", name, hint(name, names))
	case slices.Contains(p.layout.Invariants, ownership.Invariant(name)):
		p.report(n, "invariant %q is listed twice", name)
	default:
		p.layout.Invariants = append(p.layout.Invariants, ownership.Invariant(name))
	}
}
