package runbook

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/fluxmigrate/fluxmigrate/graph"
	"github.com/fluxmigrate/fluxmigrate/planner"
)

// needing makes a graph of Kustomizations of lines like "a b c": a depends on b
// and c.
func needing(lines ...string) *graph.Graph {
	g := graph.New()
	for _, line := range lines {
		names := strings.Fields(line)
		g.AddNode(ks(names[0]).Object().String(), ks(names[0]).Object().Display())
		for _, on := range names[1:] {
			g.AddNode(ks(on).Object().String(), ks(on).Object().Display())
			g.AddEdge(ks(names[0]).Object().String(), ks(on).Object().String(), graph.Reason{Kind: planner.DependsOn})
		}
	}
	return g
}

func drawnAs(d *drawing, name string) *node {
	i := slices.IndexFunc(d.Nodes, func(n *node) bool { return strings.HasSuffix(n.Full, name) })
	if i < 0 {
		return nil
	}
	return d.Nodes[i]
}

// TestTheGraphShowsWhatChangesAndCountsTheRest: root applies ten, of which old
// goes, new comes, and dependent changes what it needs.
func TestTheGraphShowsWhatChangesAndCountsTheRest(t *testing.T) {
	same := []string{"a root", "b root", "c root", "d root", "e root", "f root", "g root"}
	d := draw(racePlan(), Dependencies{
		Before: needing(append([]string{"old root", "dependent old"}, same...)...),
		After:  needing(append([]string{"new root", "dependent new"}, same...)...),
	})
	for _, want := range []struct{ name, fate, needs, gives string }{
		{"/old", goes, "Kustomization flux-system/root (dependsOn, before only)", "1 object to Kustomization flux-system/new"},
		{"/new", comes, "Kustomization flux-system/root (dependsOn, after only)", ""},
		{"/dependent", changed, "Kustomization flux-system/new (dependsOn, after only); Kustomization flux-system/old (dependsOn, before only)", ""},
		{"/root", stays, "", ""},
		{"demo/edge", atRisk, "Kustomization flux-system/new (applied by, after only); Kustomization flux-system/old (applied by, before only)", ""},
		{"7 more", stays, "Kustomization flux-system/root (dependsOn)", ""},
	} {
		n := drawnAs(d, want.name)
		if n == nil {
			t.Errorf("%s is not drawn", want.name)
			continue
		}
		if needs, gives := strings.Join(n.Needs, "; "), strings.Join(n.Gives, "; "); n.Fate != want.fate || needs != want.needs || gives != want.gives {
			t.Errorf("%s %s needs %q and gives to %q", want.name, n.Fate, needs, gives)
		}
	}
	if d.Counted != 7 || len(d.Nodes) != 6 {
		t.Errorf("%d are counted and %d drawn", d.Counted, len(d.Nodes))
	}
	if root, old := drawnAs(d, "/root"), drawnAs(d, "/old"); root.X >= old.X || old.X >= drawnAs(d, "/dependent").X {
		t.Error("what needs does not stand right of what it needs")
	}
}

// Of eight that come to need root, and eight that need it no more, four are
// drawn: the line of those that are counted is of both states.
func TestTheLineOfCountedOnesIsOfEveryStateThatOneIsOf(t *testing.T) {
	var then, now []string
	for i := range 8 {
		then = append(then, fmt.Sprintf("then%d root", i), fmt.Sprintf("now%d", i))
		now = append(now, fmt.Sprintf("then%d", i), fmt.Sprintf("now%d root", i))
	}
	d := draw(racePlan(), Dependencies{Before: needing(then...), After: needing(now...)})
	many, one := drawnAs(d, "12 more"), drawnAs(d, "/now0")
	if many == nil || one == nil || one.Needs[0] != "Kustomization flux-system/root (dependsOn, after only)" || many.Needs[0] != "Kustomization flux-system/root (dependsOn)" {
		t.Fatalf("%+v, %+v", many, one)
	}
	for _, l := range d.Edges {
		if l.From == many.N && l.Class != "both" || l.From == one.N && l.Class != "after" {
			t.Errorf("%s: %s", l.Class, l.Title)
		}
	}
}

// Without the graphs, a saved plan still shows who hands over to whom.
func TestTheGraphOfAPlanAloneHasItsOwners(t *testing.T) {
	d := draw(racePlan(), Dependencies{})
	if old := drawnAs(d, "/old"); old == nil || len(old.Gives) != 1 || drawnAs(d, "/new") == nil {
		t.Errorf("%+v", d)
	}
	if d := draw(&planner.Plan{}, Dependencies{Before: needing("a b"), After: needing("a b")}); d != nil {
		t.Error("there is a graph of a change that changes nothing")
	}
}

// TestEveryKustomizationIsDrawnOrCounted holds for graphs of any form, with
// circles too: nothing is drawn on top of something else, every line has two
// ends, and the same graph is drawn alike.
func TestEveryKustomizationIsDrawnOrCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := func(name string) []string {
			pair := rapid.Custom(func(t *rapid.T) string {
				return fmt.Sprintf("k%d k%d", rapid.IntRange(0, 40).Draw(t, "from"), rapid.IntRange(0, 40).Draw(t, "to"))
			})
			return rapid.SliceOfN(pair, 0, 60).Draw(t, name)
		}
		needs := Dependencies{Before: needing(lines("before")...), After: needing(lines("after")...)}
		d := draw(racePlan(), needs)
		all := newNeedsGraph(racePlan(), needs).nodes
		named := 0
		places := map[[2]int]string{}
		for i, n := range d.Nodes {
			if !strings.HasSuffix(n.Full, " more") {
				named++
			}
			if other, taken := places[[2]int{n.X, n.Y}]; taken {
				t.Fatalf("%s is drawn on top of %s", n.Full, other)
			}
			places[[2]int{n.X, n.Y}] = n.Full
			if n.N != i+1 || n.X < 0 || n.Y < 0 || n.X+nodeWidth > d.Width || n.Y+nodeHeight > d.Height {
				t.Fatalf("%+v of %d by %d", n, d.Width, d.Height)
			}
		}
		if named+d.Counted != len(all) {
			t.Fatalf("%d named and %d counted of %d", named, d.Counted, len(all))
		}
		for _, l := range d.Edges {
			if l.From < 1 || l.To < 1 || l.From > len(d.Nodes) || l.To > len(d.Nodes) {
				t.Fatalf("a line from %d to %d", l.From, l.To)
			}
		}
		if again := draw(racePlan(), needs); fmt.Sprint(again.Edges[0], again.Nodes[0]) != fmt.Sprint(d.Edges[0], d.Nodes[0]) || len(again.Edges) != len(d.Edges) {
			t.Fatal("drawn in another way")
		}
	})
}
