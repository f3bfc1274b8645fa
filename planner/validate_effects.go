package planner

import (
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// broughtAbout gives what a step itself makes true, at once or in a while.
func broughtAbout(s step.Step) step.Condition {
	k, _ := s.Target.AsKustomization()
	switch s.Kind {
	case step.GuardObject:
		return step.Condition{Kind: step.Guarded, Object: s.Target}
	case step.UnguardObject:
		return step.Condition{Kind: step.Unguarded, Object: s.Target}
	case step.Publish:
		return step.Condition{Kind: step.Published, Value: s.Revision}
	case step.RemoveKustomization, step.DeleteObject:
		return step.Condition{Kind: step.Gone, Object: s.Target}
	}
	return step.Condition{Kind: step.Stored, Kustomization: k, Field: s.Field, Value: s.Value}
}

// effects is what a step changes in the picture before anything is awaited.
func (v *validator) effects(s step.Step) {
	k, _ := s.Target.AsKustomization()
	if s.File != "" {
		v.stageEdits[editKey(s.Target, s.Field, s.Declares())] = true
	}
	v.brought[broughtAbout(s)] = true
	v.lookedFor[broughtAbout(s)] = true
	switch s.Kind {
	case step.GuardObject:
		v.guard(s.Target, s.Declares())
	case step.UnguardObject:
		delete(v.guards[s.Target], s.Declares())
		delete(v.holds, step.Condition{Kind: step.Guarded, Object: s.Target})
	case step.Suspend, step.DisablePrune, step.OrphanStub, step.SetDeletionPolicy:
		v.set(k, s)
	case step.EnablePrune, step.Resume:
		delete(v.fields[k], s.Field)
	case step.SwitchPath:
		v.changed, v.switched[k] = true, s.Value == v.targetPath(k)
		v.forgetSightings()
		v.suspendedByChange()
	case step.Publish:
		v.publish(s)
	case step.RemoveKustomization:
		v.done[s.Target], v.changed = true, true
	case step.DeleteObject:
		v.done[s.Target], v.deleting = true, true
	}
}

// guard notes a guard. Runs seen before it was there say nothing about it.
func (v *validator) guard(o ownership.ObjectID, file string) {
	if v.guards[o] == nil {
		v.guards[o] = map[string]bool{}
	}
	for k := range v.seen[o] {
		if !v.guards[o][file] && (file == "" || v.manifest(k, o) == file) {
			delete(v.seen[o], k)
		}
	}
	v.guards[o][file] = true
}

func (v *validator) targetPath(k ownership.KustomizationID) string {
	ks, _ := v.to.Kustomization(k)
	return "./" + ks.Spec.Path
}

func editKey(o ownership.ObjectID, field, file string) string {
	return o.String() + "\x00" + field + "\x00" + file
}

func (v *validator) set(k ownership.KustomizationID, s step.Step) {
	if v.fields[k] == nil {
		v.fields[k] = map[string]field{}
	}
	if s.Kind == step.SetDeletionPolicy && s.Value != ownership.PolicyOrphan {
		delete(v.fields[k], s.Field)
		return
	}
	f := v.fields[k][s.Field]
	if f.value != s.Value {
		f = field{value: s.Value, since: v.index}
	}
	f.inGit = s.File != ""
	f.confirmed = f.confirmed || !f.inGit // by hand it is in the API at once
	v.fields[k][s.Field] = f
}

// publish replaces the tree: edits of earlier stages that were not made again
// in this one are gone where Git moves from one end to the other.
func (v *validator) publish(s step.Step) {
	change := v.isChange(s)
	v.sealed, v.published = true, s.Revision
	if !change {
		return
	}
	v.changed = true
	v.forgetSightings()
	v.suspendedByChange()
	for o, files := range v.guards {
		for file := range files {
			if file != "" && !v.stageEdits[editKey(o, guardedBy, file)] {
				delete(files, file)
			}
		}
	}
	for k, fields := range v.fields {
		_, stays := v.to.Kustomization(k)
		for name, f := range fields {
			if stays && f.inGit && !v.editedNow(k, name) {
				delete(fields, name)
			}
		}
	}
}

const guardedBy = "metadata.annotations[kustomize.toolkit.fluxcd.io/prune]"

func (v *validator) editedNow(k ownership.KustomizationID, name string) bool {
	ks, _ := v.to.Kustomization(k)
	return v.stageEdits[editKey(k.Object(), name, ks.File)]
}
