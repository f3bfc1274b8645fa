package proof

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// scripted fills in the stages of the script, as far as they concern the
// scene. Steps that a plan does not rest on are left out, and every condition
// with them.
func (m *maker) scripted() {
	m.unscripted()
	published := 0
	for _, stage := range m.q.Script {
		before := published
		for _, s := range stage.Steps {
			if s.Kind == step.Publish && !s.Precautionary {
				published = max(published, m.revision(s.Revision))
			}
		}
		t := translator{maker: m, before: before, after: published}
		if acts := t.acts(stage.Steps); len(acts) > 0 {
			m.s.Stages = append(m.s.Stages, scene.Stage{Title: stage.Title, Acts: acts})
		}
	}
}

// unscripted finds what has to happen to a root and no step does.
func (m *maker) unscripted() {
	for _, k := range m.kustomizations {
		does := map[life]bool{"": true, isSwitched: m.facts.script.switched[k], isRemoved: m.facts.script.removed[k]}
		if life := m.lifeOf(k); !does[life] {
			m.unknown("%s %s, and no step of the plan says when", k, life)
		}
	}
}

// revision gives the commit of the scene that a revision of the script is.
func (m *maker) revision(name string) int {
	commit, ok := m.q.Revisions[name]
	if !ok || !slices.Contains(m.facts.commits, commit) {
		m.unknown("the revision %s that the plan publishes is none of the states that were rendered", name)
		return 0
	}
	return m.commitOf(commit)
}

// translator turns the steps of one stage into acts.
type translator struct {
	*maker
	before, after int // the commit published last before and after the stage
}

// acts gives what people do in a stage. A commit is published once everything
// that its edits need was seen: it is made of them.
func (t translator) acts(steps []step.Step) []scene.Act {
	steps = needed(steps)
	publishes := slices.ContainsFunc(steps, func(s step.Step) bool { return s.Kind == step.Publish })
	var acts []scene.Act
	var edits []scene.Condition
	for i, s := range steps {
		if publishes && s.File != "" {
			edits = append(edits, t.conditions(s.Needs, t.before)...)
			steps[i].Needs = nil
		}
	}
	for _, s := range steps {
		act := scene.Act{Kind: scene.Watch, Needs: t.conditions(s.Needs, t.before), Leaves: t.conditions(s.Leaves, t.after)}
		t.deed(&act, s)
		if s.Kind == step.Publish {
			act.Needs = tidy(append(act.Needs, edits...))
		}
		acts = append(acts, act)
	}
	return joined(acts)
}

// needed gives the steps that a plan rests on, each with the conditions that it
// rests on.
func needed(steps []step.Step) []step.Step {
	steps = slices.DeleteFunc(slices.Clone(steps), func(s step.Step) bool { return s.Precautionary })
	for i, s := range steps {
		steps[i].Needs, steps[i].Leaves = step.Needed(s.Needs), step.Needed(s.Leaves)
	}
	return steps
}

// deed makes an act do what the step does, if it does it to the scene.
func (t translator) deed(act *scene.Act, s step.Step) {
	if s.Kind == step.Publish {
		if commit := t.revision(s.Revision); commit > t.before {
			act.Kind, act.Commit = scene.Publish, commit
		}
		return
	}
	if s.File != "" { // an edit in Git: its effect is in the states
		return
	}
	k, _ := s.Target.AsKustomization()
	if i := t.index(k); i >= 0 {
		t.toKustomization(act, s, i)
	}
	if o := t.object(s.Target); o >= 0 {
		t.toObject(act, s, o)
	}
}

func (t translator) toKustomization(act *scene.Act, s step.Step, i int) {
	kind := act.Kind
	switch s.Kind {
	case step.SwitchPath:
		kind, act.Spec = scene.Switch, t.switchedTo(i, s.Value)
	case step.Suspend:
		kind = scene.Suspend
	case step.Resume:
		kind = scene.Resume
	case step.SetDeletionPolicy:
		if kind = scene.Orphan; s.Value != ownership.PolicyOrphan {
			t.unknown("the plan sets spec.deletionPolicy of %s by hand to %q, which the model does not have", t.kustomizations[i], s.Value)
		}
	case step.RemoveKustomization:
		kind = scene.Remove
	case step.Reconcile, step.AwaitOwned, step.AwaitQuiet, step.AwaitReady:
		if slices.ContainsFunc(s.Leaves, func(c step.Condition) bool { return c.Kind == step.Barrier }) {
			kind = scene.Request
		}
	case step.DisablePrune, step.EnablePrune, step.OrphanStub, step.AddDependsOn, step.RemoveDependsOn:
		t.unknown("the plan edits %s of %s on the cluster, and the model knows that of Git only", s.Field, t.kustomizations[i])
	}
	if act.Kind = kind; kind != scene.Watch {
		act.Kustomization = i
	}
}

func (t translator) toObject(act *scene.Act, s step.Step, o int) {
	kinds := map[step.Kind]scene.ActKind{step.GuardObject: scene.Guard, step.UnguardObject: scene.Unguard, step.DeleteObject: scene.Delete}
	if kind, ok := kinds[s.Kind]; ok {
		act.Kind, act.Object = kind, o
	}
}

// switchedTo gives the last spec with a path that a root has in any state.
func (t translator) switchedTo(i int, path string) int {
	found := -1
	for n, s := range t.raw[i] {
		if s.Path == ownership.CleanPath(path) {
			found = n
		}
	}
	if found < 0 {
		t.unknown("no state has %s with path %s", t.kustomizations[i], path)
		return 0
	}
	return t.spec[i][found]
}

// joined makes one of all that is only looked at, and leaves out what is
// neither done nor looked at.
func joined(acts []scene.Act) []scene.Act {
	var all []scene.Act
	watch := scene.Act{Kind: scene.Watch}
	for _, act := range acts {
		switch {
		case act.Kind != scene.Watch || len(act.Needs) > 0 && len(act.Leaves) > 0:
			all = append(all, act)
		case len(act.Needs) > 0 || len(act.Leaves) > 0:
			watch.Leaves = append(append(watch.Leaves, act.Needs...), act.Leaves...)
		}
	}
	if watch.Leaves = tidy(watch.Leaves); len(watch.Leaves) > 0 {
		all = append(all, watch)
	}
	return all
}
