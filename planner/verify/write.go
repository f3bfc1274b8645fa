package verify

import "github.com/fluxmigrate/fluxmigrate/planner/scene"

// edit makes a new version of a Kustomization, unless nothing changes. The cache
// may go on showing those before. One that does not exist is left alone.
func (s *state) edit(k int, change func(*version)) {
	z := &s.kustomizations[k]
	if !z.exists {
		return
	}
	old := z.current()
	v := old
	change(&v)
	if v == old {
		return
	}
	if !v.sameSpec(old) {
		z.observed = false
	}
	z.versions[z.n] = v
	z.n++
}

// apply is one write of an apply: it takes the object, and creates it where it is
// missing. A guard by hand stays (R5.1, R5.11).
func (m *model) apply(s *state, k int, p scene.Put) {
	o := &s.objects[p.Object]
	o.exists, o.owner, o.guard = true, int8(k), p.Guard
	if child := m.Objects[p.Object].Kustomization; child >= 0 {
		m.give(s, child, p.Spec)
	}
}

// give gives a Kustomization a spec, and creates it where it is missing. Edits by
// hand stay, but for fields that the spec sets (R5.12), and with a suspend that it
// sets to the same (R5.11); a deletion is not called back (R5.13).
func (m *model) give(s *state, k, spec int) {
	if !s.kustomizations[k].exists {
		s.kustomizations[k] = kustomization{exists: true, applied: none, n: 1}
		s.kustomizations[k].versions[0].spec = uint8(spec)
		return
	}
	s.edit(k, func(v *version) { *v = m.given(*v, k, spec) })
}

// given is a version with another spec.
func (m *model) given(v version, k, spec int) version {
	sets := m.Kustomizations[k].Specs[spec]
	v.spec = uint8(spec)
	v.suspend = v.suspend && (!sets.SetsSuspend || sets.Suspend)
	v.orphan = v.orphan && !sets.SetsPolicy
	return v
}

// delete is a request to delete an object, by whomever. A Kustomization with its
// finalizer is only marked; the end of it cannot be called off, so that the request
// counts as its loss.
func (m *model) delete(s *state, o int) {
	if !s.objects[o].exists {
		return
	}
	k := m.Objects[o].Kustomization
	switch {
	case k < 0:
		m.vanish(s, o)
	case !s.kustomizations[k].current().finalizer:
		m.remove(s, k)
	default:
		s.edit(k, func(v *version) { v.deleting = true })
		s.lost = s.lost || o == m.Subject
	}
}

// remove takes a Kustomization away, with everything that was known of it.
func (m *model) remove(s *state, k int) {
	s.kustomizations[k] = kustomization{}
	if o := m.Kustomizations[k].Object; o >= 0 {
		m.vanish(s, o)
	}
}

func (m *model) vanish(s *state, o int) {
	s.objects[o] = gone
	s.lost = s.lost || o == m.Subject
}
