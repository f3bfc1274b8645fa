package layout

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// modeLine keeps where the parameters of a mode are written.
type modeLine struct {
	mode string
	node *yaml.Node
}

// validate checks what one section says about another.
func (p *parser) validate() {
	if len(p.layout.Sources) == 0 {
		p.layout.Sources = []Source{{Ref: bootstrap, Path: "."}}
	}
	if len(p.roots) == 0 {
		p.reportAt(1, "roots is empty: list the Kustomizations that nothing in the repository declares")
	}
	seen := map[ownership.KustomizationID][]Root{}
	for _, q := range p.roots {
		p.validateRoot(&q, seen)
		p.layout.Roots = append(p.layout.Roots, q.root)
	}
	for _, m := range p.modeLines {
		p.validateMode(m)
	}
	if _, ok := p.layout.Parameters["variables"]; ok {
		p.reportAt(1, `parameters: the name "variables" is taken: a mode has its variables there`)
	}
}

func (p *parser) validateRoot(q *pending, seen map[ownership.KustomizationID][]Root) {
	r := &q.root
	for _, other := range seen[r.ID] {
		if other.Cluster == r.Cluster || other.Cluster == "" || r.Cluster == "" {
			p.reportAt(r.Line, "the root %s is listed twice; first in line %d", r.ID, other.Line)
			break
		}
	}
	seen[r.ID] = append(seen[r.ID], *r)
	parameters := slices.Sorted(maps.Keys(p.layout.Parameters))
	for _, ph := range placeholder.FindAllString(r.Path, -1) {
		if name := ph[1 : len(ph)-1]; !known(name, parameters) {
			p.reportAt(r.Line, "path of the root %s has the parameter %s, which parameters does not define%s", r.ID, ph, hint(name, parameters))
		}
	}
	if clusters := slices.Sorted(maps.Keys(p.layout.Clusters)); r.Cluster != "" && !known(r.Cluster, clusters) {
		p.reportAt(r.Line, "cluster %q of the root %s is not listed under clusters%s", r.Cluster, r.ID, hint(r.Cluster, clusters))
	}
	p.validateSource(q)
}

func (p *parser) validateSource(q *pending) {
	found := p.layout.lookUp(q.source)
	switch {
	case len(found) == 1:
		q.root.Source = found[0]
	case len(found) == 0:
		p.reportAt(q.root.Line, "source %q of the root %s is not listed under sources%s", q.source, q.root.ID, hint(q.source, p.sourceNames(q.source)))
	case q.source == "":
		p.reportAt(q.root.Line, "the root %s needs a source: there is more than one (%s)", q.root.ID, strings.Join(p.sourceNames(""), ", "))
	default:
		p.reportAt(q.root.Line, "source %q of the root %s may be %s or %s; name it in full", q.source, q.root.ID, found[0], found[1])
	}
}

// sourceNames lists the sources in the form that the user chose.
func (p *parser) sourceNames(form string) []string {
	var names []string
	for _, s := range p.layout.Sources {
		switch strings.Count(form, "/") {
		case 0:
			names = append(names, s.Ref.Name)
		case 1:
			names = append(names, s.Ref.Namespace+"/"+s.Ref.Name)
		default:
			names = append(names, s.Ref.String())
		}
	}
	return names
}

func (p *parser) validateMode(m modeLine) {
	parameters := slices.Sorted(maps.Keys(p.layout.Parameters))
	for i := 0; i+1 < len(m.node.Content); i += 2 {
		if key := m.node.Content[i]; !known(key.Value, parameters) {
			p.report(key, "mode %s sets the parameter %q, which parameters does not define%s", m.mode, key.Value, hint(key.Value, parameters))
		}
	}
}

func known(name string, names []string) bool { return slices.Contains(names, name) }

func sortProblems(problems []problem) {
	slices.SortStableFunc(problems, func(x, y problem) int { return cmp.Compare(x.line, y.line) })
}
