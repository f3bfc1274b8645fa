package sim

// forgetEntries forgets the places in inventories that make no difference any
// more.
func (m *Model) forgetEntries(k int, c *cluster, a *outlook) {
	ks := &c.ks[k]
	listed := m.listedOf(k, c, a)
	for i := range ks.n {
		ks.versions[i].inventory &= listed
	}
	ks.run.view.inventory &= listed
	if m.may(DropEntries, listed&m.mayList(k, c, a)&^(a.spared[k]&a.always[k]&ks.api().inventory) == 0) {
		m.levelEntries(ks)
	}
	ks.merge()
}

// levelEntries has older versions, and a view, list what the API has.
func (m *Model) levelEntries(ks *kustomization) {
	for i := range ks.n {
		ks.versions[i].inventory = ks.api().inventory
	}
	if ks.run.phase != idle && ks.run.phase != finalizing {
		ks.run.view.inventory = ks.api().inventory
	}
}

// listedOf gives the objects of which it matters, from a state on, whether a
// Kustomization lists them.
func (m *Model) listedOf(k int, c *cluster, a *outlook) uint16 {
	listed := m.less.listed[k]
	if listed == 0 || m.less.on&DropEntries == 0 {
		return listed
	}
	idle := (a.spared[k] | a.ended) &^ a.inspected[k]
	if m.may(DropEntries, m.mayList(k, c, a)&listed&^idle == 0) {
		return 0
	}
	return listed &^ (a.spared[k] & a.always[k] & m.lists(k, c) &^ a.inspected[k])
}

// lists gives the objects that every inventory of a Kustomization lists: those
// of its versions, of its view, and the one that its run will write.
func (m *Model) lists(k int, c *cluster) uint16 {
	ks := &c.ks[k]
	all := ^uint16(0)
	for i := range ks.n {
		all &= ks.versions[i].inventory
	}
	if ks.run.phase != idle && ks.run.phase != finalizing {
		all &= ks.run.view.inventory
	}
	if ks.run.phase >= applying && ks.run.phase != finalizing {
		all &= m.rendered(k, ks.run.build)
	}
	return all
}
