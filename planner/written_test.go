package planner

import (
	"errors"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// meaning is an editor whose edits do what they are meant to, but for what a
// test changes.
type meaning struct {
	of     *ownership.Transition
	change func(*step.Staged) error
}

func (m meaning) Stage(commits []step.Commit) (*step.Staged, error) {
	var stages []Stage
	staged := &step.Staged{}
	for i, c := range commits {
		publish := step.Step{Kind: step.Publish, Revision: c.Revision}
		stages = append(stages, Stage{Steps: append(append([]step.Step{}, c.Edits...), publish)})
		made := step.Made{Revision: c.Revision, At: i + 1, Tree: m.of.To.Tree, Edits: make([]step.Placed, len(c.Edits))}
		for j, s := range c.Edits {
			made.Tree = "tree of " + c.Revision
			made.Edits[j].File = s.File
		}
		staged.Commits = append(staged.Commits, made)
	}
	t, _ := stagedTransition(m.of, stages)
	staged.Transition = *t
	return staged, m.change(staged)
}

func planWritten(t *testing.T, change func(*step.Staged) error) *Plan {
	t.Helper()
	_, in := planned(t, "content_move")
	in.Editor = meaning{&in.Transition, change}
	p, err := Build(in)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func edits(p *Plan) []step.Step {
	var all []step.Step
	for _, stage := range p.Stages {
		for _, s := range stage.Steps {
			if s.File != "" {
				all = append(all, s)
			}
		}
	}
	return all
}

func whys(p *Plan) string {
	var all []string
	for _, u := range p.Unknowns {
		all = append(all, u.Subject+": "+u.Why)
	}
	return strings.Join(all, "\n")
}

func TestAStageNamesTheTreeAndTheFileInWhichAnEditWins(t *testing.T) {
	p := planWritten(t, func(s *step.Staged) error {
		for i := range s.Commits[0].Edits {
			s.Commits[0].Edits[i] = step.Placed{File: "kustomization.yaml", How: "a patch of its own"}
		}
		return nil
	})
	i := stageTitled(t, p, "Protect in Git")
	if !strings.HasPrefix(p.Stages[i].Tree, "tree of ") {
		t.Errorf("the tree is %q", p.Stages[i].Tree)
	}
	s := edits(p)[0]
	if s.File != "kustomization.yaml" || s.Declared == "" || !strings.Contains(s.Because, "so the edit is a patch of its own") {
		t.Errorf("the edit is in %q, declared in %q, because %q", s.File, s.Declared, s.Because)
	}
	if why := whys(p); strings.Contains(why, "edits of the plan") {
		t.Errorf("nothing differs, and yet: %s", why)
	}
}

func TestAnEditThatWinsNowhereLeavesThePlanUnknown(t *testing.T) {
	p := planWritten(t, func(s *step.Staged) error {
		s.Commits[0].Edits[0] = step.Placed{Trouble: "a patch of the root overrides it"}
		return nil
	})
	if p.Verdict != verdict.Unknown || !strings.Contains(whys(p), "(Protect in Git what could be lost): a patch of the root overrides it") {
		t.Errorf("%s, with unknowns:\n%s", p.Verdict, whys(p))
	}
}

func TestAStageThatComesOutOtherwiseThanMeantIsUnknown(t *testing.T) {
	p := planWritten(t, func(s *step.Staged) error {
		for i := range s.Transition.To.Kustomizations {
			s.Transition.To.Kustomizations[i].Spec.Suspend = true
		}
		return nil
	})
	if p.Verdict != verdict.Unknown || !strings.Contains(whys(p), "suspend false, dependsOn ), and is rendered as (") {
		t.Errorf("%s, with unknowns:\n%s", p.Verdict, whys(p))
	}
}

func TestAnEditorThatFailsLeavesThePlanUnknown(t *testing.T) {
	p := planWritten(t, func(*step.Staged) error { return errors.New("the disk is gone") })
	if p.Verdict != verdict.Unknown || !strings.Contains(whys(p), "the commits of the plan: the disk is gone") {
		t.Errorf("%s, with unknowns:\n%s", p.Verdict, whys(p))
	}
}
