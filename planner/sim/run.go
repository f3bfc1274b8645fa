package sim

// begins gives the runs that may begin: one for each version that the cache
// may show (R2.1, R2.4).
func (p *stepper) begins(k int) {
	for i := range p.from.ks[k].n {
		c := p.from
		c.ks[k].see(int(i))
		p.view = int8(i)
		p.begin(k, int(i), &c)
	}
	p.view = 0
}

func (p *stepper) begin(k, i int, c *cluster) {
	ks := &c.ks[k]
	view := ks.versions[0]
	ks.run.view = view
	begun := Begins
	switch {
	case view.deleting:
		ks.run.phase = finalizing
		if !p.m.keeps(k, &view) {
			ks.run.left = view.inventory
		}
		begun = Finalizes
	case !view.finalizer: // R1.8
		v := *ks.api()
		v.finalizer = true
		ks.push(v)
		over(ks)
		begun = Passes
	case p.m.suspended(k, &view):
		if ks.ready && view.alike(*ks.api()) { // R2.12
			ks.observed = true
		}
		over(ks)
		begun = Passes
	default:
		ks.run.phase = viewed
		if p.m.less != nil && p.m.less.fixed[k] || p.m.may(JoinLook, true) {
			p.reads(k, *c)
			return
		}
	}
	p.to(Event{Kind: begun, Kustomization: int8(k), Object: -1, Number: int16(i)}, c)
}

// reads has the run read its source. Where nobody looks at its Ready and it
// has no dependency, the work begins with that: what lies between shows
// nowhere else.
func (p *stepper) reads(k int, c cluster) {
	r := &c.ks[k].run
	if source := p.m.s.Kustomizations[k].Source; source >= 0 {
		r.commit = c.sources[source]
	}
	r.phase = sourced
	if len(p.m.specOf(k, &r.view).DependsOn) == 0 && (!p.watched(k) && !p.m.lagging[k] || p.m.may(JoinWork, p.m.quiet(k, &c, &p.ahead))) {
		p.works(k, c)
		return
	}
	p.to(Event{Kind: Reads, Kustomization: int8(k), Object: -1, Number: int16(r.commit)}, &c)
}

// depends looks at the next dependency, live, or begins the work.
func (p *stepper) depends(k int) {
	c := p.from
	r := &c.ks[k].run
	on := p.m.specOf(k, &r.view).DependsOn
	if int(r.next) == len(on) {
		p.works(k, c)
		return
	}
	d := on[r.next]
	dep := &c.ks[d.On]
	if dep.n == 0 || !dep.ready || !dep.observed || d.SameSource && dep.applied != int8(r.commit) {
		return // it fails, as it may at any point
	}
	r.next++
	if int(r.next) == len(on) && p.m.may(JoinWork, p.m.quiet(k, &c, &p.ahead)) {
		p.works(k, c)
		return
	}
	p.to(Event{Kind: Depends, Kustomization: int8(k), Object: -1, Number: int16(d.On)}, &c)
}

// works begins the work: Ready becomes unknown, the cache has caught up, and
// the build is made.
func (p *stepper) works(k int, c cluster) {
	ks := &c.ks[k]
	stays := ks.ready && p.m.depended[k]
	ks.ready = false
	ks.see(int(ks.n) - 1)
	r := &ks.run
	builds := p.m.builds[k][r.view.spec][r.commit]
	if len(builds) == 0 {
		over(ks)
		p.to(Event{Kind: Unclear, Kustomization: int8(k), Object: -1, Number: -1}, &c)
	}
	r.next = 0
	for _, i := range builds {
		if p.m.s.Kustomizations[k].Builds[i].After <= p.m.reached(&c) {
			p.builds(k, i, stays, c)
		}
	}
}

// reached gives the latest commit that a source is at.
func (m *Model) reached(c *cluster) int {
	latest := 0
	for i := range m.s.Sources {
		latest = max(latest, int(c.sources[i]))
	}
	return latest
}

// builds makes one build. Ready may stay as it is while it works: what a run
// writes of its status is what differs from its view, and that may be of a time
// when the run before was at work (R2.6). Only dependencies are taken in by
// that: people see that it is reconciling (V2).
func (p *stepper) builds(k, i int, stays bool, c cluster) {
	build := &p.m.s.Kustomizations[k].Builds[i]
	ks := &c.ks[k]
	switch {
	case build.Unknown != "":
		over(ks)
		p.to(Event{Kind: Unclear, Kustomization: int8(k), Object: -1, Number: int16(i)}, &c)
	case build.Fails:
		over(ks)
		p.to(Event{Kind: CannotBuild, Kustomization: int8(k), Object: -1, Number: int16(i)}, &c)
	default:
		p.m.build(k, i, &c)
		e := Event{Kind: Builds, Kustomization: int8(k), Object: -1, Number: int16(i)}
		p.to(e, &c)
		if stays {
			ks.ready = true
			p.to(e, &c)
		}
	}
}

// build makes a build the run's own: what it is to apply, and to prune.
func (m *Model) build(k, i int, c *cluster) {
	ks := &c.ks[k]
	r := &ks.run
	r.build, r.phase = uint16(i), applying
	if m.specOf(k, &r.view).Prune {
		r.left = r.view.inventory &^ m.rendered(k, r.build)
	}
	puts := m.s.Kustomizations[k].Builds[i].Puts
	if len(puts) == 0 {
		m.applied(k, ks)
	}
	if m.less == nil {
		return
	}
	for j, put := range puts {
		if m.less.kept[put.Object] || m.may(DecideEarly, m.readsAlike(put, c)) {
			m.setPut(k, j, m.reading(k, put, c), c)
		}
	}
	m.joinApply(k, ks)
}

// rendered gives what a build renders.
func (m *Model) rendered(k int, build uint16) uint16 {
	var set uint16
	for _, put := range m.s.Kustomizations[k].Builds[build].Puts {
		set |= bit(put.Object)
	}
	return set
}

// listed gives what a run that has applied its build lists: all of it, but for
// what some versions leave out (R8.2).
func (m *Model) listed(k int, r *run) uint16 {
	set := m.rendered(k, r.build)
	for i, put := range m.s.Kustomizations[k].Builds[r.build].Puts {
		if r.put(i) == putSkips {
			set &^= bit(put.Object)
		}
	}
	return set
}

// applied goes on from the apply to the prune. What was skipped is not pruned,
// listed or not.
func (m *Model) applied(k int, ks *kustomization) {
	r := &ks.run
	r.phase = pruning
	for i := range m.s.Kustomizations[k].Builds[r.build].Puts {
		if r.put(i) != putSkips {
			r.setPut(i, putOpen) // states that differ in nothing else are one
		}
	}
}

// ends writes the second half of the end of a run (R2.6).
func (p *stepper) ends(k int, c cluster) {
	for i, inventory := range p.m.written(k, &c, &p.ahead, p.m.listed(k, &c.ks[k].run)) {
		ended := c
		p.m.end(k, inventory, &ended)
		p.to(Event{Kind: Ends, Kustomization: int8(k), Object: -1, Number: int16(i)}, &ended)
	}
}

// written gives what the inventory may be when a run has written a list. Where
// that is the inventory of its view, the one that is there may stay: what is
// written is the difference to the view. It need not, as the inventories may
// differ in objects that are not here.
func (m *Model) written(k int, c *cluster, a *outlook, list uint16) []uint16 {
	if m.less != nil {
		list &= m.listedOf(k, c, a)
	}
	if there := c.ks[k].api().inventory; list == c.ks[k].run.view.inventory && list != there {
		return []uint16{list, there}
	}
	return []uint16{list}
}

func (m *Model) end(k int, inventory uint16, c *cluster) {
	ks := &c.ks[k]
	r := &ks.run
	v := *ks.api()
	v.inventory = inventory
	ks.push(v)
	ks.ready, ks.applied, ks.observed = true, int8(r.commit), r.view.alike(v)
	over(ks)
}
