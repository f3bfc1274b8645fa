package proof

import (
	"fmt"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// deeds is what a script does to whom, so far as it decides what belongs into
// a scene.
type deeds struct {
	removed, suspended, orphaned map[ksID]bool
	switched                     map[ksID]bool
	deleted                      map[objectID]bool
	// named says of an object where the script names it: two objects that are
	// named alike can be alike.
	named map[objectID]string
}

func deedsOf(script []Stage) deeds {
	d := deeds{removed: make(map[ksID]bool), suspended: make(map[ksID]bool), orphaned: make(map[ksID]bool),
		switched: make(map[ksID]bool), deleted: make(map[objectID]bool), named: make(map[objectID]string)}
	names := make(map[objectID]*strings.Builder)
	for i, stage := range script {
		for j, s := range needed(stage.Steps) {
			d.note(s)
			noteNames(names, fmt.Sprintf("%d.%d", i, j), s)
		}
	}
	for o, text := range names {
		d.named[o] = text.String()
	}
	return d
}

func (d *deeds) note(s step.Step) {
	k, _ := s.Target.AsKustomization()
	switch s.Kind {
	case step.RemoveKustomization:
		d.removed[k] = true
	case step.DeleteObject:
		d.deleted[s.Target] = true
	case step.SwitchPath:
		d.switched[k] = true
	case step.Suspend, step.Resume:
		d.suspended[k] = d.suspended[k] || s.File == ""
	case step.SetDeletionPolicy:
		d.orphaned[k] = d.orphaned[k] || s.File == ""
	}
}

// noteNames notes where a step names objects. What it does to its own target
// is told apart by kind and not by place: like objects have steps of their own.
func noteNames(names map[objectID]*strings.Builder, at string, s step.Step) {
	note := func(o objectID, text string) {
		if names[o] == nil {
			names[o] = new(strings.Builder)
		}
		names[o].WriteString(text + " ")
	}
	stage, _, _ := strings.Cut(at, ".")
	if s.Target != (objectID{}) {
		note(s.Target, fmt.Sprint(stage, s.Kind, s.File == "", s.Value))
	}
	for i, list := range [][]step.Condition{s.Needs, s.Leaves} {
		for _, c := range list {
			if c.Object == (objectID{}) {
				continue
			}
			place := at
			if c.Object == s.Target {
				place = stage
			}
			note(c.Object, fmt.Sprint(place, i, c.Kind, c.Kustomization, c.Value))
		}
	}
}
