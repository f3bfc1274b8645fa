package planner

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// arrange lays the chosen remedies out as stages, the same way for every
// plan: what must be there, protection and proof that it took effect, the
// change, new owners, protection off, wanted deletions.
func (b *builder) arrange() {
	b.plan.Deletions = b.deletions()
	b.assume()
	b.stage("Have ready what the new Kustomizations need", b.route, b.prerequisiteSteps())
	b.stage("Protect on the cluster what could be lost", step.Cluster, b.liveProtection())
	b.stage("Protect in Git what could be lost", step.Commits, b.commitProtection())
	b.stage("See that the protection outlives a run of every old owner", b.route, b.proofOfProtection())
	b.changeStages()
	b.stage("Wait until no parent makes the old Kustomizations again", b.route, b.parentWaits())
	b.stage("Remove the old Kustomizations that nothing else removes", step.Cluster, b.removals())
	b.stage("Wait until the old owners have let go", b.route, b.letGoWaits())
	b.stage("Wait until every object has its new owner", b.route, b.handoverWaits())
	b.stage("Resume what stays", step.Cluster, b.resumes())
	b.stage("Wait until it has let go of what moved", b.route, b.lettingGo())
	b.stage("Take the protection off the cluster", step.Cluster, b.liveRelease())
	b.stage("Take the protection out of Git", step.Commits, b.commitRelease())
	b.stage("See that the protection is gone", b.route, b.proofOfRelease())
	b.stage("See that everything is quiet", b.route, b.quiet())
	b.stage("Delete by name what nobody deletes any more", step.Cluster, b.deletionsByHand())
}

// stage adds a stage, and marks what nothing rests on: what is only looked at
// again, and steps that wait for nothing else.
func (b *builder) stage(title string, route step.Route, steps []step.Step) {
	if len(steps) == 0 {
		return
	}
	seen := b.lookedFor()
	for i := range steps {
		s := &steps[i]
		s.Needs = slices.DeleteFunc(s.Needs, isBarrier) // to look again would be one more run
		for j, c := range s.Needs {
			s.Needs[j].Precautionary = c.Precautionary || seen[c.Fact()] && c.Kind != step.Consented && !b.mayGoAgain(*s, c)
		}
		s.Needs, s.Leaves = tidy(s.Needs), tidy(s.Leaves)
		if s.Precautionary = s.Precautionary || onlyLooks(*s); s.Precautionary {
			s.Needs, s.Leaves = unmarked(s.Needs), unmarked(s.Leaves)
		}
	}
	b.plan.Stages = append(b.plan.Stages, Stage{Title: title, Route: route, Steps: steps})
}

func isBarrier(c step.Condition) bool { return c.Kind == step.Barrier }

// mayGoAgain says whether what was seen may not hold any more when it matters:
// somebody has suspended the Kustomization already, in a way that the next apply
// of its parent may take back, and setting it again changes nothing (R5.10).
func (b *builder) mayGoAgain(s step.Step, c step.Condition) bool {
	before, _ := b.from.Kustomization(c.Kustomization)
	return s.Kind == step.RemoveKustomization && c.Kind == step.Stored && c.Field == suspendField &&
		!before.Spec.Suspend && b.suspended(c.Kustomization)
}

// lookedFor gives what the stages so far wait for. Between two stages people
// take their time, so what an act needs is looked at again right before it.
func (b *builder) lookedFor() map[step.Condition]bool {
	seen := make(map[step.Condition]bool)
	for _, stage := range b.plan.Stages {
		for _, s := range stage.Steps {
			for _, c := range slices.Concat(s.Needs, s.Leaves) {
				seen[c.Fact()] = true
			}
		}
	}
	return seen
}

// onlyLooks says whether a step does nothing but wait, for things that nothing
// rests on.
func onlyLooks(s step.Step) bool {
	switch s.Kind {
	case step.Reconcile, step.AwaitOwned, step.AwaitQuiet, step.AwaitReady:
		return len(step.Needed(s.Needs))+len(step.Needed(s.Leaves)) == 0
	}
	return false
}

// changeStages is the user's own change: their commit, their switch, or both.
// The tree of a stage is known only where it is the user's own.
func (b *builder) changeStages() {
	if b.inGit {
		edits := b.carriedEdits()
		publish := b.publishChange(len(edits) > 0)
		title := "Publish the change"
		if len(edits) > 0 {
			title = "Publish the change with the protection kept in it"
		}
		b.stage(title, step.Commits, append(edits, publish))
		if len(edits) == 0 {
			b.plan.Stages[len(b.plan.Stages)-1].Tree = b.to.Tree
		}
	}
	b.stage("Switch the roots", step.Cluster, b.switches())
}

func (b *builder) prerequisiteSteps() []step.Step {
	var steps []step.Step
	for i, p := range b.plan.Prerequisites {
		if i > 0 && b.plan.Prerequisites[i-1].Object == p.Object {
			continue
		}
		steps = append(steps, step.Step{
			Kind: step.AwaitReady, Target: p.Object, Leaves: []step.Condition{present(p.Object)},
			Because: p.Kustomization.String() + " needs it for " + p.Purpose + " and does not build without it: " + p.Because,
		})
	}
	return steps
}

// liveProtection guards objects and suspends Kustomizations on the cluster,
// under a field manager that the owners' applies leave alone (R5.11).
func (b *builder) liveProtection() []step.Step {
	var steps []step.Step
	for _, o := range b.chosen.live.sorted() {
		steps = append(steps, step.Step{
			Kind: step.GuardObject, Target: o, Leaves: precaution(guarded(o)),
			Field: guardField, Value: guardValue, Because: b.because(o),
			Undo: "remove the annotation under the field manager fluxmigrate",
		})
	}
	for _, k := range b.chosen.spare.sorted() {
		steps = append(steps, step.Step{
			Kind: step.SetDeletionPolicy, Target: k.Object(), Leaves: precaution(stored(k, policyField, ownership.PolicyOrphan)),
			Field: policyField, Value: ownership.PolicyOrphan, Because: b.becauseLeft(k),
			Undo: "remove spec.deletionPolicy under the field manager fluxmigrate",
		})
	}
	for _, k := range b.chosen.suspend.sorted() {
		steps = append(steps, step.Step{
			Kind: step.Suspend, Target: k.Object(), Leaves: precaution(stored(k, suspendField, "true")),
			Field: suspendField, Value: "true", Because: b.whySuspended(k),
			Undo: "remove spec.suspend under the field manager fluxmigrate", Precautionary: !b.mustSuspend(k),
		})
	}
	return steps
}

func (b *builder) survives(k ksID) string {
	for _, h := range b.findings.Hazards {
		if h.Code == survivorCode && slices.Contains(h.Owners, k) {
			return h.Code + " " + h.Name + ": " + h.Harm
		}
	}
	return "nothing removes it when the new state no longer declares it; it would go on applying its objects"
}

func (b *builder) whySuspended(k ksID) string {
	switch {
	case !b.mustSuspend(k):
		return "its removal ends nothing that should live; suspended, it goes without what it still holds, which is deleted by name"
	case b.chosen.removed[k]:
		return b.survives(k)
	}
	return b.becauseLeft(k)
}

// becauseLeft says why a field is set by hand, and why it lasts.
func (b *builder) becauseLeft(k ksID) string {
	return strings.TrimSuffix(b.becauseOfOwner(k), ".") + "; Git does not set the field, so its parent leaves it (R5.12)"
}

// mustSuspend says whether something rests on the suspending of a Kustomization.
func (b *builder) mustSuspend(k ksID) bool {
	return b.chosen.suspend[k] && (!b.chosen.removed[k] || b.endsLiving(k))
}

// endsLiving says whether an owner could end what should live, by its finalizer
// or a run under way.
func (b *builder) endsLiving(k ksID) bool {
	before, _ := b.from.Kustomization(k)
	return b.losesToPrune(k) || before.Spec.FinalizerDeletes() && slices.ContainsFunc(before.Render.Objects, func(o ownership.Object) bool {
		return b.shouldLive(o.ID) && !o.Traits.Guarded() && !b.isGuarded(o.ID)
	})
}

// survivorCode is the rule that names Kustomizations whose parents do not prune.
const survivorCode = "FM-010"

// What is set where.
const (
	guardField   = "metadata.annotations[kustomize.toolkit.fluxcd.io/prune]"
	guardValue   = "disabled"
	suspendField = "spec.suspend"
	pruneField   = "spec.prune"
	policyField  = "spec.deletionPolicy"
	pathField    = "spec.path"
)
