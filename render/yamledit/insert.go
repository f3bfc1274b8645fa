package yamledit

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// insert puts a field into the mapping, or in place of the null, where a path
// ends.
func (t *text) insert(s spot, f Field, st style, after []string) ([]byte, error) {
	if s.node != nil {
		return t.fill(s, f, st)
	}
	m := s.holder()
	switch {
	case isFlow(m):
		return t.insertFlow(m, f, st)
	case len(m.Content) == 0:
		return t.splice(len(t.raw), len(t.raw), strings.Join(st.lines(Map{f}), t.newline(0))+t.newline(0)), nil
	}
	return t.insertBlock(m, f, st, after)
}

// fill puts the first field below one that has no value yet.
func (t *text) fill(s spot, f Field, st style) ([]byte, error) {
	holder, n := s.holder(), s.node
	from := t.start(n)
	end, err := t.end(n, holder.Column-1)
	if err != nil {
		return nil, err
	}
	if isFlow(holder) {
		st.json = st.json || quoted(holder)
		return t.splice(from, end, gap(t, from)+st.flow(Map{f})), nil
	}
	from, end = t.below(n, from, end)
	return t.splice(from, end, t.newline(from)+t.indented(st.lines(Map{f}), indentOf(holder)+st.indent, from)), nil
}

// below gives what lines below a field without value take the place of: of a
// null that is written, with the space before it; else nothing, behind a
// comment.
func (t *text) below(n *yaml.Node, from, end int) (int, int) {
	if isEmpty(n) {
		return t.lineEnd(end), t.lineEnd(end)
	}
	for from > 0 && t.raw[from-1] == ' ' {
		from--
	}
	return from, end
}

// gap is the space that a value needs behind its colon.
func gap(t *text, at int) string {
	if at > 0 && t.raw[at-1] == ' ' {
		return ""
	}
	return " "
}

// indentOf gives how far the fields of a block mapping, or the dashes of a
// block list, are indented.
func indentOf(n *yaml.Node) int { return n.Column - 1 }

// indented joins lines, each with its indentation.
func (t *text) indented(lines []string, indent, at int) string {
	out := make([]string, len(lines))
	for i, line := range lines {
		if out[i] = line; line != "" {
			out[i] = strings.Repeat(" ", indent) + line
		}
	}
	return strings.Join(out, t.newline(at))
}

// insertBlock puts a field on lines of its own, behind another field. At the
// end of a text without a last line end it comes before that one, so that no
// other line changes.
func (t *text) insertBlock(m *yaml.Node, f Field, st style, after []string) ([]byte, error) {
	i := behind(m, after)
	end, err := t.end(m.Content[i+1], indentOf(m))
	if err != nil {
		return nil, err
	}
	lines := st.lines(Map{f})
	if eol := t.lineEnd(end); eol < len(t.raw) {
		return t.splice(eol, eol, t.newline(eol)+t.indented(lines, indentOf(m), eol)), nil
	}
	key := t.start(m.Content[i])
	written := strings.TrimLeft(t.indented(lines, indentOf(m), key), " ")
	return t.splice(key, key, written+t.newline(key)+strings.Repeat(" ", indentOf(m))), nil
}

// behind gives the index of the key behind which a new field is put.
func behind(m *yaml.Node, after []string) int {
	for _, name := range after {
		if i := indexOf(m, name); i > 0 {
			return i - 1
		}
	}
	return len(m.Content) - 2
}

// insertFlow puts a field between brackets, on a line of its own where the
// last one is.
func (t *text) insertFlow(n *yaml.Node, f Field, st style) ([]byte, error) {
	st.json = st.json || quoted(n)
	written := strings.TrimSuffix(strings.TrimPrefix(st.flow(Map{f}), "{"), "}")
	if len(n.Content) == 0 {
		at := t.content(n) + 1
		return t.splice(at, at, written), nil
	}
	return t.appendFlow(n, n.Content[len(n.Content)-2], written)
}

// appendFlow puts a text behind the last entry between brackets; last is the
// node that the entry begins with.
func (t *text) appendFlow(n, last *yaml.Node, written string) ([]byte, error) {
	end, err := t.end(n.Content[len(n.Content)-1], 0)
	if err != nil {
		return nil, err
	}
	between := ", "
	if begin := t.start(last); t.leads(begin) {
		between = "," + t.newline(begin) + strings.Repeat(" ", begin-t.lineStart(begin))
	}
	return t.splice(end, end, between+written), nil
}

// Append gives the text with one more item at the end of a list. A list that
// is missing is made; after is as for Set.
func Append(raw []byte, doc int, at Path, item any, after ...string) ([]byte, error) {
	return edited(raw, doc, at, func(t *text, top *yaml.Node, st style) ([]byte, error) {
		s, err := t.find(top, at)
		switch {
		case err != nil:
			return nil, err
		case len(s.missing) > 0:
			return t.insert(s, nested(s.missing, List{item}), st, after)
		}
		return t.appendItem(s, item, st)
	}, func(top any) (any, error) {
		list, _ := get(top, at)
		items, _ := list.([]any)
		return put(top, at, append(slices.Clone(items), plain(item)))
	})
}

func (t *text) appendItem(s spot, item any, st style) ([]byte, error) {
	n := s.node
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return t.fillList(s, item, st)
	}
	if n.Kind != yaml.SequenceNode {
		return nil, errNoList(n)
	}
	if isFlow(n) {
		if len(n.Content) == 0 {
			at := t.content(n) + 1
			return t.splice(at, at, st.flow(item)), nil
		}
		return t.appendFlow(n, n.Content[len(n.Content)-1], st.flow(item))
	}
	end, err := t.end(n, indentOf(n))
	if err != nil {
		return nil, err
	}
	st.compact = true // the dash stands where those of the list stand
	lines := st.lines(List{item})
	eol := t.lineEnd(end)
	written := t.newline(eol) + t.indented(lines, indentOf(n), eol)
	return t.splice(eol, eol, written), nil
}

// fillList makes the first item of a list that is null.
func (t *text) fillList(s spot, item any, st style) ([]byte, error) {
	holder := s.holder()
	from := t.start(s.node)
	end, err := t.end(s.node, indentOf(holder))
	if err != nil {
		return nil, err
	}
	if isFlow(holder) {
		return t.splice(from, end, gap(t, from)+st.flow(List{item})), nil
	}
	from, end = t.below(s.node, from, end)
	indent := indentOf(holder)
	if !st.compact {
		indent += st.indent
	}
	st.compact = true
	return t.splice(from, end, t.newline(from)+t.indented(st.lines(List{item}), indent, from)), nil
}
