package graph

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A line "a: b c" says that a depends on b and c; "a: b(dependsOn,f.yaml)" says
// why. The other lines are questions with their answers.
var cases = []string{`
	name: a chain
	a: b
	b: c
	layers: c, b, a
	cycle:
	why a c: a→b b→c
	why c a:
	dependants c: a b
	dependencies a: b c`, `
	name: a diamond, and one that stands alone
	top: left right
	left: base
	right: base
	alone:
	layers: alone base, left right, top
	why top base: top→left left→base
	dependants base: left right top
	dependants alone:`, `
	name: a long way and a short one
	a: b d
	b: c
	c: d
	layers: d, c, b, a
	why a d: a→d
	why a c: a→b b→c`, `
	name: two depend on each other
	a: b(dependsOn,apps/a.yaml)
	b: a(dependsOn,apps/b.yaml) c
	layers: dependency cycle: a → b (dependsOn, apps/a.yaml) → a (dependsOn, apps/b.yaml)
	cycle: a→b b→a
	why a a: a→b b→a
	why c c:
	dependants a: a b
	dependants c: a b
	dependencies c:`, `
	name: one depends on itself
	a: a(dependsOn) b
	layers: dependency cycle: a → a (dependsOn)
	cycle: a→a
	cycles: a→a
	why a a: a→a
	dependants a: a
	dependants b: a`, `
	name: a ring of three with a shortcut of two, and another ring
	a: b
	b: c
	c: a b
	x: y
	y: z
	z: x
	cycle: b→c c→b
	cycles: b→c c→b, x→y y→z z→x
	why a a: a→b b→c c→a`, `
	name: a ring through a node that depends on itself
	a: b
	b: a b
	cycle: b→b
	cycles: a→b b→a, b→b`, `
	name: two rings that share a node
	a: b c
	b: a
	c: a
	cycle: a→b b→a
	cycles: a→b b→a`, `
	name: nothing
	layers:
	cycle:
	cycles:`,
}

func TestGraph(t *testing.T) {
	for _, text := range cases {
		g, questions := parse(text)
		for _, q := range questions {
			if got := answer(g, q[0]); got != q[1] {
				t.Errorf("%s\n%s: got %q", text, q[0], got)
			}
		}
	}
}

func parse(text string) (g *Graph, questions [][2]string) {
	g = New()
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		head, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		rest = strings.TrimSpace(rest)
		switch strings.Fields(head)[0] {
		case "name":
		case "layers", "cycle", "cycles", "why", "dependants", "dependencies":
			questions = append(questions, [2]string{head, rest})
		default:
			g.AddNode(head, "")
			for _, to := range strings.Fields(rest) {
				to, why, _ := strings.Cut(strings.TrimSuffix(to, ")"), "(")
				kind, file, _ := strings.Cut(why, ",")
				g.AddEdge(head, to, Reason{Kind: kind, File: file})
			}
		}
	}
	return g, questions
}

func answer(g *Graph, question string) string {
	word := strings.Fields(question)
	switch word[0] {
	case "layers":
		layers, err := g.Layers()
		if err != nil {
			return err.Error()
		}
		return joinLayers(layers)
	case "cycle":
		if c := g.ShortestCycle(); c != nil {
			return chain(c.Edges)
		}
		return ""
	case "cycles":
		var all []string
		for _, c := range g.Cycles() {
			all = append(all, chain(c.Edges))
		}
		return strings.Join(all, ", ")
	case "why":
		return chain(g.Why(word[1], word[2]))
	case "dependants":
		return strings.Join(g.Dependants(word[1]), " ")
	}
	return strings.Join(g.Dependencies(word[1]), " ")
}

func joinLayers(layers [][]string) string {
	var all []string
	for _, layer := range layers {
		all = append(all, strings.Join(layer, " "))
	}
	return strings.Join(all, ", ")
}

func chain(edges []Edge) string {
	var all []string
	for _, e := range edges {
		all = append(all, e.From+"→"+e.To)
	}
	return strings.Join(all, " ")
}

func TestAnEdgeKeepsAllItsReasonsOnce(t *testing.T) {
	g := New()
	for _, kind := range []string{"source", "dependsOn", "source"} {
		g.AddEdge("a", "b", Reason{Kind: kind, File: "a.yaml"})
	}
	g.AddEdge("a", "b", Reason{Kind: "source", File: "b.yaml"})
	edges := g.Edges()
	if got := fmt.Sprint(edges); got != "[{a b [{dependsOn  a.yaml} {source  a.yaml} {source  b.yaml}]}]" {
		t.Errorf("got %s", got)
	}
	edges[0].Reasons[0].Kind = "changed"
	if g.Edges()[0].Reasons[0].Kind != "dependsOn" {
		t.Error("a caller can change the graph")
	}
}

// Labels that try to break out of each format.
func hostile() *Graph {
	g := New()
	g.AddNode("demo_edge_gateway.networking.k8s.io_Gateway", "Gateway demo/edge")
	g.AddNode("quote", `say "hi" \N <b>&amp;|#%%{init}`)
	g.AddNode("line", "two\nlines\x1b[31m ``` end")
	g.AddEdge("quote", "line", Reason{Kind: "dependsOn", Text: `because "x"`, File: "a.yaml"})
	g.AddEdge("quote", "line", Reason{Kind: "source"})
	g.AddEdge("line", "demo_edge_gateway.networking.k8s.io_Gateway", Reason{Kind: "a|b"})
	return g
}

func TestRenderers(t *testing.T) {
	g := hostile()
	ring := hostile()
	ring.AddEdge("demo_edge_gateway.networking.k8s.io_Gateway", "quote", Reason{Kind: "dependsOn", File: "g.yaml"})
	for name, write := range map[string]func(*strings.Builder) error{
		"text.golden":      func(b *strings.Builder) error { return g.Text(b) },
		"text-ring.golden": func(b *strings.Builder) error { return ring.Text(b) },
		"dot.golden":       func(b *strings.Builder) error { return g.DOT(b) },
		"mermaid.golden":   func(b *strings.Builder) error { return g.Mermaid(b) },
	} {
		var b strings.Builder
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil || b.String() != string(want) {
			t.Errorf("%s: %v; got\n%s", file, err, b.String())
		}
	}
}
