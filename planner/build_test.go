package planner

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// TestPlans reads testdata/build: each file is one kind of change, and the plan
// for it. Every plan is also encoded, read back, and mutated.
//
//	go test ./planner -run TestPlans -rewrite
func TestPlans(t *testing.T) {
	datadriven.Walk(t, "testdata/build", func(t *testing.T, path string) {
		s := newScene()
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "state":
				s.state(d)
			case "view":
				s.view(d)
			case "losses":
				s.losses(d)
			case "needs":
				s.needs(d)
			case "live":
				s.live(d)
			case "plan":
				in := s.input(d)
				p, err := build(in, s.facts(in))
				if err != nil {
					return err.Error()
				}
				sameAfterEncoding(t, p)
				everyStepCounts(t, p, in)
				realRulesPlanToo(t, in)
				return planText(p)
			default:
				d.Fatalf(t, "there is no command %s", d.Cmd)
			}
			return ""
		})
	})
}

// realRulesPlanToo plans the same transition by what the rules find in it. What
// they find is their own tests' business; the plan must hold all the same.
func realRulesPlanToo(t *testing.T, in Input) {
	t.Helper()
	p, err := Build(in)
	if err != nil {
		t.Error(err)
		return
	}
	sameAfterEncoding(t, p)
	everyStepCounts(t, p, in)
}

func sameAfterEncoding(t *testing.T, p *Plan) {
	t.Helper()
	first, err := Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	back, err := Decode(first)
	if err != nil {
		t.Fatal(err)
	}
	second, err := Encode(back)
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("the plan is another one after Encode and Decode (%v):\n%s\n%s", err, first, second)
	}
	if bytes.Contains(first, []byte(": null")) {
		t.Errorf("the document holds a null:\n%s", first)
	}
	matchesSchema(t, first)
}

// everyStepCounts takes each step out in turn: Validate refuses what is left,
// or the step says that it is precautionary.
func everyStepCounts(t *testing.T, p *Plan, in Input) {
	t.Helper()
	for i, stage := range p.Stages {
		for j, s := range stage.Steps {
			left := without(p, i, j)
			left.Cost = costOf(left.Stages)
			err := Validate(left, in)
			if err == nil && !s.Precautionary {
				t.Errorf("without step %d of stage %d (%s %s) the plan still holds, and the step is not precautionary", j+1, i+1, s.Kind, s.Target)
			}
			if err != nil && s.Precautionary {
				t.Errorf("step %d of stage %d (%s %s) is called precautionary, but without it: %v", j+1, i+1, s.Kind, s.Target, err)
			}
		}
	}
}

func without(p *Plan, stage, at int) *Plan {
	left := *p
	left.copyLists()
	steps := &left.Stages[stage].Steps
	*steps = append((*steps)[:at:at], (*steps)[at+1:]...)
	if len(*steps) == 0 {
		left.Stages = append(left.Stages[:stage:stage], left.Stages[stage+1:]...)
	}
	return &left
}

func planText(p *Plan) string {
	var b strings.Builder
	fmt.Fprintf(&b, "naive: %s\n", p.Naive.Verdict)
	for _, r := range p.Naive.AtRisk {
		fmt.Fprintf(&b, "  at risk: %s, %s by %s %v\n", r.Object.Display(), r.By, r.How, r.Codes)
	}
	fmt.Fprintf(&b, "plan: %s: %s\n", p.Verdict, p.Reason)
	fmt.Fprintf(&b, "cost: %d merges, %d waits, %d edits, by hand: %v\n", p.Cost.Merges, p.Cost.Waits, p.Cost.Edits, p.Cost.ByHand)
	for i, stage := range p.Stages {
		fmt.Fprintf(&b, "%d. %s (%s) %s\n", i+1, stage.Title, stage.Route, stage.Tree)
		for _, s := range stage.Steps {
			stepText(&b, s)
		}
	}
	for _, d := range p.Deletions {
		fmt.Fprintf(&b, "deletion: %s: %s\n", d.Object.Display(), d.Because)
	}
	for _, u := range p.Unknowns {
		fmt.Fprintf(&b, "unknown: %s: %s\n", u.Subject, u.Why)
	}
	for _, a := range p.Assumptions {
		fmt.Fprintf(&b, "assumed: %s: %s\n", a.Subject, a.Text)
	}
	return b.String()
}

func stepText(b *strings.Builder, s step.Step) {
	fmt.Fprintf(b, "   %s", s.Kind)
	if s.Kind == step.Publish {
		fmt.Fprintf(b, " %s", s.Revision)
	} else {
		fmt.Fprintf(b, " %s", s.Target.Display())
	}
	if s.Field == pruneField || s.Field == policyField || s.Field == pathField || s.Kind == step.AddDependsOn {
		fmt.Fprintf(b, " %s=%s", s.Field, s.Value)
	}
	if s.File != "" {
		fmt.Fprintf(b, " in %s", s.File)
	}
	if s.Precautionary {
		b.WriteString(" (precautionary)")
	}
	b.WriteString("\n")
	for _, c := range s.Needs {
		if c.Kind == step.Consented {
			fmt.Fprintf(b, "      needs: consent to delete %s\n", c.Object.Display())
		}
	}
	if s.Kind == step.Reconcile || s.Kind == step.AwaitOwned {
		for _, c := range s.Leaves {
			fmt.Fprintf(b, "      until: %s\n", sentence(c))
		}
	}
}
