package verify

// end writes Ready after prune, or what has gone wrong: a deletion or the health
// checks. In both cases the inventory moves on and the applied commit does not
// (R2.11, R6.2). Where nobody asks for Ready and commit, there is nothing to choose.
func (t *turn) end(k int) {
	if t.running(k).kept == 0 && t.m.asksReady(t.from, k) {
		t.step(t.does(k, "writes Ready", ""), func(s *state) {
			z := &s.kustomizations[k]
			z.ready, z.run.phase = true, ended
		})
	}
	t.inventories(k, "and is not Ready", "", func(z *kustomization) { z.ready = false })
}

// endInventory is the second request of the end (R2.6).
func (t *turn) endInventory(k int) {
	t.inventories(k, "and applied commit", t.m.commit(t.running(k).commit), func(z *kustomization) {
		z.applied = z.run.commit
		z.observe()
	})
}

// inventories ends a run with its inventory and what is written along. Where the
// inventory is that of the view, it is no difference to write, so that the one in
// the API may stay, whatever it is by now.
func (t *turn) inventories(k int, along, what string, write func(*kustomization)) {
	inventory := t.m.inventory(k, t.running(k))
	t.step(t.does(k, "writes its inventory "+along, what), func(s *state) {
		s.edit(k, func(v *version) { v.inventory = inventory })
		write(&s.kustomizations[k])
		s.kustomizations[k].over()
	})
	if inventory != t.running(k).view.inventory || inventory == t.from.kustomizations[k].current().inventory {
		return
	}
	t.step(t.does(k, "leaves the inventory as it is "+along, what), func(s *state) {
		write(&s.kustomizations[k])
		s.kustomizations[k].over()
	})
}

// inventory is that of a run at its end: what the build has, and what could not be
// deleted where the controller remembers that.
func (m *model) inventory(k int, r run) set {
	inventory := built(m.Kustomizations[k].Builds[r.build]).minus(r.skipped)
	if m.keepsUndeleted {
		inventory |= r.kept
	}
	return inventory
}

// fail ends a run at any point, the inventory as it was (R2.5). One that finalizes
// begins again later. One that is killed between the two requests of its end
// leaves Ready as it is.
func (t *turn) fail(k int) {
	phase := t.running(k).phase
	if phase == idle {
		return
	}
	if phase == finalizing || phase == leaving || phase == ended {
		t.step(t.does(k, "is interrupted", ""), func(s *state) { s.kustomizations[k].over() })
	}
	if phase != finalizing && phase != leaving {
		t.step(t.does(k, "fails", ""), func(s *state) {
			s.kustomizations[k].ready = false
			s.kustomizations[k].over()
		})
	}
}
