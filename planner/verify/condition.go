package verify

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// holds says whether one reading of the API shows the condition now. What is said
// of one Kustomization is said of one reading of it.
func (m *model) holds(s *state, c scene.Condition) bool {
	switch c.Kind {
	case scene.Labelled, scene.Guarded, scene.Unguarded, scene.Present, scene.Gone:
		return m.holdsOfObject(s, c)
	}
	k := c.Kustomization
	if !s.kustomizations[k].exists {
		return false
	}
	z := &s.kustomizations[k]
	v := z.current()
	switch c.Kind {
	case scene.Stored:
		return slices.Contains(c.Specs, int(v.spec))
	case scene.Suspended:
		return m.suspended(k, v)
	case scene.Orphaning:
		return v.orphan || !m.spec(k, v).Deletes
	case scene.Barrier:
		return z.handled == v.request
	case scene.Acted:
		return m.acted(z, k, c.Commit)
	case scene.Forgotten:
		return m.acted(z, k, c.Commit) && !v.inventory.has(c.Object)
	case scene.Listed:
		return m.acted(z, k, c.Commit) && v.inventory.has(c.Object)
	case scene.Has:
		return v.inventory.has(c.Object)
	case scene.HasNot:
		return !v.inventory.has(c.Object)
	}
	return false
}

// acted is V2, of that commit and of no later one. One whose source is not of the
// scene has no commits to tell apart. One that works is reconciling, whatever its
// Ready says.
func (m *model) acted(z *kustomization, k, commit int) bool {
	if m.Kustomizations[k].Source < 0 {
		commit = 0
	}
	return z.ready && !z.run.works() && z.observed && !m.suspended(k, z.current()) && int(z.applied) == commit
}

func (m *model) holdsOfObject(s *state, c scene.Condition) bool {
	o := s.objects[c.Object]
	switch c.Kind {
	case scene.Labelled:
		return o.exists && !m.deleting(s, c.Object) && slices.Contains(c.Owners, int(o.owner))
	case scene.Guarded:
		return o.guard || o.handGuard
	case scene.Unguarded:
		return o.exists && !o.guard && !o.handGuard
	case scene.Present:
		return o.exists
	}
	return !o.exists // Gone
}

func (m *model) deleting(s *state, o int) bool {
	k := m.Objects[o].Kustomization
	return k >= 0 && s.kustomizations[k].current().deleting
}

// reached: people have nothing left to do, and the goal holds, all at once.
func (m *model) reached(s *state) bool {
	return int(s.stage) == len(m.Stages) && !slices.ContainsFunc(m.Goal, func(c scene.Condition) bool { return !m.holds(s, c) })
}
