package planner_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
	"github.com/fluxmigrate/fluxmigrate/render"
)

// moving is a repository with pairs of owners. In one commit the objects of each
// first owner, all in one file, move to the second one, which loses them.
func moving(b *testing.B, pairs, objects int) *plantest.Scenario {
	b.Helper()
	var text strings.Builder
	text.WriteString("-- from/fluxmigrate.yaml --\napiVersion: fluxmigrate.dev/v1alpha1\nkind: Layout\n" +
		"sources: [{kind: GitRepository, namespace: flux-system, name: fleet, path: .}]\n" +
		"roots: [{namespace: flux-system, name: cluster, path: ./cluster}]\n-- from/cluster/all.yaml --\n")
	for p := range pairs {
		for _, side := range []string{"a", "b"} {
			fmt.Fprintf(&text, "---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: %s%d, namespace: flux-system}\n"+
				"spec: {interval: 10m, path: ./%s%d, prune: true, sourceRef: {kind: GitRepository, name: fleet}}\n", side, p, side, p)
		}
	}
	for p := range pairs {
		var list strings.Builder
		for o := range objects {
			fmt.Fprintf(&list, "---\n%s", configMap(fmt.Sprintf("x%d-%d", p, o)))
		}
		for _, side := range []string{"a", "b"} {
			fmt.Fprintf(&text, "-- from/%s%d/own.yaml --\n%s", side, p, configMap(fmt.Sprintf("own-%s%d", side, p)))
		}
		fmt.Fprintf(&text, "-- from/a%d/all.yaml --\n%s-- to/a%d/all.yaml --\n-\n-- to/b%d/all.yaml --\n%s", p, list.String(), p, p, list.String())
	}
	s, err := plantest.ParseScenario([]byte(text.String()))
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func configMap(name string) string {
	return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + ", namespace: shop}\ndata: {a: b}\n"
}

// BenchmarkPlan shows what a user waits for, against the number of objects that one
// owner hands over and the number of owners that do: both states are read and
// rendered, the change is looked at, a plan is searched, each of its commits is
// edited and rendered, and all is proved.
func BenchmarkPlan(b *testing.B) {
	for _, size := range []struct{ pairs, objects int }{{1, 10}, {1, 100}, {1, 1000}, {10, 1}, {100, 1}} {
		b.Run(fmt.Sprintf("owners=%d/objects=%d", size.pairs, size.objects), func(b *testing.B) {
			s, dir := moving(b, size.pairs, size.objects), b.TempDir()
			if err := s.Repository(dir); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				planMoving(b, s, dir)
			}
		})
	}
}

func planMoving(b *testing.B, s *plantest.Scenario, dir string) {
	b.Helper()
	r, err := render.Open(render.Options{Repo: dir})
	if err != nil {
		b.Fatal(err)
	}
	transition, err := r.Transition(s.From, s.To)
	if err != nil {
		b.Fatal(err)
	}
	editor, err := r.Editor(s.From, s.To)
	if err != nil {
		b.Fatal(err)
	}
	p, err := planner.Build(planner.Input{Transition: *transition, Prover: &planner.Prover{Budget: searchBudget}, Editor: editor})
	if err != nil {
		b.Fatal(err)
	}
	if p.Verdict != verdict.Proved || p.Cost.Merges != 2 {
		b.Fatalf("%s with %d merges", p.Verdict, p.Cost.Merges)
	}
}
