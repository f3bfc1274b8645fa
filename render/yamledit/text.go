package yamledit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Path leads from the top of a document to a place in it: names of fields
// (string) and numbers of list items (int).
type Path []any

// String writes a path as people do: spec.patches[0].patch.
func (p Path) String() string {
	var b strings.Builder
	for _, key := range p {
		switch key := key.(type) {
		case int:
			fmt.Fprintf(&b, "[%d]", key)
		case string:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(key)
		}
	}
	return b.String()
}

// text is a YAML text taken apart.
type text struct {
	raw   []byte
	lines []int        // where each line begins
	docs  []*yaml.Node // the top of each document
}

// Documents gives the top node of every document of a text.
func Documents(raw []byte) ([]*yaml.Node, error) {
	t, err := parse(raw)
	if err != nil {
		return nil, err
	}
	return t.docs, nil
}

func parse(raw []byte) (*text, error) { return parsePart(raw, part{end: len(raw)}) }

// parsePart takes one part of a text apart, and leaves the rest unread. Places
// are those in the whole text.
func parsePart(raw []byte, p part) (*text, error) {
	t := &text{raw: raw, lines: lineStarts(raw)}
	decoder := yaml.NewDecoder(bytes.NewReader(raw[p.begin:p.end]))
	for {
		var doc yaml.Node
		err := decoder.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return nil, unreadable(err)
		}
		if len(doc.Content) == 1 {
			lower(&doc, p.line)
			t.docs = append(t.docs, doc.Content[0])
		}
	}
}

// lower moves a node down by some lines.
func lower(n *yaml.Node, lines int) {
	if n.Line += lines; lines > 0 {
		for _, inner := range n.Content {
			lower(inner, lines)
		}
	}
}

// breaks are the line ends that YAML 1.1 counts, beside CR and LF.
var breaks = []string{"\r\n", "\n", "\r", "\u0085", "\u2028", "\u2029"}

// breakAt gives the length of the line end at a place; 0 if there is none.
func breakAt(raw []byte) int {
	if len(raw) > 0 && raw[0] != '\r' && raw[0] != '\n' && raw[0] < utf8.RuneSelf {
		return 0
	}
	for _, b := range breaks {
		if bytes.HasPrefix(raw, []byte(b)) {
			return len(b)
		}
	}
	return 0
}

func lineStarts(raw []byte) []int {
	begin := 0
	if bytes.HasPrefix(raw, []byte("\ufeff")) {
		begin = len("\ufeff") // the parser does not count it
	}
	starts := []int{begin}
	for i := begin; i < len(raw); {
		if n := breakAt(raw[i:]); n > 0 {
			i += n
			starts = append(starts, i)
			continue
		}
		i++
	}
	return starts
}

// start gives where a node begins: with its anchor or tag, if it has one.
func (t *text) start(n *yaml.Node) int {
	if n.Line < 1 || n.Line > len(t.lines) {
		return len(t.raw)
	}
	at := t.lines[n.Line-1]
	for range n.Column - 1 {
		if at >= len(t.raw) {
			break
		}
		_, size := utf8.DecodeRune(t.raw[at:])
		at += size
	}
	return at
}

// lineEnd gives where the line of a place ends, before its line end.
func (t *text) lineEnd(at int) int {
	for at < len(t.raw) && breakAt(t.raw[at:]) == 0 {
		at++
	}
	return at
}

// lineStart gives where the line of a place begins.
func (t *text) lineStart(at int) int {
	begin := t.lines[0]
	for _, start := range t.lines {
		if start > at {
			break
		}
		begin = start
	}
	return begin
}

// leads says whether nothing but spaces stands before a place in its line.
func (t *text) leads(at int) bool {
	return len(bytes.Trim(t.raw[t.lineStart(at):at], " ")) == 0
}

// newline is the line end of the text at a place, or of its first line.
func (t *text) newline(at int) string {
	if n := breakAt(t.raw[t.lineEnd(at):]); n > 0 {
		return string(t.raw[t.lineEnd(at):][:n])
	}
	if n := breakAt(t.raw[t.lineEnd(0):]); n > 0 {
		return string(t.raw[t.lineEnd(0):][:n])
	}
	return "\n"
}

// splice replaces what lies between two places.
func (t *text) splice(from, to int, with string) []byte {
	out := make([]byte, 0, len(t.raw)+len(with))
	out = append(out, t.raw[:from]...)
	out = append(out, with...)
	return append(out, t.raw[to:]...)
}
