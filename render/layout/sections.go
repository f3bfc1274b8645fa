package layout

import (
	"regexp"

	"go.yaml.in/yaml/v3"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

var version = regexp.MustCompile(`^v?[0-9]+\.[0-9]+(\.[0-9]+)?(-[0-9A-Za-z.-]+)?$`)

// sourceKinds are the kinds that a Kustomization's sourceRef may have.
var sourceKinds = []string{"GitRepository", "OCIRepository", "Bucket", "ExternalArtifact"}

func (p *parser) source(n *yaml.Node) {
	s := Source{Ref: ownership.SourceRef{Kind: "GitRepository"}, Path: "."}
	seen := p.fields(n, "a source", map[string]func(*yaml.Node){
		"kind":      p.into(&s.Ref.Kind, "kind of a source"),
		"namespace": p.into(&s.Ref.Namespace, "namespace of a source"),
		"name":      p.into(&s.Ref.Name, "name of a source"),
		"path":      p.into(&s.Path, "path of a source"),
		"dir":       p.into(&s.Dir, "dir of a source"),
		"rev":       p.into(&s.Rev, "rev of a source"),
		"ignore":    func(n *yaml.Node) { text := p.text(n, "ignore of a source"); s.Ignore = &text },
	})
	p.require(n, "a source", seen, "namespace", "name")
	if !known(s.Ref.Kind, sourceKinds) {
		p.report(n, "a source cannot be of kind %q%s", s.Ref.Kind, hint(s.Ref.Kind, sourceKinds))
	}
	if _, err := tree.Clean(s.Path); err != nil {
		p.report(n, "a source: %v", err)
	}
	for _, other := range p.layout.Sources {
		if other.Ref == s.Ref && seen["namespace"] && seen["name"] {
			p.report(n, "the source %s is listed twice", s.Ref)
		}
	}
	p.layout.Sources = append(p.layout.Sources, s)
}

func (p *parser) flux(n *yaml.Node) {
	f := &p.layout.Flux
	p.fields(n, "flux", map[string]func(*yaml.Node){
		"version": func(n *yaml.Node) {
			// 1.9 without quotes is a number to YAML, and means the same.
			if f.Version = n.Value; n.Kind != yaml.ScalarNode || !version.MatchString(f.Version) {
				p.report(n, "flux.version: want the version of kustomize-controller, as in v1.9.6")
			}
		},
		"featureGates": func(n *yaml.Node) { f.FeatureGates = p.gates(n) },
	})
}

func (p *parser) gates(n *yaml.Node) map[string]bool {
	gates := map[string]bool{}
	if n.Kind != yaml.MappingNode {
		p.report(n, "flux.featureGates: want a mapping of names to true or false")
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], resolved(n.Content[i+1])
		var on bool
		if value.Tag != "!!bool" || value.Decode(&on) != nil {
			p.report(value, "flux.featureGates: %q is neither true nor false", key.Value)
		}
		gates[key.Value] = on
	}
	return gates
}

func (p *parser) protect(n *yaml.Node) {
	var gk ownership.GroupKind
	seen := p.fields(n, "an entry of protect", map[string]func(*yaml.Node){
		"group": func(n *yaml.Node) {
			if n.Tag != "!!str" || n.Value != "" { // "" is the core group
				gk.Group = p.text(n, "group")
			}
		},
		"kind": p.into(&gk.Kind, "kind"),
	})
	p.require(n, "an entry of protect", seen, "kind")
	p.layout.Protect = append(p.layout.Protect, gk)
}

// modes reads each mode: parameters by name, and variables below that word.
func (p *parser) modes(n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		p.report(n, "modes: want a mapping of names to parameters")
		return
	}
	p.layout.Modes = map[string]Mode{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], resolved(n.Content[i+1])
		if key.Value == "" {
			p.report(key, "modes: a mode has no name")
		}
		p.layout.Modes[key.Value] = p.mode(key, value)
	}
}

func (p *parser) mode(key, n *yaml.Node) Mode {
	m := Mode{Parameters: map[string]string{}}
	what := "mode " + key.Value
	if isNull(n) {
		return m
	}
	if n.Kind != yaml.MappingNode {
		p.report(n, "%s: want a mapping of parameters to values", what)
		return m
	}
	rest := yaml.Node{Kind: yaml.MappingNode, Line: n.Line}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], resolved(n.Content[i+1])
		if name.Value != "variables" {
			rest.Content = append(rest.Content, name, value)
		} else if !isNull(value) {
			m.Variables = p.values(value, what+", variables")
		}
	}
	m.Parameters = p.values(&rest, what)
	p.modeLines = append(p.modeLines, modeLine{key.Value, &rest})
	return m
}

// require reports the fields of an entry that are missing.
func (p *parser) require(n *yaml.Node, what string, seen map[string]bool, fields ...string) {
	for _, f := range fields {
		if !seen[f] && n.Kind == yaml.MappingNode {
			p.report(n, "%s has no %s", what, f)
		}
	}
}
