package sim

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// holds says whether one reading of the API shows the condition now.
func (m *Model) holds(d *scene.Condition, c *cluster) bool {
	switch d.Kind {
	case scene.Labelled, scene.Guarded, scene.Unguarded, scene.Present, scene.Gone:
		return m.holdsOf(d, c.objects[d.Object], c)
	}
	ks := &c.ks[d.Kustomization]
	if ks.n == 0 {
		return false
	}
	v := ks.api()
	switch d.Kind {
	case scene.Stored:
		return slices.Contains(d.Specs, int(v.spec))
	case scene.Suspended:
		return m.suspended(d.Kustomization, v)
	case scene.Orphaning:
		return v.handOrphan || !m.specOf(d.Kustomization, v).Deletes
	case scene.Barrier:
		return ks.handled == v.request
	case scene.Has:
		return v.inventory&bit(d.Object) != 0
	case scene.HasNot:
		return v.inventory&bit(d.Object) == 0
	case scene.Acted:
		return m.acted(d, ks)
	case scene.Forgotten:
		return m.acted(d, ks) && v.inventory&bit(d.Object) == 0
	case scene.Listed:
		return m.acted(d, ks) && v.inventory&bit(d.Object) != 0
	}
	return false
}

// acted is V2, which does not ask whether it is being deleted. One that is at
// work is reconciling, whatever its Ready says.
func (m *Model) acted(d *scene.Condition, ks *kustomization) bool {
	v := ks.api()
	working := ks.run.phase == applying || ks.run.phase == pruning
	return !working && !m.suspended(d.Kustomization, v) && ks.ready && ks.observed && ks.applied == int8(d.Commit)
}

func (m *Model) holdsOf(d *scene.Condition, o object, c *cluster) bool {
	switch d.Kind {
	case scene.Labelled:
		k := m.s.Objects[d.Object].Kustomization
		going := k >= 0 && c.ks[k].n > 0 && c.ks[k].api().deleting
		return o.exists && !going && slices.Contains(d.Owners, int(o.owner))
	case scene.Guarded:
		return o.exists && (o.guard || o.hand)
	case scene.Unguarded:
		return o.exists && !o.guard && !o.hand
	case scene.Present:
		return o.exists
	}
	return !o.exists
}

// Goal says whether the target is reached: nobody has anything left to do, and
// all of the goal holds.
func (m *Model) Goal(s State) bool {
	var c cluster
	m.unpack(s, &c)
	if int(c.stage) < len(m.stages) {
		return false
	}
	for i := range m.s.Goal {
		if !m.holds(&m.s.Goal[i], &c) {
			return false
		}
	}
	return true
}
