package sim

// prunes tests and deletes what left the build, one object at a time, and ends
// the run when nothing is left (R0.2, R0.5).
func (p *stepper) prunes(k int) {
	r := &p.from.ks[k].run
	switch {
	case p.m.late(r):
		p.prunesLate(k)
	case r.left != 0:
		p.deletions(k)
	case r.survivors != 0:
		p.fallsShort(k, FailsToPrune, p.m.surviving(k, r))
	default:
		p.succeeds(k)
	}
}

// succeeds ends a run that has pruned all that it could.
func (p *stepper) succeeds(k int) {
	c := p.from
	ks := &c.ks[k]
	if p.m.less == nil || p.showsStatus(k, ks.applied) || p.showsStatus(k, int8(ks.run.commit)) {
		p.unhealthy(k)
	}
	ks.ready = true
	ks.run.phase, ks.run.left = ending, 0
	if p.showsStatus(k, ks.applied) {
		p.to(Event{Kind: SaysReady, Kustomization: int8(k), Object: -1}, &c)
		return
	}
	p.ends(k, c) // nobody can tell the halves apart
}

// unhealthy fails the run after everything is done: the inventory is the new
// one, the commit was not applied (R6.2).
func (p *stepper) unhealthy(k int) {
	if list := p.m.listed(k, &p.from.ks[k].run); list != p.from.ks[k].api().inventory { // else as any failure
		p.fallsShort(k, FailsUnhealthy, list)
	}
}

// fallsShort ends a run that has written a new inventory and is not Ready.
func (p *stepper) fallsShort(k int, how EventKind, list uint16) {
	for i, inventory := range p.m.written(k, &p.from, &p.ahead, list) {
		c := p.from
		ks := &c.ks[k]
		v := *ks.api()
		v.inventory, ks.ready = inventory, false
		ks.push(v)
		over(ks)
		p.to(Event{Kind: how, Kustomization: int8(k), Object: -1, Number: int16(i)}, &c)
	}
}

// surviving gives what a run that could not delete everything lists (R2.11).
func (m *Model) surviving(k int, r *run) uint16 {
	if m.rules.keepsSurvivors {
		return m.listed(k, r) | r.survivors
	}
	return m.listed(k, r)
}

// deletions gives the steps of one object after the other: test, deletion.
func (p *stepper) deletions(k int) {
	r := &p.from.ks[k].run
	if r.pending >= 0 {
		p.deletes(k, int(r.pending), p.from)
		return
	}
	for o := range p.m.s.Objects {
		if r.left&bit(o) != 0 {
			p.tests(k, o)
		}
	}
}

func (p *stepper) tests(k, o int) {
	c := p.from
	r, live := &c.ks[k].run, c.objects[o]
	if !live.exists || live.owner != int8(k) || live.guarded() {
		p.spares(k, o, c)
		return
	}
	r.pending = int8(o)
	if p.m.less != nil && p.m.less.own[o] {
		p.deletes(k, o, c)
		return
	}
	p.to(Event{Kind: WillDelete, Kustomization: int8(k), Object: int8(o)}, &c)
}

// spares leaves an object alone, or fails to read it, which counts as a deletion
// that failed (R2.11). Where that is forgotten it is a run that is not healthy.
func (p *stepper) spares(k, o int, c cluster) {
	r := &c.ks[k].run
	r.left &^= bit(o)
	p.to(Event{Kind: Spares, Kustomization: int8(k), Object: int8(o)}, &c)
	if r.phase == pruning && p.m.rules.keepsSurvivors && !p.m.late(&p.from.ks[k].run) {
		r.survivors |= bit(o)
		p.to(Event{Kind: CannotDelete, Kustomization: int8(k), Object: int8(o)}, &c)
	}
}

func (p *stepper) deletes(k, o int, c cluster) {
	r := &c.ks[k].run
	r.left &^= bit(o)
	r.pending = -1
	if r.phase == pruning && !p.m.late(&p.from.ks[k].run) {
		failed := c
		failed.ks[k].run.survivors |= bit(o)
		p.to(Event{Kind: CannotDelete, Kustomization: int8(k), Object: int8(o)}, &failed)
	}
	p.m.remove(o, &c)
	p.to(Event{Kind: Deletes, Kustomization: int8(k), Object: int8(o)}, &c)
}

// remove is a deletion that the API server has accepted: a Kustomization with
// its finalizer is only marked (R7.9).
func (m *Model) remove(o int, c *cluster) {
	k := m.s.Objects[o].Kustomization
	if k >= 0 && c.ks[k].n > 0 && c.ks[k].api().finalizer {
		v := *c.ks[k].api()
		v.deleting = true
		c.ks[k].push(v)
		return
	}
	if k >= 0 {
		c.ks[k] = missing()
	}
	c.objects[o] = object{owner: -1}
}

// finalizes is the run of a Kustomization that is being deleted (R0.3).
func (p *stepper) finalizes(k int) {
	r := &p.from.ks[k].run
	if r.left != 0 {
		p.deletions(k)
		return
	}
	c := p.from
	c.ks[k] = missing()
	if o := p.m.s.Kustomizations[k].Object; o >= 0 {
		c.objects[o] = object{owner: -1}
	}
	p.to(Event{Kind: Vanishes, Kustomization: int8(k), Object: -1}, &c)
}
