package verify

// prune deletes what is left to do, one object at a time and in any order: it reads
// it, and, if that says so, deletes it in a step of its own (R0.2, R0.5). Finalize
// does the same (R0.3).
func (t *turn) prune(k int) {
	r := t.running(k)
	for o := range t.m.Objects {
		switch {
		case r.doomed.has(o):
			t.delete(k, o)
			t.keep(k, o)
		case r.doomed == 0 && r.todo.has(o):
			t.test(k, o)
			t.keep(k, o)
		}
	}
}

// test reads an object: a label that names another one and a guard save it (R6.3, R6.4).
func (t *turn) test(k, o int) {
	name := t.m.nameObject(o)
	if live := t.from.objects[o]; !live.exists || int(live.owner) != k || live.guarded() {
		t.step(t.does(k, "reads, and passes over,", name), func(s *state) { t.m.tested(s, k, o, 0) })
		return
	}
	will := t.does(k, "reads, and will delete,", name)
	if t.m.isPrivate(k, o) {
		t.onwards(t.from, will).delete(k, o)
		return
	}
	t.step(will, func(s *state) { t.m.tested(s, k, o, only(o)) })
}

func (m *model) tested(s *state, k, o int, doomed set) {
	r := &s.kustomizations[k].run
	r.todo, r.doomed = r.todo.minus(only(o)), doomed
	m.settle(s, k)
}

// delete asks for nothing any more: whoever has written the object meanwhile, it
// goes (R0.5).
func (t *turn) delete(k, o int) {
	t.step(t.does(k, "deletes", t.m.nameObject(o)), func(s *state) {
		t.m.delete(s, o)
		t.m.tested(s, k, o, 0)
	})
}

// keep is a read or a deletion that fails. Prune goes on with the next object and
// remembers this one (R2.11); a finalizer fails as a whole, see fail.
func (t *turn) keep(k, o int) {
	if t.running(k).phase != pruning {
		return
	}
	t.step(t.does(k, "fails to delete", t.m.nameObject(o)), func(s *state) {
		s.kustomizations[k].run.kept |= only(o)
		t.m.tested(s, k, o, 0)
	})
}

// leave is the end of finalize: the Kustomization is gone (R7.2).
func (t *turn) leave(k int) {
	t.step(t.does(k, "takes its finalizer off", ""), func(s *state) { t.m.remove(s, k) })
}
