package sim

import "slices"

// showsStatus says whether somebody looks, or will look, at the Ready of a
// Kustomization that has applied that commit last.
func (m *Model) showsStatus(k int, commit int8, c *cluster, a *outlook) bool {
	return a.watched[k] && !m.may(DropStatus, !m.asksFor(k, commit, c, a))
}

// asksFor says whether anything may still ask whether a Kustomization has
// applied that very commit: a condition that names it, or a dependent that has
// read it or may read it, as sources only go forward.
func (m *Model) asksFor(k int, commit int8, c *cluster, a *outlook) bool {
	switch {
	case m.less.anyCommit[k]:
		return true
	case commit < 0:
		return false
	case a.named[k]&(1<<commit) != 0:
		return true
	}
	return slices.ContainsFunc(m.less.dependents[k], func(d int) bool {
		r := &c.ks[d].run
		return commit >= m.commitOf(d, c) || r.phase == sourced && int8(r.commit) == commit
	})
}

// commitOf gives the commit that a run of a Kustomization would read now.
func (m *Model) commitOf(k int, c *cluster) int8 {
	if source := m.s.Kustomizations[k].Source; source >= 0 {
		return int8(c.sources[source])
	}
	return 0
}
