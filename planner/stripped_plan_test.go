package planner

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/live"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/render"
)

// mutant is a plan from which one thing was taken.
type mutant struct {
	what string
	*Plan
	// alike is the plan without all conditions of the kind that the same step
	// waits for; nil where no condition was taken. A run that has applied one
	// object has applied the others, so that one of them may stand for all.
	alike *Plan
}

// mutants takes each thing out of a plan: a stage, a step, or a condition of a
// step. Consent is nothing to wait for.
func mutants(p *Plan) iter.Seq[mutant] {
	return func(yield func(mutant) bool) {
		for i, stage := range p.Stages {
			if len(needed(stage.Steps)) == 0 {
				continue
			}
			if !yield(mutant{what: "the stage " + stage.Title, Plan: stripped(p, func(at, _ int) bool { return at == i })}) {
				return
			}
			for j, s := range stage.Steps {
				if s.Precautionary {
					continue
				}
				name := fmt.Sprintf("stage %d, %s %s", i+1, s.Kind, s.Target.Display())
				left := stripped(p, func(at, step int) bool { return at == i && step == j })
				if !yield(mutant{what: name, Plan: left}) || !conditionsOf(p, i, j, name, yield) {
					return
				}
			}
		}
	}
}

// conditionsOf gives the plan without each of the conditions of one step.
func conditionsOf(p *Plan, i, j int, name string, yield func(mutant) bool) bool {
	s := p.Stages[i].Steps[j]
	for _, c := range step.Needed(slices.Concat(s.Needs, s.Leaves)) {
		if c.Kind == step.Consented {
			continue
		}
		m := mutant{what: name + ": " + sentence(c)}
		m.Plan = leaveOut(p, i, j, func(d step.Condition) bool { return d == c })
		m.alike = leaveOut(p, i, j, func(d step.Condition) bool { return d.Kind == c.Kind && d.Kustomization == c.Kustomization })
		if !yield(m) {
			return false
		}
	}
	return true
}

func leaveOut(p *Plan, i, j int, out func(step.Condition) bool) *Plan {
	left := *p
	left.copyLists()
	of := &left.Stages[i].Steps[j]
	of.Needs, of.Leaves = slices.DeleteFunc(slices.Clone(of.Needs), out), slices.DeleteFunc(slices.Clone(of.Leaves), out)
	return &left
}

func needed(steps []step.Step) []step.Step {
	return slices.DeleteFunc(slices.Clone(steps), func(s step.Step) bool { return s.Precautionary })
}

// stripped leaves steps out. What only they bring about nobody can wait for any
// more, so nobody does; edits go with the commit that they are in: a guard that is not needed would else be needed by
// whoever waits for it.
func stripped(p *Plan, out func(stage, at int) bool) *Plan {
	left := *p
	left.Stages = nil
	gone, brought := map[step.Condition]bool{}, map[step.Condition]bool{}
	for i, stage := range p.Stages {
		kept := stage
		kept.Steps = nil
		publishes := slices.IndexFunc(stage.Steps, func(s step.Step) bool { return s.Kind == step.Publish })
		for j, s := range stage.Steps {
			if out(i, j) || s.File != "" && publishes >= 0 && out(i, publishes) {
				gone[broughtAbout(s)] = true
				continue
			}
			brought[broughtAbout(s)] = true
			kept.Steps = append(kept.Steps, s)
		}
		if len(kept.Steps) > 0 {
			left.Stages = append(left.Stages, kept)
		}
	}
	return only(&left, func(c step.Condition) bool { return brought[c.Fact()] || !gone[c.Fact()] })
}

// only keeps the conditions that a test lets pass.
func only(p *Plan, keep func(step.Condition) bool) *Plan {
	p.copyLists()
	drop := func(c step.Condition) bool { return !keep(c) }
	for _, stage := range p.Stages {
		for j := range stage.Steps {
			s := &stage.Steps[j]
			s.Needs, s.Leaves = slices.DeleteFunc(slices.Clone(s.Needs), drop), slices.DeleteFunc(slices.Clone(s.Leaves), drop)
		}
	}
	return p
}

// bare gives a plan without its precautions.
func bare(p *Plan) *Plan {
	left := stripped(p, func(i, j int) bool { return p.Stages[i].Steps[j].Precautionary })
	return only(left, func(c step.Condition) bool { return !c.Precautionary })
}

func sameScenes(a, b []proof.Proof) bool {
	digests := func(p proof.Proof) (all []string) {
		for _, c := range p.Components {
			all = append(all, c.Digest)
		}
		return all
	}
	return slices.EqualFunc(a, b, func(p, q proof.Proof) bool { return slices.Equal(digests(p), digests(q)) })
}

// provable is a change that the model may prove a plan for.
type provable struct {
	name string
	in   Input
}

// provableCases gives the scenarios, what testdata/build has, and switches of
// the demo: all of them where ORACLE is set, else every fifth.
func provableCases(t *testing.T) []provable {
	t.Helper()
	var all []func() provable
	archives, _ := filepath.Glob("../testdata/scenario/*.txtar")
	for _, file := range archives {
		all = append(all, func() provable { return scenarioCase(t, file) })
	}
	builds, _ := filepath.Glob("testdata/build/*.txt")
	for _, file := range builds {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		for _, route := range []step.Route{"", step.Cluster} {
			all = append(all, func() provable {
				_, in := planned(t, name)
				in.Route = route
				return provable{name: name + " " + string(route), in: in}
			})
		}
	}
	for _, pair := range [][2]string{{"tls", "ip"}, {"ip", "tls"}, {"dns", "ip"}, {"tls", "dns"}} {
		for _, route := range []step.Route{"", step.Commits} {
			all = append(all, func() provable { return demoCase(t, pair[0], pair[1], route) })
		}
	}
	var cases []provable
	answers := proof.NewAnswers()
	for i, c := range all {
		if i%5 == 0 || os.Getenv("ORACLE") != "" {
			made := c()
			made.in.Prover = &Prover{Budget: 60_000, Answers: answers}
			cases = append(cases, made)
		}
	}
	return cases
}

func scenarioCase(t *testing.T, file string) provable {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := plantest.ParseScenario(data)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	dir := t.TempDir()
	if err := s.Repository(dir); err != nil {
		t.Fatal(err)
	}
	in := Input{Route: step.Route(s.Route), Flux: s.Flux}
	if s.Live != "" {
		if in.Observed, err = live.ReadSnapshot(strings.NewReader(s.Live), "live.yaml"); err != nil {
			t.Fatal(err)
		}
	}
	return rendered(t, filepath.Base(file), in, render.Options{Repo: dir, FluxVersion: s.Flux, Live: in.Observed}, s.From, s.To)
}

func demoCase(t *testing.T, from, to string, route step.Route) provable {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "testdata", "demo"))); err != nil {
		t.Fatal(err)
	}
	return rendered(t, fmt.Sprintf("demo %s to %s %s", from, to, route), Input{Route: route}, render.Options{Repo: dir}, from, to)
}

func rendered(t *testing.T, name string, in Input, options render.Options, from, to string) provable {
	t.Helper()
	r, err := render.Open(options)
	if err != nil {
		t.Fatal(err)
	}
	transition, err := r.Transition(from, to)
	if err != nil {
		t.Fatal(err)
	}
	if in.Editor, err = r.Editor(from, to); err != nil {
		t.Fatal(err)
	}
	in.Transition = *transition
	return provable{name: name, in: in}
}
