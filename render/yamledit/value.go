package yamledit

import (
	"bytes"
	"encoding/json"
	"strings"

	"go.yaml.in/yaml/v3"
)

// What can be written beside string and bool.
type (
	// Map is fields in an order.
	Map []Field
	// Field is one of them.
	Field struct {
		Name  string
		Value any
	}
	// List is items in an order.
	List []any
	// Block is text written as a block of lines (|-).
	Block string
)

// node makes what the encoder takes.
func node(value any) *yaml.Node {
	n := &yaml.Node{}
	switch v := value.(type) {
	case Map:
		n.Kind, n.Tag = yaml.MappingNode, "!!map"
		for _, f := range v {
			n.Content = append(n.Content, node(f.Name), node(f.Value))
		}
	case List:
		n.Kind, n.Tag = yaml.SequenceNode, "!!seq"
		for _, item := range v {
			n.Content = append(n.Content, node(item))
		}
	case Block:
		n.Kind, n.Tag, n.Style, n.Value = yaml.ScalarNode, "!!str", yaml.LiteralStyle, string(v)
	default:
		_ = n.Encode(v) // of a string or a truth value; it cannot fail
	}
	return n
}

// plain is the value as the decoder would give it.
func plain(value any) any {
	switch v := value.(type) {
	case Map:
		m := map[string]any{}
		for _, f := range v {
			m[f.Name] = plain(f.Value)
		}
		return m
	case List:
		l := []any{}
		for _, item := range v {
			l = append(l, plain(item))
		}
		return l
	case Block:
		return string(v)
	}
	return value
}

// style is how a text is written, so that what is added looks like it.
type style struct {
	indent  int
	compact bool // lists stand below their field without indentation
	json    bool // names in quotes, in brackets
}

// lines writes a value in block style.
func (s style) lines(value any) []string {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(s.indent)
	if s.compact {
		e.CompactSeqIndent()
	}
	_ = e.Encode(node(value)) // of what node makes; it cannot fail
	_ = e.Close()
	return strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
}

// flow writes a value on one line, between brackets.
func (s style) flow(value any) string {
	if s.json {
		return asJSON(value)
	}
	n := node(value)
	inFlow(n)
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	_ = e.Encode(n)
	_ = e.Close()
	return strings.TrimRight(b.String(), "\n")
}

func inFlow(n *yaml.Node) {
	switch n.Kind {
	case yaml.ScalarNode:
		if n.Style == yaml.LiteralStyle || strings.ContainsAny(n.Value, ",[]{}\n") && n.Tag == "!!str" {
			n.Style = yaml.DoubleQuotedStyle
		}
	default:
		n.Style = yaml.FlowStyle
	}
	for _, c := range n.Content {
		inFlow(c)
	}
}

// asJSON keeps the order of fields, which encoding/json does not.
func asJSON(value any) string {
	switch v := value.(type) {
	case Map:
		fields := make([]string, len(v))
		for i, f := range v {
			fields[i] = asJSON(f.Name) + ": " + asJSON(f.Value)
		}
		return "{" + strings.Join(fields, ", ") + "}"
	case List:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = asJSON(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	out, _ := json.Marshal(plain(value)) // of a string or a truth value
	return string(out)
}

// styleOf looks at a document.
func styleOf(top *yaml.Node) style {
	s := style{indent: 0, json: isFlow(top) && top.Kind == yaml.MappingNode && quoted(top)}
	found := false
	var look func(n *yaml.Node)
	look = func(n *yaml.Node) {
		for i := 0; n.Kind == yaml.MappingNode && !isFlow(n) && i+1 < len(n.Content); i += 2 {
			key, value := n.Content[i], n.Content[i+1]
			step := value.Column - key.Column
			block := !isFlow(value) && len(value.Content) > 0 && value.Line > key.Line
			switch {
			case block && value.Kind == yaml.MappingNode && step > 0 && (s.indent == 0 || step < s.indent):
				s.indent = step
			case block && value.Kind == yaml.SequenceNode && !found:
				s.compact, found = step == 0, true
			}
		}
		for _, c := range n.Content {
			look(c)
		}
	}
	look(top)
	if s.indent < 2 {
		s.indent = 2
	}
	return s
}

// quoted says whether the names of a mapping stand in quotes.
func quoted(n *yaml.Node) bool {
	return len(n.Content) > 0 && n.Content[0].Style&yaml.DoubleQuotedStyle != 0
}

// Text writes a value as a text of its own, in block style.
func Text(value any) []byte {
	return []byte(strings.Join(style{indent: 2}.lines(value), "\n") + "\n")
}
