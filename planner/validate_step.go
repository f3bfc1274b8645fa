package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

func (v *validator) step(stage Stage, s step.Step) {
	if !v.shape(stage, s) {
		return
	}
	for _, need := range s.Needs {
		if need.Kind == step.Consented {
			v.consent(s, need.Object)
		} else if !v.holds[need] && !(v.isChange(s) && v.heldAtStart[need]) {
			v.problem("it needs that %s, and no step before leaves that", sentence(need))
		}
	}
	if v.deleting && s.Kind != step.DeleteObject {
		v.problem("it comes after a wanted deletion; wanted deletions come last")
	}
	v.rules(s)
	v.effects(s)
	for _, c := range s.Leaves {
		if !s.Precautionary { // nothing may rest on a step that may be left out
			v.note(s, c)
		}
	}
}

// shape checks a step by itself.
func (v *validator) shape(stage Stage, s step.Step) bool {
	if !slices.Contains(step.Kinds(), s.Kind) {
		v.problem("there is no such step")
		return false
	}
	if (s.Target == ownership.ObjectID{}) && s.Kind != step.Publish {
		v.problem("a step has a target, unless it publishes")
		return false
	}
	if (s.Target != ownership.ObjectID{}) && s.Kind == step.Publish && !v.isOwnSource(s.Target) {
		v.problem("what is published reaches no source %s", s.Target.Display())
		return false
	}
	if k, ok := s.Target.AsKustomization(); ok && !v.exist[k] {
		v.problem("there is no Kustomization %s in any state", k)
		return false
	}
	if _, ok := s.Target.AsKustomization(); !ok && actsOnKustomizations(s.Kind) {
		v.problem("its target is no Kustomization")
		return false
	}
	if s.File != "" {
		if stage.Route != step.Commits {
			v.problem("it edits %s in a stage that is no commit", s.File)
		}
		if v.sealed {
			v.problem("it edits %s after the commit of this stage was published", s.File)
		}
	}
	return true
}

// isOwnSource says whether the object is a source that holds this repository.
func (v *validator) isOwnSource(o ownership.ObjectID) bool {
	return slices.ContainsFunc(v.to.Own, func(s ownership.SourceRef) bool {
		return o == ownership.ObjectID{Group: "source.toolkit.fluxcd.io", Kind: s.Kind, Namespace: s.Namespace, Name: s.Name}
	})
}

func actsOnKustomizations(k step.Kind) bool {
	switch k {
	case step.GuardObject, step.UnguardObject, step.Publish, step.DeleteObject, step.AwaitReady, step.CleanFieldManagers:
		return false
	}
	return true
}

func (v *validator) consent(s step.Step, o ownership.ObjectID) {
	d, named := v.named[o]
	if !named {
		v.problem("it asks for consent to delete %s, which the plan does not name among its deletions", o.Display())
		return
	}
	k, _ := s.Target.AsKustomization()
	if v.isChange(s) || s.Target == o || (s.Kind == step.RemoveKustomization && d.By == k) {
		v.agreed[o] = true
	}
}

// isChange says whether a step brings the cluster to the target state.
func (v *validator) isChange(s step.Step) bool {
	if s.Kind == step.SwitchPath {
		return true
	}
	state, _ := base(s.Revision)
	return s.Kind == step.Publish && v.gitDiffers() && state == content(v.to) && !v.reached()
}

// reached says whether the target's content is published already.
func (v *validator) reached() bool {
	state, _ := base(v.published)
	return state == content(v.to)
}

// rules are the things that must not happen yet.
func (v *validator) rules(s step.Step) {
	k, _ := s.Target.AsKustomization()
	switch {
	case v.isChange(s):
		v.mayChange(s)
	case s.Kind == step.Publish:
		v.mayPublish(s)
	case s.Kind == step.UnguardObject:
		if why := v.notArrived(s.Target); why != "" {
			v.problem("the guard may not go yet: %s", why)
		}
	case s.Kind == step.Resume:
		v.mayResume(k)
	case s.Kind == step.SetDeletionPolicy && s.Value != ownership.PolicyOrphan:
		v.holdsNothingMoved(k, "it may delete again")
	case s.Kind == step.EnablePrune:
		v.mayPrune(k)
	case s.Kind == step.RemoveKustomization:
		v.mayRemove(k)
	case s.Kind == step.DeleteObject:
		v.mayDelete(s.Target)
	}
}

func (v *validator) mayPublish(s step.Step) {
	if state, _ := base(s.Revision); state != content(v.from) && state != content(v.to) {
		v.problem("nothing is known of the revision %q that it publishes", s.Revision)
	}
}

func (v *validator) mayDelete(o ownership.ObjectID) {
	if _, stays := v.after[o]; stays {
		v.problem("%s belongs to the target state", o.Display())
	}
	if !v.agreed[o] {
		v.problem("nobody is asked for consent")
	}
}

// effects is what a step changes in the picture before anything is awaited.
func (v *validator) effects(s step.Step) {
	k, _ := s.Target.AsKustomization()
	if s.File != "" {
		v.stageEdits[editKey(s.Target, s.Field, s.Declares())] = true
	}
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
		f = field{value: s.Value}
	}
	f.inGit = s.File != ""
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

// forgetSightings drops what was seen of owners before a change.
func (v *validator) forgetSightings() {
	for c := range v.holds {
		switch c.Kind {
		case step.Acted, step.Taken, step.Forgotten:
			delete(v.holds, c)
		}
	}
}

// note takes in what a step leaves.
func (v *validator) note(s step.Step, c step.Condition) {
	if c.Kind == step.Published {
		for old := range v.holds {
			if old.Kind == step.Published {
				delete(v.holds, old)
			}
		}
	}
	v.holds[c] = true
	if s.Kind != step.Reconcile {
		return
	}
	k, _ := s.Target.AsKustomization()
	switch c.Kind {
	case step.Guarded:
		if v.seen[c.Object] == nil {
			v.seen[c.Object] = map[ownership.KustomizationID]bool{}
		}
		v.seen[c.Object][k] = true
	case step.Stored:
		v.mark(k, func(name string, f *field) { f.confirmed = f.confirmed || name == c.Field })
	case step.Acted:
		v.mark(k, func(_ string, f *field) { f.acted = true })
	case step.Barrier:
		v.mark(k, func(name string, f *field) { f.acted = f.acted || name == "spec.suspend" })
	}
}

func (v *validator) mark(k ownership.KustomizationID, change func(string, *field)) {
	for name, f := range v.fields[k] {
		change(name, &f)
		v.fields[k][name] = f
	}
}
