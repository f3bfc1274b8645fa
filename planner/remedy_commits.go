package planner

import (
	"path"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// chooseInGit finds a remedy in Git for every owner. Guards come first, as one
// may cover a cause of another owner as well; a live guard covers all, so with
// a new one the choice begins again.
func (b *builder) chooseInGit(byOwner map[ksID][]cause) {
	owners := setOf[ksID]{}
	for k := range byOwner {
		owners[k] = true
	}
	for known := -1; known != len(b.chosen.live); {
		known = len(b.chosen.live)
		b.chosen.forgetGit()
		for _, guards := range []bool{true, false} {
			for _, k := range owners.sorted() {
				left := slices.DeleteFunc(slices.Clone(byOwner[k]), b.covered)
				if len(left) > 0 && b.wouldGuard(k, left) == guards {
					b.chooseForOwner(k, left)
				}
			}
		}
	}
}

func (r *remedies) forgetGit() {
	clear(r.guards)
	clear(r.carried)
	for _, set := range []setOf[ksID]{r.orphan, r.belt, r.stub, r.window} {
		clear(set)
	}
}

// covered says whether a guard that was chosen already is in force for this cause.
func (b *builder) covered(c cause) bool {
	if b.chosen.live[c.object] {
		return true
	}
	return len(b.chosen.guards[c.object]) > 0 && !slices.ContainsFunc(b.carriedFiles(c), func(file string) bool {
		return !slices.Contains(b.chosen.carried[c.object], file)
	})
}

func (b *builder) wouldGuard(k ksID, causes []cause) bool {
	_, stays := b.to.Kustomization(k)
	return b.guardable(causes) && (stays || !b.editable(k) || (b.deletesMore(k) && !b.mustCarry(causes)))
}

func (b *builder) editable(k ksID) bool {
	before, _ := b.from.Kustomization(k)
	return before.File != "" && !before.Root
}

// suspended says whether an owner acts on no commit before the change.
func (b *builder) suspended(k ksID) bool {
	if before, _ := b.from.Kustomization(k); before.Spec.Suspend {
		return true
	}
	return b.in.Observed != nil && slices.ContainsFunc(b.in.Observed.Kustomizations, func(o ownership.ObservedKustomization) bool {
		return o.ID == k && o.Spec.Suspend
	})
}

// chooseForOwner finds a remedy in Git for all that one owner can lose.
//
//	goes away, nothing else to delete   Orphan, with prune: false if its path
//	                                    may be emptied first (P4, H9)
//	goes away, old controller           an empty stub (P6)
//	stays, or has deletions to make     a guard in its manifests (P1)
//	stays, objects without a file       a window without pruning (P2)
//	none of these                       a guard on the live object (P1'')
func (b *builder) chooseForOwner(k ksID, causes []cause) {
	_, stays := b.to.Kustomization(k)
	switch {
	case b.wouldGuard(k, causes):
		b.guardInFiles(causes)
	case !stays && b.editable(k):
		b.letGo(k, causes)
	case stays && b.editable(k) && !b.suspended(k) && !b.sleeps(k) && !b.lostByFinalizer(causes):
		b.chosen.window[k] = true
	default:
		b.guardLive(causes)
	}
}

// letGo makes an owner that goes away leave its objects alive.
func (b *builder) letGo(k ksID, causes []cause) {
	switch {
	case b.knowsOrphan():
		b.chosen.orphan[k] = true
		if slices.ContainsFunc(causes, func(c cause) bool { return c.how == hazard.ByPrune }) {
			b.chosen.belt[k] = true
		}
	case b.guardable(causes) && !b.mustCarry(causes):
		b.guardInFiles(causes)
	case b.inGit:
		b.chosen.stub[k] = true
	default:
		b.guardLive(causes)
	}
}

func (b *builder) guardLive(causes []cause) {
	for _, c := range causes {
		b.chosen.live[c.object] = true
	}
}

func (b *builder) lostByFinalizer(causes []cause) bool {
	return slices.ContainsFunc(causes, func(c cause) bool { return c.how == hazard.ByFinalizer })
}

// deletesMore says whether the owner has wanted deletions to make, which
// Orphan and prune: false would forget.
func (b *builder) deletesMore(k ksID) bool {
	return slices.ContainsFunc(b.changes, func(c ownership.Change) bool { return dropped(c) && slices.Contains(c.From, k) })
}

// guardable says whether every object comes from known files of all its
// owners, and gets the guard from them.
func (b *builder) guardable(causes []cause) bool {
	_, why := b.unguardable(causes)
	return why == ""
}

// unguardable gives the first object that a guard in Git does not reach, and
// why. An owner that is suspended applies no guard, and one that skips its
// manifest brings none to the live object.
func (b *builder) unguardable(causes []cause) (objectID, string) {
	for _, c := range causes {
		for _, k := range b.fromOwners[c.object] {
			ks, _ := b.from.Kustomization(k)
			object, _ := ks.Render.Find(c.object)
			switch {
			case b.suspended(k):
				return c.object, k.String() + " is suspended, and applies none"
			case manifest(object) == "":
				return c.object, "a kustomization file makes it, or nobody knows its file"
			case !adopts(object.Traits) || b.skippedLive(c.object):
				return c.object, "the manifest, or the live object, tells every run to leave it alone"
			}
		}
		if slices.Contains(b.carriedFiles(c), "") {
			return c.object, "after the change a kustomization file makes it, or nobody knows its file"
		}
	}
	return objectID{}, ""
}

// manifest gives the file in which a guard can be written; "" for an object
// that a kustomization file generates, or whose file is not known.
func manifest(o ownership.Object) string {
	switch path.Base(o.File) {
	case "kustomization.yaml", "kustomization.yml", "Kustomization":
		return ""
	}
	return o.File
}

func (b *builder) mustCarry(causes []cause) bool {
	return slices.ContainsFunc(causes, func(c cause) bool { return len(b.carriedFiles(c)) > 0 })
}

// guardInFiles guards in the manifests of every owner in From: a contested
// object carries the guard only while each of them writes it.
func (b *builder) guardInFiles(causes []cause) {
	for _, c := range causes {
		files := b.chosen.guards[c.object]
		for _, k := range b.fromOwners[c.object] {
			files = append(files, fileIn(b.from, k, c.object))
		}
		b.chosen.guards[c.object] = distinct(files)
		if carried := distinct(append(b.chosen.carried[c.object], b.carriedFiles(c)...)); len(carried) > 0 {
			b.chosen.carried[c.object] = carried
		}
	}
}

// carriedFiles gives the files of the target commit from which the old owner
// can still render the object before it lets go of it (H10). A guard that is
// missing there would be taken off too early.
func (b *builder) carriedFiles(c cause) []string {
	if !b.inGit {
		return nil // the tree with the guard stays until the last commit
	}
	var files []string
	for _, v := range b.views[c.by] {
		object, renders := v.Render.Find(c.object)
		late := v.ArtifactAt >= b.to.At.Commit && v.ArtifactAt > b.from.At.Commit
		if renders && late && (c.how == hazard.ByFinalizer || b.prunedAfter(v, c.object)) {
			files = append(files, manifest(object))
		}
	}
	return distinct(files)
}

// prunedAfter says whether a run that may follow the view prunes the object.
func (b *builder) prunedAfter(v ownership.View, o objectID) bool {
	return slices.ContainsFunc(b.views[v.Kustomization], func(w ownership.View) bool {
		_, renders := w.Render.Find(o)
		return v.NotAfter(w) && !renders && w.Spec.Prunes() && w.Render.Builds()
	})
}

func distinct(s []string) []string {
	s = slices.Clone(s)
	slices.Sort(s)
	return slices.Compact(s)
}

// knowsOrphan says whether the controller has spec.deletionPolicy (v1.5.0, Flux
// 2.5); where no version is known it is assumed and printed.
func (b *builder) knowsOrphan() bool {
	knows, known := ownership.VersionAtLeast(b.controllerVersion(), 5, 0)
	return knows || !known
}

func (b *builder) controllerVersion() string {
	if o := b.in.Observed; o != nil && o.Versions.KustomizeController != "" {
		return o.Versions.KustomizeController
	}
	return b.in.Flux
}
