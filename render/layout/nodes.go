package layout

import (
	"maps"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// resolved follows an alias to what it stands for.
func resolved(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// fields hands the value of each field of a mapping to its reader, and says
// which it has seen. A field without value counts as left out.
func (p *parser) fields(n *yaml.Node, what string, readers map[string]func(*yaml.Node)) map[string]bool {
	seen := map[string]bool{}
	if n.Kind != yaml.MappingNode {
		p.report(n, "%s: want a mapping", what)
		return seen
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], resolved(n.Content[i+1])
		read, ok := readers[key.Value]
		switch {
		case !ok:
			p.report(key, "%s has no field %q%s", what, key.Value, hint(key.Value, slices.Sorted(maps.Keys(readers))))
		case !isNull(value):
			seen[key.Value] = true
			read(value)
		}
	}
	return seen
}

// each hands every element of a list to a reader.
func (p *parser) each(n *yaml.Node, what string, read func(*yaml.Node)) {
	if n.Kind != yaml.SequenceNode {
		p.report(n, "%s: want a list", what)
		return
	}
	for _, e := range n.Content {
		read(resolved(e))
	}
}

// constant checks a field that has one value only.
func (p *parser) constant(n *yaml.Node, field, want string) {
	if got := p.text(n, field); got != "" && got != want {
		p.report(n, "%s is %q; this fluxmigrate reads %s", field, got, want)
	}
}

// text reads a string that is not empty.
func (p *parser) text(n *yaml.Node, what string) string {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" || n.Value == "" {
		p.report(n, "%s: want a string", what)
		return ""
	}
	return n.Value
}

// into gives a reader that stores a string.
func (p *parser) into(to *string, what string) func(*yaml.Node) {
	return func(n *yaml.Node) { *to = p.text(n, what) }
}

// count reads a whole number that is not negative.
func (p *parser) count(n *yaml.Node, what string) int {
	v, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil || v < 0 {
		p.report(n, "%s: want a number, 0 or more", what)
	}
	return v
}

// values reads a mapping of names to strings. Numbers and truth values are
// taken as they are written, as a ConfigMap would have to hold them.
func (p *parser) values(n *yaml.Node, what string) map[string]string {
	if n.Kind != yaml.MappingNode {
		p.report(n, "%s: want a mapping of names to values", what)
		return nil
	}
	m := map[string]string{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], resolved(n.Content[i+1])
		if value.Kind != yaml.ScalarNode || isNull(value) {
			p.report(value, "%s: the value of %q is no string", what, key.Value)
			continue
		}
		m[key.Value] = value.Value
	}
	return m
}
