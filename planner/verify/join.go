package verify

import "github.com/fluxmigrate/fluxmigrate/planner/scene"

// Some steps of one run are taken as one, because what lies between them is seen by
// nobody else and comes out alike whenever it happens. Each way of it says why.

// beginAndRead looks at the cache and reads the source at once.
//
// The look writes nothing that another one sees. So it might as well have come just
// before the source was read: the version that it showed is among the versions
// then too, as those are dropped only by the looks and the work of this very
// Kustomization. Only a full list drops one as well: where any list gets full, the
// search is made again without joining (see Scene).
func (t *turn) beginAndRead(k, first int, begins event) {
	s := *t.from
	t.m.begin(&s, k, first)
	if !t.m.quiet(&s, k) {
		t.onwards(t.from, begins).step(t.reading(k), func(s *state) {
			t.m.begin(s, k, first)
			t.m.readSource(s, k)
		})
		return
	}
	reads := t.reading(k)
	t.m.readSource(&s, k)
	t.onwards(&s, begins, reads).askOrWork(k)
}

// quiet says whether a run that was begun goes on to work as soon as it has read the
// source, and whether nobody can tell that it did: no dependency is asked, Ready is
// not true, so that the work writes nothing new, and a run that ends between the two
// handles no request that was not handled before, so that it might as well not have
// begun. That the cache drops what is behind the API a little earlier then allows
// the next look more, and no more than a run without a pause between the two does.
// And it waits for no values: those of every build are live.
func (m *model) quiet(s *state, k int) bool {
	z := &s.kustomizations[k]
	return len(m.spec(k, z.run.view).DependsOn) == 0 && !z.ready && z.handled == z.run.view.request && m.newest(s) >= m.lastValues[k]
}

// lastValues gives the commit from which on the values of every build are live.
func lastValues(s *scene.Scene) []int {
	all := make([]int, len(s.Kustomizations))
	for k, z := range s.Kustomizations {
		for _, b := range z.Builds {
			all[k] = max(all[k], b.After)
		}
	}
	return all
}

// privates gives, for each Kustomization, the objects that nobody else changes: no
// other one builds, lists or owns them, and people do nothing to them but to ask for
// a run. During a run of that one they change only if they are being deleted
// already, and then only to be gone.
func privates(s *scene.Scene) []set {
	touched := make([]set, len(s.Kustomizations)) // by each
	people := set(0)
	for k, z := range s.Kustomizations {
		touched[k] = setOf(z.Start.Inventory)
		for _, b := range z.Builds {
			touched[k] |= built(b)
		}
	}
	for o, x := range s.Objects {
		for _, live := range x.Starts {
			if live.Exists && live.Owner >= 0 {
				touched[live.Owner] |= only(o)
			}
		}
	}
	for _, stage := range s.Stages {
		for _, act := range stage.Acts {
			people |= touchedBy(s, act)
		}
	}
	private := make([]set, len(touched))
	for k := range touched {
		private[k] = touched[k].minus(people)
		for other := range touched {
			if other != k {
				private[k] = private[k].minus(touched[other])
			}
		}
	}
	return private
}

// touchedBy gives the object that people do something to.
func touchedBy(s *scene.Scene, act scene.Act) set {
	switch act.Kind {
	case scene.Guard, scene.Unguard, scene.Delete:
		return only(act.Object)
	case scene.Switch, scene.Make, scene.Remove, scene.Suspend, scene.Resume, scene.Orphan:
		if o := s.Kustomizations[act.Kustomization].Object; o >= 0 {
			return only(o)
		}
	}
	return 0
}

// isPrivate: nobody can change the object between test and deletion, so that they
// are one step (prune.go).
func (m *model) isPrivate(k, o int) bool { return m.private[k].has(o) }

// decideEarly decides over a private object when the stage begins, whatever comes of
// its reading: it reads the same at every instant of the run, unless it is being
// deleted. If writing it would change nothing, it will change nothing at any later
// instant, so that it is left out.
func (m *model) decideEarly(s *state, k int, p scene.Put) bool {
	if !m.isPrivate(k, p.Object) || s.objects[p.Object].exists && m.deleting(s, p.Object) {
		return false
	}
	may, must := m.writes(s, k, p)
	if may && !must && !m.changesNothing(s, p) {
		return false
	}
	m.decide(s, k, p, must)
	return true
}

// changesNothing is asked of an object that exists and names the writer.
func (m *model) changesNothing(s *state, p scene.Put) bool {
	child := m.Objects[p.Object].Kustomization
	if child >= 0 {
		v := s.kustomizations[child].current()
		if m.given(v, child, p.Spec) != v {
			return false
		}
	}
	return s.objects[p.Object].guard == p.Guard
}
