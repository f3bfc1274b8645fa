package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

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
