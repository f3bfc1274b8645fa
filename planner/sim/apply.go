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
	switch read := p.m.reading(k, put, &p.from); read {
	case putDone: // another field of it may differ
		p.put(LeavesAlone, k, i, put, putDone)
		p.put(WillWrite, k, i, put, putWrites)
	case putWrites:
		p.put(WillWrite, k, i, put, read)
	case putSkips:
		p.put(LeavesAlone, k, i, put, read)
	}
}

// reading decides by what is live (R5.5, R5.6).
func (m *Model) reading(k int, put scene.Put, c *cluster) uint32 {
	live := c.objects[put.Object]
	switch {
	case put.Take == scene.TakesNone, live.frozen && live.exists, put.Take == scene.IfAbsent && live.exists:
		return putSkips
	case put.Take == scene.IfAbsent, m.differs(k, put, c):
		return putWrites
	}
	return putDone
}

// differs says whether what was read is surely not what the manifest says.
func (m *Model) differs(k int, put scene.Put, c *cluster) bool {
	live := c.objects[put.Object]
	if !live.exists || live.owner != int8(k) || live.guard != put.Guard && !live.hand {
		return true // a guard by hand is there, whatever the manifest says
	}
	child := m.s.Objects[put.Object].Kustomization
	if child < 0 || c.ks[child].n == 0 {
		return false
	}
	v := c.ks[child].api()
	spec := &m.s.Kustomizations[child].Specs[put.Spec]
	return v.spec != uint8(put.Spec) || v.handSuspend && !keepsSuspend(spec) || v.handOrphan && spec.SetsPolicy
}

// put notes what a run has done with an object that it read.
func (p *stepper) put(e EventKind, k, i int, put scene.Put, to uint32) {
	c := p.from
	p.m.setPut(k, i, to, &c)
	p.to(Event{Kind: e, Kustomization: int8(k), Object: int8(put.Object)}, &c)
}

func (m *Model) setPut(k, i int, to uint32, c *cluster) {
	ks := &c.ks[k]
	if to == putSkips && !m.rules.forgetsSkipped {
		to = putDone
	}
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
	p.to(Event{Kind: Writes, Kustomization: int8(k), Object: int8(put.Object)}, &c)
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
