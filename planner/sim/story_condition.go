package sim

import (
	"fmt"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// condition puts a condition into words, as something that comes or not.
func (m *Model) condition(d *scene.Condition) string {
	switch d.Kind {
	case scene.Labelled, scene.Guarded, scene.Unguarded, scene.Present, scene.Gone:
		return m.conditionOf(d, m.s.Objects[d.Object].ID)
	}
	k := m.s.Kustomizations[d.Kustomization]
	o := m.s.Objects[d.Object].ID
	acted := fmt.Sprintf("%s is Ready at revision %s", k.ID, m.s.Commits[d.Commit])
	switch d.Kind {
	case scene.Stored:
		return k.ID + " has the spec " + m.names(len(d.Specs), func(i int) string { return k.Specs[d.Specs[i]].Words })
	case scene.Suspended:
		return k.ID + " is suspended"
	case scene.Orphaning:
		return k.ID + " would delete nothing when it is deleted"
	case scene.Barrier:
		return k.ID + " has handled the request"
	case scene.Has:
		return k.ID + " lists " + o
	case scene.HasNot:
		return k.ID + " does not list " + o
	case scene.Forgotten:
		return acted + " and does not list " + o
	case scene.Listed:
		return acted + " and lists " + o
	}
	return acted
}

func (m *Model) conditionOf(d *scene.Condition, o string) string {
	switch d.Kind {
	case scene.Labelled:
		return "the label of " + o + " names " + m.names(len(d.Owners), func(i int) string { return m.s.Kustomizations[d.Owners[i]].ID })
	case scene.Guarded:
		return o + " is guarded"
	case scene.Unguarded:
		return o + " is not guarded"
	case scene.Present:
		return o + " exists"
	}
	return o + " is gone"
}

func (m *Model) names(n int, name func(int) string) string {
	var all []string
	for i := range n {
		all = append(all, name(i))
	}
	return strings.Join(all, " or ")
}
