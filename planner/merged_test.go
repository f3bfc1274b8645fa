package planner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// mergeOf plans a scenario with real files, and gives what is said of merging
// the change as it is. The editor may be put behind another one.
func mergeOf(t *testing.T, name string, behind func(planner.Editor) planner.Editor) (*planner.Plan, *planner.MergeResult) {
	t.Helper()
	in := inputOf(t, scenarioOf(t, name), &planner.Prover{Budget: scenarioBudget, Answers: answered})
	in.Editor = behind(in.Editor)
	p, err := planner.Build(in)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(p.Stages, func(s planner.Stage) bool { return s.Merge != nil })
	if p.Verdict != verdict.Proved || i < 0 {
		t.Fatalf("%s: %s, and a merge foreseen in stage %d", name, p.Verdict, i+1)
	}
	return p, p.Stages[i].Merge
}

func asItIs(e planner.Editor) planner.Editor { return e }

func TestWhatAPlainMergeGivesIsAskedAboutAsWell(t *testing.T) {
	for name, want := range map[string]string{
		"rename":                             "proved: every order of events",
		"move-with-dependson-in-same-commit": "unknown: Kustomization flux-system/inkwell does not build from what git makes of the merge: ",
		"move-in-one-commit":                 "proved: every order of events",
	} {
		p, m := mergeOf(t, name, asItIs)
		if got := string(m.Verdict) + ": " + m.Reason; !strings.HasPrefix(got, want) || len(m.Files) == 0 {
			t.Errorf("%s: of the merge it says %s, and that %s differ", name, got, m.Files)
		}
		if warned(p) != (m.Verdict != verdict.Proved) {
			t.Errorf("%s: warned: %t", name, warned(p))
		}
	}
}

// warned says whether the plan takes for granted that nobody merges plainly.
func warned(p *planner.Plan) bool {
	return slices.ContainsFunc(p.Assumptions, func(a planner.Assumption) bool { return a.Subject == "the merge of the change" })
}

// keeping is an editor whose merges keep what only the state before has, without
// any protection.
type keeping struct{ planner.Editor }

func (k keeping) Stage(commits []step.Commit) (*step.Staged, error) {
	staged, err := k.Editor.Stage(commits)
	if err != nil {
		return nil, err
	}
	for i, c := range commits {
		for _, d := range staged.Transition.States() {
			if c.Merged && d.At.Commit == staged.Commits[i].At {
				d.Kustomizations = withOld(d, staged.Transition.From)
			}
		}
	}
	return staged, nil
}

func withOld(d, before *ownership.Desired) []ownership.Kustomization {
	all := slices.Clone(d.Kustomizations)
	for _, k := range before.Kustomizations {
		i := slices.IndexFunc(all, func(other ownership.Kustomization) bool { return other.ID == k.ID })
		if i < 0 {
			all = append(all, k)
			continue
		}
		for _, o := range k.Render.Objects {
			if _, there := all[i].Render.Find(o.ID); !there {
				all[i].Render.Objects = append(slices.Clone(all[i].Render.Objects), o)
				slices.SortFunc(all[i].Render.Objects, func(a, b ownership.Object) int { return a.ID.Compare(b.ID) })
			}
		}
	}
	slices.SortFunc(all, func(a, b ownership.Kustomization) int { return a.ID.Compare(b.ID) })
	return all
}

func TestAMergeThatLosesSomethingIsRefusedAndThePlanStands(t *testing.T) {
	p, m := mergeOf(t, "rename", func(e planner.Editor) planner.Editor { return keeping{e} })
	if m.Verdict != verdict.Refuted || !strings.Contains(m.Reason, "do not keep") || !warned(p) {
		t.Errorf("of the merge it says %s: %s", m.Verdict, m.Reason)
	}
}
