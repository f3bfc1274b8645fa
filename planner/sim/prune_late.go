package sim

import "math/bits"

// mostLate bounds the objects of a prune whose ways to fail are given at once.
const mostLate = 4

// late says whether the rest of a prune is looked at in its shorter form.
func (m *Model) late(r *run) bool {
	return m.may(JoinFailures, true) && r.survivors == 0 && bits.OnesCount16(r.left) <= mostLate
}

// settled says of the objects that a run has yet to test which of them it will
// not delete, whenever it tests them: those that are missing, or another one's.
// Only this Kustomization writes its own label, and it does not apply them in
// this run.
func (m *Model) settled(k int, c *cluster) (set uint16) {
	r := &c.ks[k].run
	for o := range m.s.Objects {
		live := c.objects[o]
		if r.left&bit(o) != 0 && int(r.pending) != o && m.may(JoinFailures, !live.exists || live.owner != int8(k)) {
			set |= bit(o)
		}
	}
	return set
}

// prunesLate gives the steps of a prune in which deletions fail, and what is
// settled is passed over, only at its end.
func (p *stepper) prunesLate(k int) {
	r := &p.from.ks[k].run
	open := r.left &^ p.m.settled(k, &p.from)
	p.failsLate(k, open)
	switch {
	case r.pending >= 0:
		p.deletes(k, int(r.pending), p.from)
	case open != 0:
		for o := range p.m.s.Objects {
			if open&bit(o) != 0 {
				p.tests(k, o)
			}
		}
	default:
		p.succeeds(k)
	}
}

// failsLate gives the ends of a run that could not delete, or not read, some
// of what is left, open being what it has not settled.
func (p *stepper) failsLate(k int, open uint16) {
	r := &p.from.ks[k].run
	if !p.m.rules.keepsSurvivors {
		if p.mayFail(k, open) {
			p.fallsShort(k, FailsToPrune, p.m.listed(k, r))
		}
		return
	}
	settled := r.left &^ open
	for some := settled; ; some = (some - 1) & settled { // every subset
		if open|some != 0 {
			p.fallsShort(k, FailsToPrune, p.m.listed(k, r)|open|some)
		}
		if some == 0 {
			return
		}
	}
}

// mayFail says whether a deletion may be sent now, so that it can fail.
func (p *stepper) mayFail(k int, open uint16) bool {
	for o := range p.m.s.Objects {
		if open&bit(o) != 0 && (int(p.from.ks[k].run.pending) == o || !p.from.objects[o].guarded()) {
			return true
		}
	}
	return false
}
