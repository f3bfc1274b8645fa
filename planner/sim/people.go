package sim

import (
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// stage is a stage as a list of items, one bit of cluster.done each.
type stage struct {
	items []item
	all   uint32
}

// item is an act, or a condition that one needs or leaves.
type item struct {
	act   *scene.Act       // an act
	needs uint32           // of an act: the items to be seen first
	cond  *scene.Condition // a condition
	after uint32           // of a condition: the act it is looked for after
}

func newStage(st scene.Stage) stage {
	var s stage
	for i := range st.Acts {
		act := &st.Acts[i]
		var needs uint32
		for j := range act.Needs {
			needs |= 1 << len(s.items)
			s.items = append(s.items, item{cond: &act.Needs[j]})
		}
		own := uint32(1) << len(s.items)
		s.items = append(s.items, item{act: act, needs: needs})
		for j := range act.Leaves {
			s.items = append(s.items, item{cond: &act.Leaves[j], after: own})
		}
	}
	s.all = 1<<len(s.items) - 1
	return s
}

// look ticks off what people can see now, and goes on to the next stage when
// all of one is done and seen. Seeing something as early as possible allows
// everything that seeing it later allows.
func (m *Model) look(c *cluster) {
	for int(c.stage) < len(m.stages) {
		st := &m.stages[c.stage]
		for i, it := range st.items {
			if it.cond != nil && c.done&(1<<i) == 0 && c.done&it.after == it.after && m.holds(it.cond, c) {
				c.done |= 1 << i
			}
		}
		if c.done != st.all {
			return
		}
		c.stage, c.done = c.stage+1, 0
	}
}

// acts gives what people may do next.
func (p *stepper) acts() {
	if int(p.from.stage) >= len(p.m.stages) {
		return
	}
	for i, it := range p.m.stages[p.from.stage].items {
		if it.act == nil || p.from.done&(1<<i) != 0 || p.from.done&it.needs != it.needs {
			continue
		}
		c := p.from
		c.done |= 1 << i
		p.m.do(it.act, &c)
		p.to(Event{Kind: Acts, Kustomization: -1, Object: -1, Number: int16(i)}, &c)
	}
}

// published gives the last commit that sources may fetch.
func (m *Model) published(c *cluster) uint8 {
	last := 0
	for i := range m.stages {
		if i > int(c.stage) {
			break
		}
		for j, it := range m.stages[i].items {
			done := i < int(c.stage) || c.done&(1<<j) != 0
			if it.act != nil && it.act.Kind == scene.Publish && done {
				last = max(last, it.act.Commit)
			}
		}
	}
	return uint8(last)
}

// do is what an act does to the cluster.
func (m *Model) do(act *scene.Act, c *cluster) {
	switch act.Kind {
	case scene.Guard:
		if o := &c.objects[act.Object]; o.exists && !o.guard { // R5.11
			o.hand = true
		}
	case scene.Unguard:
		o := &c.objects[act.Object] // the annotation goes, whoever set it
		o.guard, o.hand = false, false
	case scene.Delete:
		m.remove(act.Object, c)
	case scene.Remove:
		if c.ks[act.Kustomization].n > 0 {
			m.remove(m.s.Kustomizations[act.Kustomization].Object, c)
		}
	case scene.Make:
		m.make(act, c)
	case scene.Switch, scene.Suspend, scene.Resume, scene.Orphan, scene.Request:
		if c.ks[act.Kustomization].n > 0 {
			m.editByHand(act, c)
		}
	}
}

func (m *Model) make(act *scene.Act, c *cluster) {
	o := &c.objects[m.s.Kustomizations[act.Kustomization].Object]
	if !o.exists {
		*o = object{exists: true, owner: -1}
	}
	m.write(act.Kustomization, uint8(act.Spec), c)
}

func (m *Model) editByHand(act *scene.Act, c *cluster) {
	ks := &c.ks[act.Kustomization]
	v := *ks.api()
	switch act.Kind {
	case scene.Switch: // whoever makes a root sets the fields that its spec sets, like a parent
		m.write(act.Kustomization, uint8(act.Spec), c)
		return
	case scene.Suspend:
		v.handSuspend = v.handSuspend || !m.specOf(act.Kustomization, &v).Suspend // R5.11
	case scene.Resume:
		v.handSuspend = false
	case scene.Orphan:
		v.handOrphan = true
	case scene.Request:
		v.request++
	}
	m.edit(ks, v)
}
