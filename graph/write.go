package graph

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Text writes the layers, each node with what it needs and why; if there are
// cycles, these first, and the nodes without layers.
func (g *Graph) Text(w io.Writer) error {
	var b strings.Builder
	layers, err := g.Layers()
	if err != nil {
		for _, c := range g.Cycles() {
			fmt.Fprintln(&b, plain(c.Error()))
		}
		layers = [][]string{g.Nodes()}
	}
	for i, layer := range layers {
		if err == nil {
			fmt.Fprintf(&b, "layer %d\n", i+1)
		}
		for _, key := range layer {
			fmt.Fprintf(&b, "  %s\n", plain(g.Label(key)))
			for _, to := range g.successors(key) {
				fmt.Fprintf(&b, "    needs %s (%s)\n", plain(g.Label(to)), plain(describe(g.edges[key][to])))
			}
		}
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// DOT writes the graph for Graphviz: edges from what depends to what it needs,
// labelled with the kinds of their reasons.
func (g *Graph) DOT(w io.Writer) error {
	var b strings.Builder
	b.WriteString("digraph dependencies {\n  rankdir=LR\n  node [shape=box]\n")
	for _, key := range g.Nodes() {
		fmt.Fprintf(&b, "  %s [label=%s]\n", quoteDOT(key), quoteDOT(g.Label(key)))
	}
	for _, e := range g.Edges() {
		fmt.Fprintf(&b, "  %s -> %s [label=%s, tooltip=%s]\n",
			quoteDOT(e.From), quoteDOT(e.To), quoteDOT(kinds(e.Reasons)), quoteDOT(describe(e.Reasons)))
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// Mermaid writes the graph as a Mermaid flowchart, as it may stand in Markdown.
func (g *Graph) Mermaid(w io.Writer) error {
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	names := map[string]string{}
	for i, key := range g.Nodes() {
		names[key] = fmt.Sprintf("n%d", i+1)
		fmt.Fprintf(&b, "  %s[\"%s\"]\n", names[key], escapeMermaid(g.Label(key)))
	}
	for _, e := range g.Edges() {
		fmt.Fprintf(&b, "  %s -->|\"%s\"| %s\n", names[e.From], escapeMermaid(kinds(e.Reasons)), names[e.To])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// kinds gives the kinds of reasons, each once; they are sorted.
func kinds(reasons []Reason) string {
	var all []string
	for _, r := range reasons {
		if len(all) == 0 || all[len(all)-1] != r.Kind {
			all = append(all, r.Kind)
		}
	}
	return strings.Join(all, ", ")
}

// plain makes every control character a space: a name from a file must not
// break a line or steer a terminal.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
}

// dot escapes what means something in a quoted string of Graphviz, which knows
// HTML's entities there.
var dot = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;")

func quoteDOT(s string) string { return `"` + dot.Replace(plain(s)) + `"` }

// mermaid writes as character codes what Mermaid, HTML or a Markdown fence
// would take for their own.
var mermaid = strings.NewReplacer("#", "#35;", `"`, "#quot;", "&", "#amp;", "<", "#lt;", ">", "#gt;",
	"`", "#96;", "|", "#124;", "%", "#37;", `\`, "#92;")

func escapeMermaid(s string) string { return mermaid.Replace(plain(s)) }
