package sim

import (
	"github.com/fluxmigrate/fluxmigrate/planner/explore"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// Loses says whether a step deletes the subject, whoever does it. Of a
// Kustomization that is the request to delete it; its end counts as well, as it
// may have been asked for before the start.
func (m *Model) Loses(from State, e Event, _ State) bool {
	switch e.Kind {
	case Deletes:
		return int(e.Object) == m.s.Subject
	case Vanishes:
		return m.s.Kustomizations[e.Kustomization].Object == m.s.Subject
	case Acts:
		return m.actLoses(from, e)
	}
	return false
}

func (m *Model) actLoses(from State, e Event) bool {
	var c cluster
	m.unpack(from, &c)
	act := m.stages[c.stage].items[e.Number].act
	o := act.Object
	switch act.Kind {
	case scene.Remove:
		o = m.s.Kustomizations[act.Kustomization].Object
	case scene.Delete:
	default:
		return false
	}
	return o == m.s.Subject && c.objects[o].exists
}

func unclear(_ State, e Event, _ State) bool { return e.Kind == Unclear }

func (m *Model) mayBeUnclear() bool {
	for i, k := range m.s.Kustomizations {
		for _, b := range k.Builds {
			if b.Unknown != "" {
				return true
			}
		}
		for _, bySpec := range m.builds[i] {
			for _, builds := range bySpec {
				if len(builds) == 0 {
					return true
				}
			}
		}
	}
	return false
}

func (m *Model) whyUnclear(t *explore.Trace[State, Event]) string {
	e := t.Steps[len(t.Steps)-1].Label
	k := m.s.Kustomizations[e.Kustomization]
	if e.Number >= 0 {
		return k.ID + ": " + k.Builds[e.Number].Unknown
	}
	return k.ID + " may build files of one commit with a spec of another, and what that gives was not worked out"
}
