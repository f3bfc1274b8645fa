package yamledit

import (
	"errors"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"
)

// Set gives the text with a field of one of its documents set to a value:
// string, bool, Map, List or Block. Fields on the way that are missing are
// made. after names fields behind which a new one is put, the best first; else
// it comes last. The error says what stands in the way; the text is never
// changed in any other place.
func Set(raw []byte, doc int, at Path, value any, after ...string) ([]byte, error) {
	return edited(raw, doc, at, func(t *text, top *yaml.Node, s style) ([]byte, error) {
		spot, err := t.find(top, at)
		if err != nil {
			return nil, err
		}
		if len(spot.missing) > 0 {
			return t.insert(spot, nested(spot.missing, value), s, after)
		}
		return t.replace(spot, value, s)
	}, func(top any) (any, error) { return put(top, at, plain(value)) })
}

// spot is where a path leads: the value there, or the mapping that lacks it.
type spot struct {
	holders []*yaml.Node // every node on the way, the innermost mapping or list last
	keys    []int        // of each holder, the index in Content of the value on the way
	node    *yaml.Node   // nil where something is missing
	missing Path
}

func (s spot) holder() *yaml.Node { return s.holders[len(s.holders)-1] }

// find follows a path as far as it leads.
func (t *text) find(top *yaml.Node, at Path) (spot, error) {
	s := spot{node: top}
	for i, key := range at {
		if s.node.Kind == yaml.AliasNode {
			return s, fmt.Errorf("line %d: %s is an alias, so an edit below it would change what it stands for", s.node.Line, at[:i])
		}
		index := indexOf(s.node, key)
		switch {
		case index >= 0:
			s.holders, s.keys, s.node = append(s.holders, s.node), append(s.keys, index), s.node.Content[index]
			continue
		case s.node.Kind == yaml.MappingNode:
			s.holders = append(s.holders, s.node)
			s.node, s.missing = nil, at[i:]
		case s.node.Kind == yaml.ScalarNode && s.node.Tag == "!!null" && len(s.holders) > 0:
			s.missing = at[i:]
		default:
			return s, fmt.Errorf("line %d: %s is nothing that has a field %v", s.node.Line, at[:i], key)
		}
		if slices.ContainsFunc(s.missing, func(k any) bool { _, isItem := k.(int); return isItem }) {
			return s, fmt.Errorf("there is no %s", at)
		}
		return s, nil
	}
	return s, nil
}

// indexOf gives where in Content the value of a key lies; -1 if nowhere.
func indexOf(n *yaml.Node, key any) int {
	switch key := key.(type) {
	case int:
		if n.Kind == yaml.SequenceNode && key >= 0 && key < len(n.Content) {
			return key
		}
	case string:
		for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == key {
				return i + 1
			}
		}
	}
	return -1
}

// nested puts a value below the fields that are missing.
func nested(missing Path, value any) Field {
	for i := len(missing) - 1; i > 0; i-- {
		value = Map{{missing[i].(string), value}}
	}
	return Field{missing[0].(string), value}
}

// replace puts a scalar in place of the value that is there.
func (t *text) replace(s spot, value any, st style) ([]byte, error) {
	switch value.(type) {
	case Map, List:
		return nil, errors.New("a whole structure is never replaced")
	}
	if len(s.holders) == 0 {
		return nil, errors.New("a whole document is never replaced")
	}
	if block, ok := value.(Block); ok {
		return t.replaceBlock(s, string(block))
	}
	written := st.flow(value)
	n := s.node
	end, err := t.end(n, s.holder().Column-1)
	switch {
	case err != nil:
		return nil, err
	case isEmpty(n):
		return t.splice(end, end, " "+written), nil
	case n.Kind != yaml.ScalarNode && n.Kind != yaml.AliasNode:
		return nil, fmt.Errorf("line %d: it is no single value", n.Line)
	case n.Anchor != "":
		written = "&" + n.Anchor + " " + written
	}
	if n.Style&yaml.DoubleQuotedStyle != 0 && !st.json && isString(value) {
		written = asJSON(value)
	}
	return t.splice(t.start(n), end, written), nil
}

func isString(value any) bool { _, ok := value.(string); return ok }
