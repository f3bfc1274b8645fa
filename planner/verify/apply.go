package verify

import "github.com/fluxmigrate/fluxmigrate/planner/scene"

// lastStage of an apply (R5.4).
const lastStage = 2

// puts is what a build has in one stage.
func puts(b scene.Build, stage int) (s set) {
	for _, p := range b.Puts {
		if p.Stage == stage {
			s |= only(p.Object)
		}
	}
	return s
}

// built is what a build has.
func built(b scene.Build) (s set) {
	for _, p := range b.Puts {
		s |= only(p.Object)
	}
	return s
}

// settle moves a run on to its next step that reads or writes anything.
func (m *model) settle(k int, r *run) {
	for r.todo|r.writes|r.doomed == 0 {
		switch r.phase {
		case reading:
			r.phase = writing
		case writing:
			m.nextStage(k, r)
		case pruning:
			r.phase = ending
		case finalizing:
			r.phase = leaving
		default:
			return
		}
	}
	if r.phase == reading && r.todo == 0 {
		r.phase = writing // everything of the stage was read
	}
}

// nextStage goes on to the next stage of the apply, and after the last one to prune.
func (m *model) nextStage(k int, r *run) {
	b := m.Kustomizations[k].Builds[r.build]
	if r.stage < lastStage {
		r.stage++
		r.phase, r.todo = reading, puts(b, r.stage)
		return
	}
	r.phase = pruning
	if m.spec(k, r.view).Prune {
		r.todo = r.view.inventory.minus(built(b))
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
			t.reads(k, p.Object, "reads, and will write,", only(p.Object))
		}
		if !must {
			t.reads(k, p.Object, "reads, and will not write,", 0)
		}
	}
}

func (t *turn) reads(k, o int, verb string, write set) {
	t.step(t.does(k, verb, t.m.nameObject(o)), func(s *state) {
		r := &s.kustomizations[k].run
		r.todo = r.todo.minus(only(o))
		r.writes |= write
		t.m.settle(k, r)
	})
}

// writes says whether a run that reads an object now may write it, and whether it
// will in any case. A guard that somebody else holds as well is live whatever the
// manifest says of it: a dry-run need not show a difference then.
func (m *model) writes(s *state, k int, p scene.Put) (may, must bool) {
	o := s.objects[p.Object]
	switch {
	case p.Take == scene.TakesNone, o.frozen, p.Take == scene.IfAbsent && o.exists:
		return false, false
	case !o.exists, o.owner != k:
		return true, true
	case o.guard != p.Guard && !o.handGuard:
		return true, true
	}
	child := m.Objects[p.Object].Kustomization
	return true, child >= 0 && s.kustomizations[child].current().spec != p.Spec
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
			t.m.settle(k, r)
		})
	}
}
