package planner

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// stubPath is a folder that renders nothing: resources: [] (P6, R4.4).
const stubPath = "./fluxmigrate-stub"

// editsGit says whether the plan has a commit before the change.
func (b *builder) editsGit() bool {
	r := b.chosen
	return len(r.guards)+len(r.orphan)+len(r.belt)+len(r.stub)+len(r.window)+len(r.ordered) > 0
}

// restores says whether a last commit must take edits away again: those of
// the move commit, or, where Git itself does not change, all of them.
func (b *builder) restores() bool {
	return len(b.chosen.carried)+len(b.keptWindows()) > 0 || (!b.inGit && b.editsGit())
}

// keptWindows gives the owners whose pruning the move commit would turn on
// again, or turns off.
func (b *builder) keptWindows() []ksID {
	var kept []ksID
	for _, k := range b.windows() {
		if after, _ := b.to.Kustomization(k); after.Spec.Prune && b.inGit {
			kept = append(kept, k)
		}
	}
	return kept
}

// windows gives the owners that do not prune on the way.
func (b *builder) windows() []ksID {
	all := maps.Clone(b.chosen.window)
	maps.Copy(all, b.chosen.late)
	return all.sorted()
}

// commitProtection edits the tree of From and publishes it.
func (b *builder) commitProtection() []step.Step {
	if !b.editsGit() {
		return nil
	}
	steps := b.guardEdits(b.chosen.guards)
	for _, k := range b.from.Kustomizations {
		steps = append(steps, b.fieldEdits(k)...)
	}
	steps = append(steps, b.dependsOnEdits()...)
	return append(steps, step.Step{
		Kind: step.Publish, Target: b.sourceReached(), Revision: revisionOf(b.from) + protection, Leaves: precaution(published(revisionOf(b.from) + protection)),
		Because: "the protection must be in force before the change reaches the source: in one commit with it, an old owner may act on the new content with its old spec",
		Undo:    "revert the commit",
	})
}

func (b *builder) guardEdits(guards map[objectID][]string) []step.Step {
	var steps []step.Step
	for _, o := range keys(guards).sorted() {
		for _, file := range guards[o] {
			steps = append(steps, step.Step{
				Kind: step.GuardObject, Target: o, File: file, Field: guardField, Value: guardValue,
				Because: b.because(o), Undo: "remove the annotation from the manifest", Precautionary: !b.endangersFrom(o, file),
			})
		}
	}
	return steps
}

// endangersFrom says whether an owner that can delete the object applies it
// from the file. In those of the others the guard only keeps it from flickering.
func (b *builder) endangersFrom(o objectID, file string) bool {
	known := false
	for _, k := range b.fromOwners[o] {
		if fileIn(b.from, k, o) == file {
			if known = true; b.endangers(k, o) {
				return true
			}
		}
	}
	return !known
}

func keys[V any](m map[objectID]V) setOf[objectID] {
	set := setOf[objectID]{}
	for k := range m {
		set[k] = true
	}
	return set
}

// fieldsSet lists the spec fields that the plan sets on a Kustomization in Git.
func (b *builder) fieldsSet(k ksID) []step.Condition {
	r := b.chosen
	var set []step.Condition
	if r.stub[k] {
		set = append(set, stored(k, pathField, stubPath))
	}
	if r.stub[k] || r.belt[k] || r.window[k] {
		set = append(set, stored(k, pruneField, "false"))
	}
	if r.orphan[k] {
		set = append(set, stored(k, policyField, ownership.PolicyOrphan))
	}
	return set
}

var editKinds = map[string]step.Kind{
	pathField: step.OrphanStub, pruneField: step.DisablePrune, policyField: step.SetDeletionPolicy,
}

func (b *builder) fieldEdits(k ownership.Kustomization) []step.Step {
	var steps []step.Step
	for _, f := range b.fieldsSet(k.ID) {
		steps = append(steps, step.Step{
			Kind: editKinds[f.Field], Target: k.ID.Object(), File: k.File, Field: f.Field, Value: f.Value,
			Because: b.becauseOfOwner(k.ID) + b.overridden(k, f.Field), Undo: "set the field back in the same file",
			Precautionary: b.isBelt(k, f),
		})
	}
	return steps
}

// isBelt says whether a field is set beside pruning that is off already, which
// keeps everything where the policy mirrors it (R7.2).
func (b *builder) isBelt(k ownership.Kustomization, f step.Condition) bool {
	return f.Field == policyField && b.chosen.belt[k.ID] && (k.Spec.DeletionPolicy == "" || k.Spec.DeletionPolicy == ownership.MirrorPrune)
}

// overridden says that an edit of the file of a Kustomization is void, and
// where it would win (decision 4 of docs/architecture.md). An editor finds the
// file itself; see write.
func (b *builder) overridden(k ownership.Kustomization, field string) string {
	if b.in.Editor != nil {
		return ""
	}
	return overridden(k, field)
}

func overridden(k ownership.Kustomization, field string) string {
	if !slices.Contains(k.Patched, strings.TrimPrefix(field, "spec.")) {
		return ""
	}
	var parents []string
	for _, p := range k.Parents {
		parents = append(parents, p.String())
	}
	return fmt.Sprintf("; a patch overrides %s of %s: edit the patch, in spec.patches of %s or in the kustomization file that lists %s, or the edit is void",
		field, k.File, strings.Join(parents, " or "), k.File)
}

// becauseOfOwner gives the reason of the first cause that names the owner.
func (b *builder) becauseOfOwner(k ksID) string {
	for _, c := range b.causes {
		if c.by == k {
			return b.because(c.object)
		}
	}
	return k.String() + " would delete objects that should live"
}

// carriedEdits are made in the move commit, on top of the user's tree.
func (b *builder) carriedEdits() []step.Step {
	steps := b.guardEdits(b.chosen.carried)
	for _, k := range b.keptWindows() {
		after, _ := b.to.Kustomization(k)
		steps = append(steps, step.Step{
			Kind: step.DisablePrune, Target: k.Object(), File: after.File, Field: pruneField, Value: "false",
			Undo:    "set the field back in the same file",
			Because: "pruning may come back only after it has forgotten what moved away" + b.overridden(after, pruneField),
		})
	}
	return steps
}

// commitRelease takes the plan's edits out of Git again.
func (b *builder) commitRelease() []step.Step {
	if !b.restores() {
		return nil
	}
	guards, state := b.chosen.carried, b.to
	if !b.inGit {
		guards = b.chosen.guards
	}
	var steps []step.Step
	for _, o := range keys(guards).sorted() {
		for _, file := range guards[o] {
			steps = append(steps, step.Step{
				Kind: step.UnguardObject, Target: o, File: file, Field: guardField,
				Needs: b.mayLoseGuard(o), Because: "the object has its owner and nobody else holds it", Undo: "put the annotation back",
			})
		}
	}
	steps = append(steps, b.fieldsBack()...)
	publish := step.Step{Kind: step.Publish, Target: b.sourceReached(), Revision: revisionOf(state), Leaves: precaution(published(revisionOf(state))),
		Because: "the last commit is exactly the state that was asked for", Undo: "revert the commit"}
	return append(steps, publish)
}

// mayLoseGuard says when a guard may leave the manifests: the old owners have
// let go. While one of them has the label, its own manifest keeps the guard.
func (b *builder) mayLoseGuard(o objectID) []step.Condition {
	if done := b.letGoOfObject(o); len(step.Needed(done)) > 0 {
		return append(done, precaution(b.takenOver(o)...)...)
	}
	return b.handedOverFully(o)
}

// fieldsBack gives pruning back to owners that stay, and, where Git does not
// change, every other field too.
func (b *builder) fieldsBack() []step.Step {
	var steps []step.Step
	for _, k := range b.from.Kustomizations {
		set := b.fieldsSet(k.ID)
		if b.chosen.late[k.ID] {
			set = append(set, stored(k.ID, pruneField, "false"))
		}
		for _, f := range set {
			if b.inGit && !slices.Contains(b.keptWindows(), k.ID) {
				continue
			}
			s := step.Step{Kind: editKinds[f.Field], Target: k.ID.Object(), Field: f.Field, Value: b.original(k, f.Field),
				File: k.File, Needs: b.letGoOf(k.ID), Because: "it has let go of everything that moved", Undo: "set the field again"}
			if f.Field == pruneField {
				s.Kind = step.EnablePrune
			}
			if after, stays := b.to.Kustomization(k.ID); stays && b.inGit {
				s.File = cmp.Or(after.File, k.File)
			}
			steps = append(steps, s)
		}
	}
	return steps
}

func (b *builder) original(k ownership.Kustomization, field string) string {
	if field == pruneField {
		return "true"
	}
	return k.Spec.DeletionPolicy
}
