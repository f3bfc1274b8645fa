package sim

// forget takes out of a state what nobody looks at.
func (m *Model) forget(c *cluster) {
	var a outlook
	m.ahead(c, &a)
	for k := range m.s.Kustomizations {
		if c.ks[k].n == 0 {
			continue
		}
		m.forgetStatus(k, c, &a)
		m.forgetEntries(k, c, &a)
		m.dropVersions(k, c, &a)
		m.forgetRun(k, c, &a)
	}
}

func (m *Model) forgetStatus(k int, c *cluster, a *outlook) {
	ks := &c.ks[k]
	if !m.showsStatus(k, ks.applied, c, a) {
		ks.applied, ks.ready, ks.observed = -1, false, false
	}
	if !a.asked[k] {
		ks.handled, ks.run.view.request = 0, 0
		for i := range ks.n {
			ks.versions[i].request = 0
		}
	}
}

// dropVersions drops the oldest versions of the cache for as long as a run that
// begins with them would do nothing at all.
func (m *Model) dropVersions(k int, c *cluster, a *outlook) {
	ks := &c.ks[k]
	for ks.n > 1 && m.may(DropVersions, m.useless(k, c, a)) {
		ks.see(1)
	}
}

// useless says whether a run that begins with the oldest version passes, and
// that shows nowhere.
func (m *Model) useless(k int, c *cluster, a *outlook) bool {
	ks := &c.ks[k]
	v := &ks.versions[0]
	if v.deleting || a.asked[k] && ks.handled != v.request {
		return false
	}
	if !v.finalizer {
		return ks.api().finalizer
	}
	return m.suspended(k, v) && !ks.ready
}

// forgetRun forgets what a run under way does not need any more, and ends one
// whose end would show nowhere.
func (m *Model) forgetRun(k int, c *cluster, a *outlook) {
	ks := &c.ks[k]
	r := &ks.run
	if r.phase == sourced {
		m.worksNow(k, c, a)
	}
	if r.phase < applying {
		return
	}
	if m.endsAsItIs(k, c, a) {
		over(ks)
		return
	}
	if r.phase == finalizing || !m.rules.keepsSurvivors {
		r.left &^= m.settled(k, c)
	}
	if m.may(DropEntries, true) && r.pending < 0 {
		r.left &^= a.ended
	}
	request, inventory := r.view.request, ks.api().inventory
	if r.phase != finalizing && m.mayStay(k, c, a) {
		inventory = r.view.inventory
	}
	if r.phase != finalizing && m.showsStatus(k, int8(r.commit), c, a) {
		r.view.finalizer = false
	} else {
		r.commit, r.view = noCommit, version{}
	}
	r.view.request, r.view.inventory = request, inventory
	if r.phase != finalizing {
		r.build = m.firstLike(k, r)
	}
}

// noCommit is the commit of a run of which nobody will ask what it applied.
const noCommit = 255

// endsAsItIs says whether the end of a run would change nothing that is looked
// at, so that it makes no difference whether it ends, or fails, or goes on.
func (m *Model) endsAsItIs(k int, c *cluster, a *outlook) bool {
	ks := &c.ks[k]
	r := &ks.run
	switch r.phase {
	case pruning:
		return r.left|r.survivors == 0 && r.pending < 0 && m.listsAsItIs(k, c, a) &&
			!m.showsStatus(k, ks.applied, c, a) && !m.showsStatus(k, int8(r.commit), c, a)
	case ending:
		return m.may(JoinEnd, m.listsAsItIs(k, c, a) && ks.applied == int8(r.commit) && ks.observed == r.view.alike(*ks.api()) &&
			ks.handled == r.view.request)
	}
	return false
}

// listsAsItIs says whether a run that has applied everything lists what the API has.
func (m *Model) listsAsItIs(k int, c *cluster, a *outlook) bool {
	return m.listed(k, &c.ks[k].run)&m.listedOf(k, c, a) == c.ks[k].api().inventory
}

// mayStay says whether a run may list what its view has, which may not be what
// is there (see written).
func (m *Model) mayStay(k int, c *cluster, a *outlook) bool {
	r := &c.ks[k].run
	if m.rules.forgetsSkipped {
		return r.view.inventory&^m.rendered(k, r.build) == 0
	}
	return m.rendered(k, r.build)&m.listedOf(k, c, a)&^r.view.inventory == 0
}
