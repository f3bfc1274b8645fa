package yamledit

import (
	"bytes"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// isFlow says whether a node is written between brackets.
func isFlow(n *yaml.Node) bool { return n.Style&yaml.FlowStyle != 0 }

// isEmpty says whether a field has no text of its own behind the colon.
func isEmpty(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Tag == "!!null" && n.Value == "" && n.Anchor == ""
}

// end gives where a node ends, without a comment behind it. least is the
// indentation of what holds it, which bounds a block scalar.
func (t *text) end(n *yaml.Node, least int) (int, error) {
	at := t.start(n)
	switch {
	case n.Kind == yaml.AliasNode:
		return at + len("*") + len(n.Value), nil
	case isEmpty(n):
		return at, nil
	case n.Kind == yaml.ScalarNode:
		return t.scalarEnd(n, t.content(n), least)
	case isFlow(n):
		return t.flowEnd(n)
	case len(n.Content) == 0:
		return at, fmt.Errorf("line %d: it cannot be told where the value ends", n.Line)
	}
	return t.end(n.Content[len(n.Content)-1], max(n.Column-1, least))
}

// content gives where a node begins behind its anchor and tag.
func (t *text) content(n *yaml.Node) int {
	at := t.start(n)
	for at < len(t.raw) && (t.raw[at] == '&' || t.raw[at] == '!') {
		at += bytes.IndexAny(append(t.raw[at:len(t.raw):len(t.raw)], ' '), " \r\n")
		for at < len(t.raw) && (t.raw[at] == ' ' || t.raw[at] == '\t') {
			at++
		}
	}
	return at
}

func (t *text) scalarEnd(n *yaml.Node, at, least int) (int, error) {
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return t.quoteEnd(at, '"')
	case n.Style&yaml.SingleQuotedStyle != 0:
		return t.quoteEnd(at, '\'')
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return t.blockEnd(at, least), nil
	}
	return t.plainEnd(n, at)
}

// plainEnd follows the words of a plain scalar, which may lie on several lines.
func (t *text) plainEnd(n *yaml.Node, at int) (int, error) {
	for _, word := range strings.Fields(n.Value) {
		at += len(t.raw[at:]) - len(bytes.TrimLeft(t.raw[at:], " \t\r\n\u0085\u2028\u2029"))
		if !bytes.HasPrefix(t.raw[at:], []byte(word)) {
			return at, fmt.Errorf("line %d: it cannot be told where the value ends", n.Line)
		}
		at += len(word)
	}
	return at, nil
}

func (t *text) quoteEnd(at int, quote byte) (int, error) {
	for i := at + 1; i < len(t.raw); i++ {
		switch {
		case quote == '"' && t.raw[i] == '\\':
			i++
		case t.raw[i] != quote:
		case quote == '\'' && i+1 < len(t.raw) && t.raw[i+1] == quote:
			i++
		default:
			return i + 1, nil
		}
	}
	return at, fmt.Errorf("a quote does not end")
}

// blockEnd gives the end of the last line of a block scalar that is not blank.
func (t *text) blockEnd(at, least int) int {
	end := t.lineEnd(at)
	for next := end; next < len(t.raw); {
		begin := next + breakAt(t.raw[next:])
		next = t.lineEnd(begin)
		line := t.raw[begin:next]
		indent := len(line) - len(bytes.TrimLeft(line, " "))
		switch {
		case len(bytes.TrimSpace(line)) == 0:
		case indent <= least:
			return end
		default:
			end = next
		}
		if begin == next && next == len(t.raw) {
			break
		}
	}
	return end
}

// flowEnd gives what comes behind the closing bracket.
func (t *text) flowEnd(n *yaml.Node) (int, error) {
	at := t.content(n) + 1
	if len(n.Content) > 0 {
		var err error
		if at, err = t.end(n.Content[len(n.Content)-1], 0); err != nil {
			return at, err
		}
	}
	for at < len(t.raw) {
		switch c := t.raw[at]; {
		case c == ']' || c == '}':
			return at + 1, nil
		case c == '#':
			at = t.lineEnd(at)
		case c == ',' || c == ':' || c == ' ' || c == '\t' || breakAt(t.raw[at:]) > 0:
			at++
		default:
			return at, fmt.Errorf("line %d: it cannot be told where the brackets end", n.Line)
		}
	}
	return at, fmt.Errorf("line %d: a bracket does not close", n.Line)
}
