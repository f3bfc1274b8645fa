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
	live := t.from.objects[o]
	verb, doomed := "reads, and passes over,", set(0)
	if live.exists && live.owner == k && !live.guarded() {
		verb, doomed = "reads, and will delete,", only(o)
	}
	t.step(t.does(k, verb, t.m.nameObject(o)), func(s *state) {
		r := &s.kustomizations[k].run
		r.todo, r.doomed = r.todo.minus(only(o)), doomed
		t.m.settle(k, r)
	})
}

// delete asks for nothing any more: whoever has written the object meanwhile, it
// goes (R0.5).
func (t *turn) delete(k, o int) {
	t.step(t.does(k, "deletes", t.m.nameObject(o)), func(s *state) {
		t.m.delete(s, o)
		r := &s.kustomizations[k].run
		r.doomed = 0
		t.m.settle(k, r)
	})
}

// keep is a read or a deletion that fails. Prune goes on with the next object and
// remembers this one (R2.11); a finalizer fails as a whole, see fail.
func (t *turn) keep(k, o int) {
	if t.running(k).phase != pruning {
		return
	}
	t.step(t.does(k, "fails to delete", t.m.nameObject(o)), func(s *state) {
		r := &s.kustomizations[k].run
		r.todo, r.doomed = r.todo.minus(only(o)), 0
		r.kept |= only(o)
		t.m.settle(k, r)
	})
}

// leave is the end of finalize: the Kustomization is gone (R7.2).
func (t *turn) leave(k int) {
	t.step(t.does(k, "takes its finalizer off", ""), func(s *state) { t.m.remove(s, k) })
}
