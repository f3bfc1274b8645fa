package planner

import (
	"maps"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

func (v *validator) step(stage Stage, s step.Step) {
	if !v.shape(stage, s) {
		return
	}
	for _, need := range s.Needs {
		v.need(s, need)
	}
	if v.deleting && s.Kind != step.DeleteObject {
		v.problem("it comes after a wanted deletion; wanted deletions come last")
	}
	v.rules(s)
	v.effects(s)
	for _, c := range s.Leaves {
		if v.lookedFor[c.Fact()] = true; v.isNobodysDoing(c.Fact()) {
			v.problem("it waits until %s, and no step brings that about", sentence(c))
		}
		if !s.Precautionary && !c.Precautionary { // nothing may rest on what may be left out
			v.note(s, c)
		}
	}
}

// need looks at what a step waits for before it acts: something that an earlier
// step brings about or has seen.
func (v *validator) need(s step.Step, need step.Condition) {
	fact := need.Fact()
	switch {
	case need.Kind == step.Consented:
		v.consent(s, need.Object)
	case v.isNobodysDoing(fact):
		v.problem("it needs that %s, and no step before leaves that", sentence(need))
	case s.Precautionary || need.Precautionary || v.holds[fact] || (v.isChange(s) && v.heldAtStart[fact]):
	case v.lookedFor[fact]: // brought about, and not seen yet
		v.note(s, fact)
	default:
		v.problem("it needs that %s, and no step before leaves that", sentence(need))
	}
	v.lookedFor[fact] = true
}

// isNobodysDoing says whether a fact is of a kind that only steps bring about,
// and none did. Before the change an owner forgets only as a stub that does not
// prune (P6); one that prunes deletes (R4.4).
func (v *validator) isNobodysDoing(fact step.Condition) bool {
	switch fact.Kind {
	case step.Guarded, step.Unguarded, step.Stored, step.Published:
		return !v.brought[fact]
	case step.Forgotten:
		fields := v.fields[fact.Kustomization]
		return !v.changed && (fields["spec.path"].value == "" || fields["spec.prune"].value != "false")
	}
	return false
}

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

// takesBack asks whether there is anything to take back.
func (v *validator) takesBack(s step.Step, k ownership.KustomizationID) {
	done := true
	switch s.Kind {
	case step.UnguardObject:
		done = s.File == "" || v.guards[s.Target][s.Declares()]
	case step.EnablePrune, step.Resume:
		done = v.fields[k][s.Field].value != ""
	}
	if !done {
		v.problem("it takes back what no step before does, or what the change took back already")
	}
}

// rules are the things that must not happen yet.
func (v *validator) rules(s step.Step) {
	k, _ := s.Target.AsKustomization()
	v.takesBack(s, k)
	switch {
	case v.isChange(s):
		v.mayChange(s)
	case s.Kind == step.Publish:
		v.mayPublish(s)
	case s.Kind == step.UnguardObject:
		if why := v.guardMayGo(s); why != "" {
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

// forgetSightings drops what was seen of owners before a change.
func (v *validator) forgetSightings() {
	for c := range v.holds {
		switch c.Kind {
		case step.Acted, step.Taken, step.Forgotten, step.Barrier:
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
	if c == v.suspendIn(c.Kustomization) { // a run that ended before says nothing
		delete(v.holds, step.Condition{Kind: step.Barrier, Kustomization: c.Kustomization})
	}
	if v.changed && (c.Kind == step.Forgotten || c.Kind == step.Barrier && v.holds[v.suspendIn(c.Kustomization)]) { // until then it may have taken the label back (H6)
		maps.DeleteFunc(v.holds, func(seen step.Condition, _ bool) bool { return seen.Kind == step.Acted || seen.Kind == step.Taken })
	}
	v.holds[c] = true
	if s.Kind != step.Reconcile {
		return
	}
	k, _ := s.Target.AsKustomization()
	switch c.Kind {
	case step.Guarded:
		if len(v.before[c.Object]) == 1 { // nobody else can have written it
			v.see(c.Object, k)
		}
	case step.Stored:
		v.mark(k, func(name string, f *field) { f.confirmed = f.confirmed || name == c.Field })
	case step.Acted:
		for _, o := range v.heldBefore(k) {
			if len(v.guards[o]) > 0 {
				v.see(o, k)
			}
		}
		v.mark(k, func(_ string, f *field) { f.acted = f.acted || f.confirmed })
	case step.Forgotten: // only as a stub, with both its fields
		v.mark(k, func(_ string, f *field) { f.confirmed, f.acted = true, true })
	case step.Barrier:
		v.mark(k, func(_ string, f *field) { f.acted = f.acted || f.confirmed })
	}
}

// see notes that the guard of an object is in force at an owner.
func (v *validator) see(o ownership.ObjectID, k ownership.KustomizationID) {
	if v.seen[o] == nil {
		v.seen[o] = map[ownership.KustomizationID]bool{}
	}
	v.seen[o][k] = true
}

func (v *validator) mark(k ownership.KustomizationID, change func(string, *field)) {
	for name, f := range v.fields[k] {
		change(name, &f)
		v.fields[k][name] = f
	}
}
