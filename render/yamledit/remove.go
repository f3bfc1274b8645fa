package yamledit

import (
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"
)

func errNoList(n *yaml.Node) error { return fmt.Errorf("line %d: it is no list", n.Line) }

// Remove gives the text without a field of one of its documents, and without
// the mappings that held nothing else. A field that is not there is an error.
func Remove(raw []byte, doc int, at Path) ([]byte, error) {
	depth := len(at)
	return edited(raw, doc, at, func(t *text, top *yaml.Node, _ style) ([]byte, error) {
		s, err := t.find(top, at)
		if err != nil {
			return nil, err
		}
		if s.node == nil || len(s.missing) > 0 || len(at) == 0 {
			return nil, fmt.Errorf("there is no %s", at)
		}
		for depth = len(s.holders); depth > 1 && alone(s.holders[depth-1]) && s.holders[depth-2].Kind == yaml.MappingNode; {
			depth--
		}
		return t.cut(s.holders[depth-1], s.keys[depth-1])
	}, func(top any) (any, error) { return without(top, at) })
}

// alone says whether a mapping has one field.
func alone(n *yaml.Node) bool { return n.Kind == yaml.MappingNode && len(n.Content) == 2 }

// cut takes an entry out of a mapping, with its line.
func (t *text) cut(m *yaml.Node, index int) ([]byte, error) {
	if m.Kind != yaml.MappingNode {
		return nil, errors.New("items are not removed from lists")
	}
	key := t.start(m.Content[index-1])
	end, err := t.end(m.Content[index], indentOf(m))
	if err != nil {
		return nil, err
	}
	last := index == len(m.Content)-1
	switch {
	case !last && (isFlow(m) || !t.leads(key)):
		return t.splice(key, t.start(m.Content[index+1]), ""), nil
	case isFlow(m) && index > 1:
		before, err := t.end(m.Content[index-2], 0)
		return t.splice(before, end, ""), err
	case isFlow(m):
		return t.splice(key, end, ""), nil
	case !t.leads(key):
		return nil, fmt.Errorf("line %d: nothing would be left of the list item", m.Line)
	}
	return t.cutLines(t.lineStart(key), t.lineEnd(end)), nil
}

// cutLines takes whole lines out, and a text without a last line end leaves
// one without.
func (t *text) cutLines(from, to int) []byte {
	if n := breakAt(t.raw[to:]); n > 0 {
		return t.splice(from, to+n, "")
	}
	for _, b := range breaks {
		if before := from - len(b); before >= 0 && string(t.raw[before:from]) == b {
			return t.splice(before, to, "")
		}
	}
	return t.splice(from, to, "")
}

// without gives a decoded value without what lies at a path, and without the
// mappings that held nothing else.
func without(v any, at Path) (any, error) {
	holder, _ := get(v, at[:len(at)-1])
	m, ok := holder.(map[string]any)
	key, isField := at[len(at)-1].(string)
	if !ok || !isField {
		return nil, fmt.Errorf("there is no %s", at)
	}
	if _, isField := lastField(at[:len(at)-1]); len(m) == 1 && isField {
		return without(v, at[:len(at)-1])
	}
	rest := map[string]any{}
	for k, value := range m {
		if k != key {
			rest[k] = value
		}
	}
	return put(v, at[:len(at)-1], rest)
}

func lastField(at Path) (string, bool) {
	if len(at) == 0 {
		return "", false
	}
	name, ok := at[len(at)-1].(string)
	return name, ok
}
