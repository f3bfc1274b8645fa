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
	b.stage("Wait until every object has its new owner", b.route, b.handoverWaits())
	b.stage("Resume what stays", step.Cluster, b.resumes())
	b.stage("Wait until it has let go of what moved", b.route, b.lettingGo())
	b.stage("Take the protection off the cluster", step.Cluster, b.liveRelease())
	b.stage("Take the protection out of Git", step.Commits, b.commitRelease())
	b.stage("See that the protection is gone", b.route, b.proofOfRelease())
	b.stage("See that everything is quiet", b.route, b.quiet())
	b.stage("Delete by name what nobody deletes any more", step.Cluster, b.deletionsByHand())
}

func (b *builder) stage(title string, route step.Route, steps []step.Step) {
	if len(steps) == 0 {
		return
	}
	for i := range steps {
		steps[i].Needs, steps[i].Leaves = tidy(steps[i].Needs), tidy(steps[i].Leaves)
	}
	b.plan.Stages = append(b.plan.Stages, Stage{Title: title, Route: route, Steps: steps})
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
			Kind: step.GuardObject, Target: o, Leaves: []step.Condition{guarded(o)},
			Field: guardField, Value: guardValue, Because: b.because(o),
			Undo: "remove the annotation under the field manager fluxmigrate",
		})
	}
	for _, k := range b.chosen.spare.sorted() {
		steps = append(steps, step.Step{
			Kind: step.SetDeletionPolicy, Target: k.Object(), Leaves: []step.Condition{stored(k, policyField, ownership.PolicyOrphan)},
			Field: policyField, Value: ownership.PolicyOrphan, Because: b.becauseLeft(k),
			Undo: "remove spec.deletionPolicy under the field manager fluxmigrate",
		})
	}
	for _, k := range b.chosen.suspend.sorted() {
		steps = append(steps, step.Step{
			Kind: step.Suspend, Target: k.Object(), Leaves: []step.Condition{stored(k, suspendField, "true")},
			Field: suspendField, Value: "true", Because: b.whySuspended(k),
			Undo: "remove spec.suspend under the field manager fluxmigrate",
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
	if b.chosen.removed[k] {
		return b.survives(k)
	}
	return b.becauseLeft(k)
}

// becauseLeft says why a field is set by hand, and why it lasts.
func (b *builder) becauseLeft(k ksID) string {
	return strings.TrimSuffix(b.becauseOfOwner(k), ".") + "; Git does not set the field, so its parent leaves it (R5.12)"
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

// proofOfProtection has every owner run once under the protection: an
// annotation that does not survive a run protects nothing (R5.10), and a spec
// field counts once a run has acted on it (R2.1).
func (b *builder) proofOfProtection() []step.Step {
	var steps []step.Step
	for _, k := range b.from.Kustomizations {
		needs, leaves := b.protectionOf(k.ID)
		if len(leaves) == 0 {
			continue
		}
		steps = append(steps, step.Step{
			Kind: step.Reconcile, Target: k.ID.Object(), Needs: needs, Leaves: append(leaves, barrier(k.ID)),
			Because: "the protection counts once a run of its owner has ended under it, not before",
		})
	}
	return steps
}

func (b *builder) protectionOf(k ksID) (needs, leaves []step.Condition) {
	ks, _ := b.from.Kustomization(k)
	r := b.chosen
	runs := !ks.Spec.Suspend && !r.suspend[k] && ks.Render.Builds()
	for _, o := range ks.Render.Objects {
		if b.isGuarded(o.ID) {
			needs = append(needs, guarded(o.ID))
			leaves = append(leaves, guarded(o.ID))
		}
		if _, stays := b.toOwners[o.ID]; r.stub[k] && stays {
			leaves = append(leaves, forgotten(k, o.ID))
		}
	}
	for _, f := range b.fieldsSet(k) {
		needs, leaves = append(needs, f), append(leaves, f)
	}
	if r.spare[k] {
		needs, leaves = append(needs, stored(k, policyField, ownership.PolicyOrphan)), append(leaves, stored(k, policyField, ownership.PolicyOrphan))
	}
	if r.ordered[k] {
		for _, on := range b.newDependencies(ks) {
			needs, leaves = append(needs, stored(k, dependsOnField, on.String())), append(leaves, stored(k, dependsOnField, on.String()))
		}
	}
	if r.suspend[k] {
		needs, leaves = append(needs, stored(k, suspendField, "true")), append(leaves, stored(k, suspendField, "true"))
	}
	if len(leaves) == 0 {
		return nil, nil
	}
	if b.editsGit() {
		needs = append(needs, published(revisionOf(b.from)+protection))
	}
	orphanOnly := (r.orphan[k] || r.spare[k]) && len(leaves) == 1 // read from the API when A is deleted: V1 is enough (R7.3)
	if runs && !orphanOnly {
		leaves = append(leaves, acted(k))
	}
	return needs, leaves
}
