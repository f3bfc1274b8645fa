package runbook

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// group is like steps of one stage: they differ in their targets and files
// only, and are shown as one step.
type group struct {
	step.Step // the first
	steps     []step.Step
}

func groupSteps(steps []step.Step) []group {
	var groups []group
	for _, s := range steps {
		i := slices.IndexFunc(groups, func(g group) bool { return alike(g.Step, s) })
		if i < 0 || s.Kind == step.Publish {
			groups = append(groups, group{Step: s, steps: []step.Step{s}})
			continue
		}
		groups[i].steps = append(groups[i].steps, s)
	}
	return groups
}

func alike(a, b step.Step) bool {
	if a.Kind != b.Kind || a.Precautionary != b.Precautionary {
		return false
	}
	same := a.Field == b.Field && a.Value == b.Value && (a.File == "") == (b.File == "")
	switch a.Kind {
	case step.AwaitOwned:
		return true
	case step.GuardObject, step.UnguardObject:
		return same
	}
	return same && a.Revision == b.Revision && a.Target.Kind == b.Target.Kind
}

func (g group) targets() []ownership.ObjectID {
	var ids []ownership.ObjectID
	for _, s := range g.steps {
		if s.Target != (ownership.ObjectID{}) && !slices.Contains(ids, s.Target) {
			ids = append(ids, s.Target)
		}
	}
	return ids
}

// files gives the files the steps edit, sorted, each once.
func (g group) files() []string {
	var files []string
	for _, s := range g.steps {
		if s.File != "" {
			files = append(files, s.File)
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// distinct gives what a function says of the steps, each answer once, in the
// order of the steps.
func (g group) distinct(of func(step.Step) string) []string {
	var all []string
	for _, s := range g.steps {
		if text := of(s); text != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// uncommitted gives the group as it is before the commit of its stage: what it
// leaves, and how to go back from there, is told of the commit.
func (g group) uncommitted() group {
	steps := slices.Clone(g.steps)
	for i := range steps {
		steps[i].Leaves, steps[i].Undo = nil, ""
	}
	return group{Step: g.Step, steps: steps}
}

func (g group) facts(of func(step.Step) []step.Condition) []fact {
	var all []step.Condition
	for _, s := range g.steps {
		all = append(all, of(s)...)
	}
	return facts(all)
}
