package sim

import "github.com/fluxmigrate/fluxmigrate/planner/scene"

// quiet says whether a run that has its commit, and has found its dependencies
// ready, may begin its work at that instant: whatever it writes then is so
// already, or nobody looks; a run that would fail first marks no request; and
// every value that a build may substitute is live.
func (m *Model) quiet(k int, c *cluster, a *outlook) bool {
	ks := &c.ks[k]
	return m.less != nil && (!a.watched[k] || !ks.ready) && (!a.asked[k] || ks.handled == ks.run.view.request) && m.reached(c) >= m.less.values[k]
}

// lastValues gives, by Kustomization, the commit from which on the values of
// every build are live.
func lastValues(s *scene.Scene) []int {
	all := make([]int, len(s.Kustomizations))
	for k, ks := range s.Kustomizations {
		for _, b := range ks.Builds {
			all[k] = max(all[k], b.After)
		}
	}
	return all
}

// joinApply decides at the beginning of the work that objects will be written:
// reading may always come to that, and where it need not, the write changes
// nothing at that instant. It holds for the objects of a stage together, as
// they are all read before any is written.
func (m *Model) joinApply(k int, ks *kustomization) {
	if ks.run.phase != applying {
		return
	}
	puts := m.s.Kustomizations[k].Builds[ks.run.build].Puts
	var mixed [3]bool
	for j, put := range puts {
		mixed[put.Stage] = mixed[put.Stage] || ks.run.put(j) == putOpen && !m.may(JoinApply, m.less.writable(put))
	}
	for j, put := range puts {
		if ks.run.put(j) == putOpen && !mixed[put.Stage] {
			ks.run.setPut(j, putWrites)
		}
	}
}

// writable says whether a run may write the object whenever it reads it, and
// whether that changes nothing where it may leave it alone as well.
func (r *reduction) writable(put scene.Put) bool {
	return put.Take == scene.Takes && !r.frozen[put.Object] && !(r.byHand[put.Object] && r.guards[put.Object])
}

// findGuards finds what objects may carry: the mark that freezes them, a guard
// by hand, a guard of a manifest.
func (r *reduction) findGuards(s *scene.Scene) {
	r.frozen, r.byHand, r.guards = make([]bool, len(s.Objects)), make([]bool, len(s.Objects)), make([]bool, len(s.Objects))
	for i, o := range s.Objects {
		for _, live := range o.Starts {
			r.frozen[i] = r.frozen[i] || live.Frozen
			r.byHand[i] = r.byHand[i] || live.HandGuard
			r.guards[i] = r.guards[i] || live.Guard
		}
	}
	for _, stage := range s.Stages {
		for _, act := range stage.Acts {
			if act.Kind == scene.Guard {
				r.byHand[act.Object] = true
			}
		}
	}
	for _, ks := range s.Kustomizations {
		for _, b := range ks.Builds {
			for _, put := range b.Puts {
				r.guards[put.Object] = r.guards[put.Object] || put.Guard
			}
		}
	}
}

// readsAlike says whether a run that begins its work now reads an object alike
// at whatever instant, and changes nothing if it writes what need not be written:
// nobody else writes it, and it is not on its way out.
func (m *Model) readsAlike(put scene.Put, c *cluster) bool {
	if m.less == nil {
		return false
	}
	live, child := c.objects[put.Object], m.s.Objects[put.Object].Kustomization
	going := child >= 0 && c.ks[child].n > 0 && c.ks[child].api().deleting
	return m.less.own[put.Object] && !going && (!live.hand || live.guard == put.Guard)
}

// worksNow begins the work of a run that waits for nothing, where there is one
// way to begin it.
func (m *Model) worksNow(k int, c *cluster, a *outlook) {
	ks := &c.ks[k]
	r := &ks.run
	if int(r.next) < len(m.specOf(k, &r.view).DependsOn) {
		return
	}
	builds := m.builds[k][r.view.spec][r.commit]
	if len(builds) != 1 || !m.may(JoinWork, m.quiet(k, c, a)) {
		return
	}
	build := &m.s.Kustomizations[k].Builds[builds[0]]
	if build.Unknown != "" || build.Fails || build.After > m.reached(c) {
		return
	}
	ks.ready = false
	ks.see(int(ks.n) - 1)
	r.next = 0
	m.build(k, builds[0], c)
}
