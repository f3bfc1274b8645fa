package sim

import "github.com/fluxmigrate/fluxmigrate/planner/scene"

// outlook is what may still come from a state on, as far as that can be told
// without a look at other states. It never says of anything that it cannot
// come, if it can; and what cannot come from a state on cannot come later.
type outlook struct {
	// Who still looks, of people and of dependents.
	watched   [scene.MaxKustomizations]bool   // at its Ready
	asked     [scene.MaxKustomizations]bool   // at the request it handled
	named     [scene.MaxKustomizations]uint32 // whether it has applied that commit: people alone
	inspected [scene.MaxKustomizations]uint16 // whether its inventory has the object

	// Of the runs that begin from now on, and one that has not begun its work:
	from  [scene.MaxKustomizations]int8   // the least commit
	specs [scene.MaxKustomizations]uint32 // the specs of their views

	goes   [scene.MaxKustomizations]bool   // it may be deleted, or is being deleted
	builds [scene.MaxKustomizations]uint16 // some run builds the object
	always [scene.MaxKustomizations]uint16 // every run that builds anything builds it
	spared [scene.MaxKustomizations]uint16 // no run prunes it, and no finalizer deletes it
	ended  uint16                          // objects that are gone, or going, for good
}

// ahead gives the outlook of a state.
func (m *Model) ahead(c *cluster, a *outlook) {
	m.lookers(c, a)
	for k := range m.s.Kustomizations {
		a.from[k] = m.commitOf(k, c)
		if r := &c.ks[k].run; r.phase == viewed || r.phase == sourced {
			a.from[k] = min(a.from[k], int8(r.commit))
		}
	}
	for k := range m.s.Kustomizations {
		if c.ks[k].n > 0 || m.s.Kustomizations[k].Object >= 0 {
			a.specs[k] = m.specsAhead(k, c, a)
			m.buildsAhead(k, a)
		}
	}
	m.goers(c, a)
	for k := range m.s.Kustomizations {
		if a.goes[k] && a.specs[k]&m.less.deletes[k] != 0 {
			a.spared[k] = 0
		}
	}
	a.ended = m.endedFor(c, a)
}

// lookers finds what people may still look at: what they have seen in their
// stage already they do not look at again.
func (m *Model) lookers(c *cluster, a *outlook) {
	stage := int(c.stage)
	later := min(stage+1, len(m.stages))
	if stage == len(m.stages) || m.less.on&DropSeen == 0 {
		later = stage
	}
	copy(a.watched[:], m.watched[later])
	copy(a.asked[:], m.less.asked[later])
	copy(a.named[:], m.less.named[later])
	copy(a.inspected[:], m.less.inspected[later])
	if later == stage {
		return
	}
	for i, it := range m.stages[stage].items {
		if it.cond != nil && !m.may(DropSeen, c.done&(1<<i) != 0) {
			a.looks(it.cond)
		}
	}
}

// looks notes a condition that somebody will look at.
func (a *outlook) looks(d *scene.Condition) {
	switch d.Kind {
	case scene.Barrier:
		a.asked[d.Kustomization] = true
	case scene.Acted, scene.Listed, scene.Forgotten:
		a.watched[d.Kustomization] = true
		a.named[d.Kustomization] |= 1 << d.Commit
	}
	switch d.Kind {
	case scene.Has, scene.HasNot, scene.Listed, scene.Forgotten:
		a.inspected[d.Kustomization] |= bit(d.Object)
	}
}

// specsAhead gives the specs that a run that begins from now on may have: those
// of the cache and of a view, and those that somebody may give it.
func (m *Model) specsAhead(k int, c *cluster, a *outlook) uint32 {
	ks := &c.ks[k]
	specs := m.less.given[c.stage][k]
	for i := range ks.n {
		specs |= 1 << ks.versions[i].spec
	}
	if ks.run.phase == viewed || ks.run.phase == sourced {
		specs |= 1 << ks.run.view.spec
	}
	if m.s.Kustomizations[k].Object < 0 {
		return specs
	}
	for p := range m.s.Kustomizations {
		specs |= m.less.putsFrom[p][a.from[p]][k]
		if r := &c.ks[p].run; r.phase == applying {
			specs |= m.less.puts[p][r.build][k]
		}
	}
	return specs
}

// buildsAhead finds what the runs of a Kustomization build, and do not prune.
func (m *Model) buildsAhead(k int, a *outlook) {
	a.always[k], a.spared[k] = ^m.less.skippable, ^uint16(0)
	for spec := range m.s.Kustomizations[k].Specs {
		if a.specs[k]&(1<<spec) == 0 {
			continue
		}
		from := &m.less.ahead[k][spec][a.from[k]]
		a.builds[k] |= from.some
		a.always[k] &= from.all
		if m.s.Kustomizations[k].Specs[spec].Prune {
			a.spared[k] &= from.all
		}
	}
}

// goers finds the Kustomizations that may be deleted: by people, or because one
// that lists them may prune them, or goes itself.
func (m *Model) goers(c *cluster, a *outlook) {
	for k := range m.s.Kustomizations {
		a.goes[k] = m.less.removed[c.stage][k]
		for i := range c.ks[k].n {
			a.goes[k] = a.goes[k] || c.ks[k].versions[i].deleting
		}
	}
	for again := true; again; {
		again = false
		for k, ks := range m.s.Kustomizations {
			if ks.Object >= 0 && !a.goes[k] && m.mayBeDeleted(ks.Object, c, a) {
				a.goes[k], again = true, true
			}
		}
	}
}

// mayBeDeleted says whether a controller may delete an object.
func (m *Model) mayBeDeleted(o int, c *cluster, a *outlook) bool {
	for p := range m.s.Kustomizations {
		r := &c.ks[p].run
		if r.left&bit(o) != 0 || int(r.pending) == o && r.phase != idle {
			return true
		}
		kept := a.spared[p]
		if a.goes[p] && a.specs[p]&m.less.deletes[p] != 0 {
			kept = 0
		}
		if m.mayList(p, c, a)&^kept&bit(o) != 0 {
			return true
		}
	}
	return false
}

// mayList gives the objects that some inventory of a Kustomization lists, or may
// come to list.
func (m *Model) mayList(k int, c *cluster, a *outlook) uint16 {
	ks := &c.ks[k]
	r := &ks.run
	all := a.builds[k] | r.view.inventory | r.left | r.survivors
	for i := range ks.n {
		all |= ks.versions[i].inventory
	}
	if r.phase >= applying && r.phase != finalizing {
		all |= m.rendered(k, r.build)
	}
	return all
}

// endedFor gives the objects that do not exist, or are being deleted, and that
// nobody will create again. To delete one of them again does nothing. The
// subject is none of them, so that its deletion is seen.
func (m *Model) endedFor(c *cluster, a *outlook) (set uint16) {
	coming := m.less.made[c.stage]
	for k := range m.s.Kustomizations {
		coming |= a.builds[k]
		if r := &c.ks[k].run; r.phase == applying {
			coming |= m.rendered(k, r.build)
		}
	}
	for o := range m.s.Objects {
		k := m.s.Objects[o].Kustomization
		going := k >= 0 && c.ks[k].n > 0 && c.ks[k].api().deleting
		if o != m.s.Subject && (!c.objects[o].exists || going) && coming&bit(o) == 0 {
			set |= bit(o)
		}
	}
	return set
}
