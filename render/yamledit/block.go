package yamledit

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// replaceBlock puts other lines into a block scalar and keeps its header and
// its indentation; another scalar becomes one of quotes.
func (t *text) replaceBlock(s spot, content string) ([]byte, error) {
	n := s.node
	least := indentOf(s.holder())
	end, err := t.end(n, least)
	if err != nil {
		return nil, err
	}
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
		return t.splice(t.start(n), end, asJSON(content)), nil
	}
	if n.Style&yaml.FoldedStyle != 0 {
		return nil, fmt.Errorf("line %d: it is folded text", n.Line)
	}
	begin := t.lineEnd(t.content(n))
	first := begin + breakAt(t.raw[begin:])
	indent := 0
	for first+indent < len(t.raw) && t.raw[first+indent] == ' ' {
		indent++
	}
	lines := strings.Split(strings.TrimRight(content, "\n"), "\n")
	return t.splice(first, end, t.indented(lines, indent, begin)), nil
}
