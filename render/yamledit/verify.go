package yamledit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// edited makes an edit and holds it against what it should have done.
func edited(raw []byte, doc int, at Path, edit func(*text, *yaml.Node, style) ([]byte, error), meant func(any) (any, error)) ([]byte, error) {
	p, n := partOf(raw, doc)
	t, err := parsePart(raw, p)
	if err != nil {
		if _, whole := parse(raw); whole != nil {
			err = whole // whose lines are those of the text
		}
		return nil, err
	}
	if doc < 0 || n >= len(t.docs) {
		return nil, fmt.Errorf("there is no document %d", doc+1)
	}
	top := t.docs[n]
	want, err := values(raw[p.begin:p.end])
	if err == nil {
		want[n], err = meant(want[n])
	}
	if err != nil {
		return nil, err
	}
	out, err := edit(t, top, styleOf(top))
	if err != nil {
		return nil, err
	}
	if !holds(raw, out, p, want) {
		return nil, fmt.Errorf("line %d: %s cannot be edited without changing something else", top.Line, at)
	}
	return out, nil
}

// holds says whether one part of a text holds other values after an edit, and
// the rest of it is as it was.
func holds(before, after []byte, p part, want []any) bool {
	rest := before[p.end:]
	if len(after) < p.begin+len(rest) || !bytes.HasPrefix(after, before[:p.begin]) || !bytes.HasSuffix(after, rest) {
		return false
	}
	own := after[p.begin : len(after)-len(rest)]
	if p.docs > 0 && len(parts(own)) != 1 {
		return false
	}
	got, err := values(own)
	return err == nil && reflect.DeepEqual(got, want)
}

// values decodes every document.
func values(raw []byte) ([]any, error) {
	var all []any
	decoder := yaml.NewDecoder(bytes.NewReader(raw))
	for {
		var doc yaml.Node
		err := decoder.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		if len(doc.Content) != 1 {
			continue
		}
		var v any
		if err := doc.Decode(&v); err != nil {
			return nil, unreadable(err)
		}
		all = append(all, v)
	}
}

// unreadable says what the parser says, on one line.
func unreadable(err error) error {
	return fmt.Errorf("it is no YAML that can be read: %s", strings.ReplaceAll(err.Error(), "\n  ", " "))
}

// put gives a decoded value with what lies at a path replaced; nothing of the
// one that is given changes.
func put(v any, at Path, value any) (any, error) {
	if len(at) == 0 {
		return value, nil
	}
	switch key := at[0].(type) {
	case string:
		m, ok := v.(map[string]any)
		if !ok && v != nil {
			return nil, fmt.Errorf("it has no fields where %s should be", at)
		}
		m = maps.Clone(m)
		if m == nil {
			m = map[string]any{}
		}
		inner, err := put(m[key], at[1:], value)
		m[key] = inner
		return m, err
	case int:
		l, ok := v.([]any)
		if !ok || key < 0 || key >= len(l) {
			return nil, fmt.Errorf("there is no item %s", at)
		}
		l = slices.Clone(l)
		inner, err := put(l[key], at[1:], value)
		l[key] = inner
		return l, err
	}
	return nil, fmt.Errorf("%v is neither a field nor the number of an item", at[0])
}

// get gives what lies at a path, and whether there is anything.
func get(v any, at Path) (any, bool) {
	for _, key := range at {
		switch key := key.(type) {
		case string:
			m, _ := v.(map[string]any)
			inner, ok := m[key]
			if !ok {
				return nil, false
			}
			v = inner
		case int:
			l, _ := v.([]any)
			if key < 0 || key >= len(l) {
				return nil, false
			}
			v = l[key]
		}
	}
	return v, true
}
