package runbook

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// overview has one line a stage.
func (a author) overview() page.List {
	list := page.List{Numbered: true}
	for _, s := range a.plan.Stages {
		list.Items = append(list.Items, page.Words(sayf("%s (%s)", s.Title, doneBy(s))))
	}
	return list
}

// needsNone says whether the change is safe as it is, and the stages only make
// it and look at it.
func needsNone(p *planner.Plan) bool {
	return p.Naive.Verdict == verdict.Proved && p.Verdict == verdict.Proved && p.Cost.Edits == 0
}

// actions says the stages of such a change, a line each.
func (a author) actions() page.List {
	list := page.List{Numbered: true}
	for _, s := range a.plan.Stages {
		var line page.Phrase
		for _, g := range groupSteps(s.Steps) {
			if line != nil {
				line = page.Join(line, page.Words("; "))
			}
			line = page.Join(line, g.title())
			if g.Kind == step.SwitchPath {
				line = page.Join(line, page.Words(" where the root is made"))
			}
		}
		list.Items = append(list.Items, page.Join(line, page.Words(".")))
	}
	return list
}

// doneBy says what a person does in a stage, and whether anything rests on it.
func doneBy(s planner.Stage) string {
	if !slices.ContainsFunc(s.Steps, func(each step.Step) bool { return !each.Precautionary }) {
		return work(s) + ", a precaution"
	}
	return work(s)
}

func work(s planner.Stage) string {
	does := func(kinds ...step.Kind) bool {
		return slices.ContainsFunc(s.Steps, func(each step.Step) bool { return slices.Contains(kinds, each.Kind) })
	}
	switch {
	case does(step.Publish) || slices.ContainsFunc(s.Steps, func(each step.Step) bool { return each.File != "" }):
		return "a commit"
	case does(step.SwitchPath):
		return "where the root is made"
	case !slices.ContainsFunc(s.Steps, func(each step.Step) bool { return !onlyLooks[each.Kind] }):
		if does(step.AwaitOwned) {
			return "wait"
		}
		return "look"
	}
	return "by hand in the cluster"
}

// onlyLooks are the kinds of steps that change nothing.
var onlyLooks = map[step.Kind]bool{step.Reconcile: true, step.AwaitOwned: true, step.AwaitQuiet: true, step.AwaitReady: true}
