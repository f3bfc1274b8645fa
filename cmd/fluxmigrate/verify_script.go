package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// namedBy says what a step of stage i does to an object, or waits for of it.
// Consent is no fact of a cluster.
func namedBy(i int, s step.Step, o ownership.ObjectID) string {
	if s.Precautionary {
		return ""
	}
	var b strings.Builder
	if slices.Contains([]step.Kind{step.GuardObject, step.UnguardObject, step.DeleteObject}, s.Kind) && s.Target == o && s.File == "" {
		fmt.Fprint(&b, i, s.Kind, ";")
	}
	for _, c := range step.Needed(slices.Concat(s.Needs, s.Leaves)) {
		if c.Object == o && c.Kind != step.Consented {
			fmt.Fprint(&b, i, c.Kind, c.Kustomization, ";")
		}
	}
	return b.String()
}

// script asks whether what people do in a scene is what the plan says, as far
// as it concerns the scene: nothing less is done, and nothing more waited for.
// Of the change as it is the plan has no stages; all its commits are published.
func (c *claims) script(s *scene.Scene, stages []planner.Stage) {
	subject := s.Objects[s.Subject].ID
	if last := lastPublished(s); last != len(s.Commits)-1 {
		c.fault("the scene of %s publishes commit %d of %d", subject, last, len(s.Commits)-1)
	}
	if len(stages) == 0 {
		return
	}
	at := 0
	for _, stage := range stages {
		acts := []scene.Act{}
		if at < len(s.Stages) && s.Stages[at].Title == stage.Title {
			acts = s.Stages[at].Acts
			at++
		}
		st := scriptedStage{scene: s, acts: acts, steps: slices.DeleteFunc(slices.Clone(stage.Steps), func(x step.Step) bool { return x.Precautionary })}
		if why := st.differs(); why != "" {
			c.fault("the scene of %s and the plan differ in the stage %q: %s", subject, stage.Title, why)
		}
	}
	if at < len(s.Stages) {
		c.fault("the scene of %s has a stage %q that the plan does not have there", subject, s.Stages[at].Title)
	}
}

// lastPublished gives the last commit that people publish. Neighbours that are
// alike are one commit of a scene, so that it may have fewer than the plan.
func lastPublished(s *scene.Scene) int {
	last := 0
	for _, stage := range s.Stages {
		for _, act := range stage.Acts {
			if act.Kind == scene.Publish {
				last = max(last, act.Commit)
			}
		}
	}
	return last
}

// scriptedStage is one stage, in the scene and in the plan.
type scriptedStage struct {
	scene *scene.Scene
	acts  []scene.Act
	steps []step.Step
}

// differs says in what the two differ; "" for nothing that matters.
func (t scriptedStage) differs() string {
	for _, act := range t.acts {
		if act.Kind != scene.Watch && !slices.ContainsFunc(t.steps, func(s step.Step) bool { return t.does(act, s) }) {
			return fmt.Sprintf("no step of the plan does what the scene does: %s", act.Kind)
		}
		for _, c := range slices.Concat(act.Needs, act.Leaves) {
			if !t.waitsFor(c) {
				return fmt.Sprintf("no step of the plan waits for what the scene waits for: %s", c.Kind)
			}
		}
	}
	for _, s := range t.steps {
		if t.concerns(s) && !slices.ContainsFunc(t.acts, func(act scene.Act) bool { return t.does(act, s) }) {
			return fmt.Sprintf("the scene leaves out the step %s %s", s.Kind, s.Target.Display())
		}
	}
	return ""
}

// byHand are the steps that are acts, if they are taken on the cluster.
var byHand = map[step.Kind]scene.ActKind{
	step.SwitchPath: scene.Switch, step.Suspend: scene.Suspend, step.Resume: scene.Resume, step.SetDeletionPolicy: scene.Orphan,
	step.RemoveKustomization: scene.Remove, step.GuardObject: scene.Guard, step.UnguardObject: scene.Unguard, step.DeleteObject: scene.Delete,
	step.Reconcile: scene.Request, step.AwaitOwned: scene.Request, step.AwaitQuiet: scene.Request, step.AwaitReady: scene.Request,
}

// actOf gives what kind of act a step is; "" for none.
func actOf(s step.Step) scene.ActKind {
	kind := byHand[s.Kind]
	asks := slices.ContainsFunc(step.Needed(s.Leaves), func(c step.Condition) bool { return c.Kind == step.Barrier })
	if s.File != "" || kind == scene.Request && !asks {
		return ""
	}
	return kind
}

// does says whether an act is what a step does.
func (t scriptedStage) does(act scene.Act, s step.Step) bool {
	if s.Kind == step.Publish {
		return act.Kind == scene.Publish
	}
	if act.Kind != actOf(s) {
		return false
	}
	switch act.Kind {
	case scene.Guard, scene.Unguard, scene.Delete:
		return t.object(act.Object) == s.Target.String()
	}
	k, ok := s.Target.AsKustomization()
	return ok && t.kustomization(act.Kustomization) == k.String()
}

// concerns says whether a step does something to what the scene has. A commit
// may mean nothing to it.
func (t scriptedStage) concerns(s step.Step) bool {
	switch actOf(s) {
	case "":
		return false
	case scene.Guard, scene.Unguard, scene.Delete:
		return slices.ContainsFunc(t.scene.Objects, func(o scene.Object) bool { return o.ID == s.Target.String() })
	}
	k, ok := s.Target.AsKustomization()
	return ok && slices.ContainsFunc(t.scene.Kustomizations, func(z scene.Kustomization) bool { return z.ID == k.String() })
}

// kustomization and object name what a number of the scene stands for. A number
// that the act or condition makes no use of may stand for nothing.
func (t scriptedStage) kustomization(i int) string {
	if i < 0 || i >= len(t.scene.Kustomizations) {
		return "none"
	}
	return t.scene.Kustomizations[i].ID
}

func (t scriptedStage) object(i int) string {
	if i < 0 || i >= len(t.scene.Objects) {
		return "none"
	}
	return t.scene.Objects[i].ID
}

// waitsFor says whether some step of the plan waits for the condition, or for
// more.
func (t scriptedStage) waitsFor(c scene.Condition) bool {
	for _, s := range t.steps {
		if slices.ContainsFunc(step.Needed(slices.Concat(s.Needs, s.Leaves)), func(d step.Condition) bool { return t.implies(d, c) }) {
			return true
		}
	}
	return false
}

func (t scriptedStage) implies(d step.Condition, c scene.Condition) bool {
	k, o := "", ""
	if d.Kustomization != (ownership.KustomizationID{}) {
		k = d.Kustomization.String()
	}
	if d.Object != (ownership.ObjectID{}) {
		o = d.Object.String()
	}
	sameK, sameO := k == t.kustomization(c.Kustomization), o == t.object(c.Object)
	switch c.Kind {
	case scene.Stored, scene.Suspended, scene.Orphaning:
		return d.Kind == step.Stored && sameK
	case scene.Acted:
		return (d.Kind == step.Acted || d.Kind == step.Forgotten || d.Kind == step.Taken) && sameK
	case scene.Barrier:
		return d.Kind == step.Barrier && sameK
	case scene.Forgotten:
		return d.Kind == step.Forgotten && sameK && sameO
	case scene.Listed:
		return d.Kind == step.Taken && sameK && sameO
	case scene.Labelled:
		return d.Kind == step.Taken && sameO && slices.ContainsFunc(c.Owners, func(i int) bool { return t.kustomization(i) == k })
	}
	kinds := map[scene.ConditionKind]step.ConditionKind{scene.Guarded: step.Guarded, scene.Unguarded: step.Unguarded, scene.Present: step.Present, scene.Gone: step.Gone}
	return d.Kind == kinds[c.Kind] && sameO
}
