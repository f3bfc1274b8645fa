package verify

import "github.com/fluxmigrate/fluxmigrate/planner/scene"

// lastStage of an apply (R5.4).
const lastStage = 2

// built is what a build has.
func built(b scene.Build) (s set) {
	for _, p := range b.Puts {
		s |= only(p.Object)
	}
	return s
}

// settle moves a run on to its next step that reads or writes anything.
func (m *model) settle(s *state, k int) {
	for r := &s.kustomizations[k].run; r.todo|r.doomed == 0; {
		switch {
		case r.phase == reading:
			r.phase = writing // everything of the stage was read
		case r.phase == writing && r.writes != 0:
			return
		case r.phase == writing && r.stage < lastStage:
			m.startStage(s, k, r.stage+1)
		case r.phase == writing:
			r.phase, r.stage, r.todo, r.prunes = pruning, 0, r.prunes, 0
		case r.phase == pruning:
			r.phase = ending
		case r.phase == finalizing:
			r.phase = leaving
		default:
			return
		}
	}
}

// startStage begins a stage of the apply. What would be read alike at any instant
// of the run is read now (join.go).
func (m *model) startStage(s *state, k int, stage uint8) {
	r := &s.kustomizations[k].run
	r.phase, r.stage = reading, stage
	for _, p := range m.Kustomizations[k].Builds[r.build].Puts {
		if p.Stage == int(stage) && !m.decideEarly(s, k, p) {
			r.todo |= only(p.Object)
		}
	}
}

// read reads one object of the stage, whichever, and decides whether it will be
// written (R5.5).
func (t *turn) read(k int) {
	r := t.running(k)
	for _, p := range t.m.Kustomizations[k].Builds[r.build].Puts {
		if !r.todo.has(p.Object) {
			continue
		}
		may, must := t.m.writes(t.from, k, p)
		if may {
			t.reads(k, p, "reads, and will write,", true)
		}
		if !must {
			t.reads(k, p, "reads, and will not write,", false)
		}
	}
}

func (t *turn) reads(k int, p scene.Put, verb string, write bool) {
	t.step(t.does(k, verb, t.m.nameObject(p.Object)), func(s *state) {
		t.m.decide(s, k, p, write)
		r := &s.kustomizations[k].run
		r.todo = r.todo.minus(only(p.Object))
		t.m.settle(s, k)
	})
}

// decide notes what a run has read of an object: that it will be written, or that
// it is skipped.
func (m *model) decide(s *state, k int, p scene.Put, write bool) {
	r := &s.kustomizations[k].run
	if write {
		r.writes |= only(p.Object)
	}
	if !m.listsSkipped && m.skips(s.objects[p.Object], p) {
		r.skipped |= only(p.Object)
	}
}

// skips says whether an apply leaves an object alone whatever it is like (R5.6).
func (m *model) skips(o object, p scene.Put) bool {
	return p.Take == scene.TakesNone || o.frozen || p.Take == scene.IfAbsent && o.exists
}

// writes says whether a run that reads an object now may write it, and whether it
// will in any case. A guard that somebody else holds as well is live whatever the
// manifest says of it: a dry-run need not show a difference then.
func (m *model) writes(s *state, k int, p scene.Put) (may, must bool) {
	o := s.objects[p.Object]
	switch {
	case m.skips(o, p):
		return false, false
	case !o.exists, int(o.owner) != k:
		return true, true
	case o.guard != p.Guard && !o.handGuard:
		return true, true
	}
	child := m.Objects[p.Object].Kustomization
	return true, child >= 0 && int(s.kustomizations[child].current().spec) != p.Spec
}

// write writes one object that was read, whichever.
func (t *turn) write(k int) {
	r := t.running(k)
	for _, p := range t.m.Kustomizations[k].Builds[r.build].Puts {
		if !r.writes.has(p.Object) {
			continue
		}
		t.step(t.does(k, "writes", t.m.nameObject(p.Object)), func(s *state) {
			t.m.apply(s, k, p)
			r := &s.kustomizations[k].run
			r.writes = r.writes.minus(only(p.Object))
			t.m.settle(s, k)
		})
	}
}
