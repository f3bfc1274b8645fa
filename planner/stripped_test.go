package planner

import (
	"os"
	"slices"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// TestEverythingInAProvedPlanIsNeeded takes each step, each stage, and each
// condition that a step waits for out of every plan that the model proves, one
// at a time. Then the model loses an object, or the target is out of reach, or
// something is left to do or left behind; what is none of these is marked as a
// precaution, and is not taken out. A plain run asks about some of the plans,
// `make oracle` about all.
func TestEverythingInAProvedPlanIsNeeded(t *testing.T) {
	count := make(map[string]int)
	for _, c := range provableCases(t) {
		p, err := Build(c.in)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		switch {
		case p.Verdict != verdict.Proved || len(p.Stages) == 0:
			count["plans that are not proved"]++
		case len(p.Basis.Between) > 0:
			// The plan takes for granted that the cluster skips the commits
			// between, and protects from what they do if it does not.
			count["plans that skip commits"]++
		default:
			count["plans"]++
			everythingIsNeeded(t, c, p, count)
		}
	}
	t.Logf("ORACLE %s: %v", t.Name(), count)
	if count["plans"] == 0 || count["unsafe"] == 0 || count["left"] == 0 {
		t.Errorf("too little was asked: %v", count)
	}
}

func everythingIsNeeded(t *testing.T, c provable, p *Plan, count map[string]int) {
	t.Helper()
	m := newAsker(c.in, p)
	if got, want := m.ask(bare(p)), m.whole; !sameScenes(got, want) {
		t.Errorf("%s: the model sees precautions", c.name)
	}
	for left := range mutants(p) {
		what := left.what
		came := m.judge(left.Plan)
		if came == "holds" && left.alike != nil && m.judge(left.alike) != "holds" {
			came = "needed together with others of its kind"
		}
		if count[came]++; came == "holds" {
			t.Errorf("%s: without %s the plan holds as well, and it is not marked as a precaution", c.name, what)
		}
		if came == "undecided" && os.Getenv("ORACLE") != "" {
			t.Logf("%s: without %s: undecided", c.name, what)
		}
	}
}

// asker asks the model about other stages for the same change.
type asker struct {
	*builder
	whole []proof.Proof // of the plan itself
}

func newAsker(in Input, p *Plan) *asker {
	in = in.withMakers()
	m := &asker{builder: newBuilder(in, find(in))}
	m.whole = m.ask(p)
	return m
}

// ask asks as the search does, with as many states for each question as it has.
func (m *asker) ask(p *Plan) []proof.Proof {
	b, plan := *m.builder, *p
	b.plan, plan.Proofs.Plan = &plan, nil
	(&candidate{builder: &b}).ask(newPurse(100*b.in.Prover.Budget), true)
	return plan.Proofs.Plan
}

// judge says what becomes of a plan from which something was taken. What is
// left to do or left behind, Validate says.
func (m *asker) judge(p *Plan) string {
	v := newValidator(p, m.in)
	if v.walk(); len(v.unreached) > 0 || len(p.Stages) == 0 {
		return "left"
	}
	came := "holds"
	for i, q := range m.ask(p) {
		now := answersIn(q)
		for o, was := range answersIn(m.whole[i]) {
			if c := worse(was, now[o]); slices.Index(outcomes, c) > slices.Index(outcomes, came) {
				came = c
			}
		}
	}
	return came
}

var outcomes = []string{"holds", "undecided", "stuck", "unsafe"}

// answerOf is what the model says of one object.
type answerOf struct{ safety, completion verdict.Verdict }

func answersIn(p proof.Proof) map[objectID]answerOf {
	all := make(map[objectID]answerOf)
	for _, c := range p.Components {
		for _, o := range slices.Concat(c.Objects, c.Takes) {
			a, known := all[o]
			if !known {
				a = answerOf{c.Safety, c.Completion}
			}
			all[o] = answerOf{verdict.Worst(a.safety, c.Safety), verdict.Worst(a.completion, c.Completion)}
		}
	}
	return all
}

func worse(was, now answerOf) string {
	switch {
	case was.safety != verdict.Proved:
		return "holds"
	case now.safety == verdict.Refuted:
		return "unsafe"
	case was.completion == verdict.Proved && now.completion == verdict.Refuted:
		return "stuck"
	case now.safety != verdict.Proved || was.completion == verdict.Proved && now.completion != verdict.Proved:
		return "undecided"
	}
	return "holds"
}
