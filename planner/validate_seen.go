package planner

import (
	"maps"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

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
