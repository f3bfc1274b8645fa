package sim

import (
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// applies gives the steps of an apply: all objects of a stage are read, then
// those that differ are written (R5.4, R5.5).
func (p *stepper) applies(k int) {
	r := &p.from.ks[k].run
	puts := p.m.s.Kustomizations[k].Builds[r.build].Puts
	stage, reading := stageOf(r, puts)
	for i, put := range puts {
		switch {
		case put.Stage != stage:
		case reading && r.put(i) == putOpen:
			p.readsObject(k, i, put)
		case !reading && r.put(i) == putWrites:
			p.writes(k, i, put)
		}
	}
}

// stageOf gives the stage an apply is in, and whether it still reads there.
func stageOf(r *run, puts []scene.Put) (stage int, reading bool) {
	stage = 3
	for i, put := range puts {
		if r.put(i) < putDone && put.Stage < stage {
			stage = put.Stage
		}
	}
	for i, put := range puts {
		if put.Stage == stage && r.put(i) == putOpen {
			return stage, true
		}
	}
	return stage, false
}

func (p *stepper) readsObject(k, i int, put scene.Put) {
	live := p.from.objects[put.Object]
	switch {
	case put.Take == scene.TakesNone, live.frozen && live.exists, put.Take == scene.IfAbsent && live.exists:
		p.skips(k, i, put)
	case put.Take == scene.IfAbsent, p.differs(k, put, live):
		p.put(WillWrite, k, i, put)
	default: // another field of it may differ
		p.put(LeavesAlone, k, i, put)
		p.put(WillWrite, k, i, put)
	}
}

// differs says whether what was read is surely not what the manifest says.
func (p *stepper) differs(k int, put scene.Put, live object) bool {
	if !live.exists || live.owner != int8(k) || live.guard != put.Guard && !live.hand {
		return true // a guard by hand is there, whatever the manifest says
	}
	child := p.m.s.Objects[put.Object].Kustomization
	if child < 0 || p.from.ks[child].n == 0 {
		return false
	}
	v := p.from.ks[child].api()
	spec := &p.m.s.Kustomizations[child].Specs[put.Spec]
	return v.spec != uint8(put.Spec) || v.handSuspend && !keepsSuspend(spec) || v.handOrphan && spec.SetsPolicy
}

// put notes what a run has done with an object that it read.
func (p *stepper) put(e EventKind, k, i int, put scene.Put) {
	c := p.from
	to := uint32(putDone)
	if e == WillWrite {
		to = putWrites
	}
	p.m.setPut(k, i, to, &c)
	p.to(Event{e, int8(k), int8(put.Object), 0}, &c)
}

// skips leaves an object alone whatever it is like (R5.6).
func (p *stepper) skips(k, i int, put scene.Put) {
	if !p.m.rules.forgetsSkipped {
		p.put(LeavesAlone, k, i, put)
		return
	}
	c := p.from
	p.m.setPut(k, i, putSkips, &c)
	p.to(Event{LeavesAlone, int8(k), int8(put.Object), 0}, &c)
}

func (m *Model) setPut(k, i int, to uint32, c *cluster) {
	ks := &c.ks[k]
	ks.run.setPut(i, to)
	for j := range m.s.Kustomizations[k].Builds[ks.run.build].Puts {
		if ks.run.put(j) < putDone {
			return
		}
	}
	m.applied(k, ks)
}

// writes writes an object: it is there afterwards, this Kustomization's own
// (R5.1, R5.2).
func (p *stepper) writes(k, i int, put scene.Put) {
	c := p.from
	o := &c.objects[put.Object]
	if !o.exists {
		*o = object{}
	}
	o.exists, o.owner, o.guard = true, int8(k), put.Guard
	if child := p.m.s.Objects[put.Object].Kustomization; child >= 0 {
		p.m.write(child, uint8(put.Spec), &c)
	}
	p.m.setPut(k, i, putDone, &c)
	p.to(Event{Writes, int8(k), int8(put.Object), 0}, &c)
}

// write gives a Kustomization a spec, and creates it where it is missing.
func (m *Model) write(child int, number uint8, c *cluster) {
	ks := &c.ks[child]
	if ks.n == 0 {
		ks.applied = -1
		ks.push(version{spec: number})
		return
	}
	v := *ks.api()
	spec := &m.s.Kustomizations[child].Specs[number]
	v.spec = number
	v.handSuspend = v.handSuspend && keepsSuspend(spec)
	v.handOrphan = v.handOrphan && !spec.SetsPolicy // R5.12
	m.edit(ks, v)
}

// keepsSuspend says whether a suspend by hand outlives a write of that spec:
// one that says nothing of it (R5.12), or says the same (R5.11).
func keepsSuspend(s *scene.Spec) bool { return !s.SetsSuspend || s.Suspend }

// edit stores a version; another generation is not observed yet.
func (m *Model) edit(ks *kustomization, v version) {
	if !v.alike(*ks.api()) {
		ks.observed = false
	}
	ks.push(v)
}
