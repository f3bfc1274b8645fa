package verify

import (
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// begin is a look at the cache: it may show any version that is not older than one
// it has shown (R2.1, R2.4).
func (t *turn) begin(k int) {
	z := &t.from.kustomizations[k]
	for i := range int(z.n) {
		view := z.versions[i]
		e := t.does(k, t.m.beginning(k, view), t.m.words(k, view.spec))
		if t.m.joins && t.m.runs(k, view) {
			t.beginAndRead(k, i, e)
			continue
		}
		t.step(e, func(s *state) { t.m.begin(s, k, i) })
	}
}

// runs says whether a look that shows a version is the beginning of a run.
func (m *model) runs(k int, view version) bool {
	return view.finalizer && !view.deleting && !m.suspended(k, view)
}

func (m *model) beginning(k int, view version) string {
	switch {
	case view.deleting:
		return "is being deleted and begins to finalize with"
	case !view.finalizer:
		return "gets its finalizer, with"
	case m.suspended(k, view):
		return "is suspended, with"
	}
	return "begins a run with"
}

// begin does what the view says, the version first of those that the cache has:
// deletion comes before the finalizer, and that before suspend (R1.8).
func (m *model) begin(s *state, k, first int) {
	z := &s.kustomizations[k]
	z.showFrom(first)
	view := z.versions[0]
	z.run = run{phase: viewed, view: view}
	switch {
	case view.deleting:
		z.run.phase = finalizing
		z.run.todo = m.deletes(k, view)
		m.settle(s, k)
	case !view.finalizer:
		s.edit(k, func(v *version) { v.finalizer = true })
		z.over()
	case m.suspended(k, view):
		if z.ready {
			z.observe()
		}
		z.over()
	}
}

// over ends a run, which marks the request of its view as handled (R2.13).
func (k *kustomization) over() {
	k.handled = k.run.view.request
	k.run = run{}
}

// observe: the generation of the run's view was observed, which is that in the API
// unless somebody has changed the spec since (R2.12).
func (k *kustomization) observe() { k.observed = k.current().sameSpec(k.run.view) }

func (m *model) spec(k int, v version) scene.Spec { return m.Kustomizations[k].Specs[v.spec] }

// suspended: by its spec or by hand.
func (m *model) suspended(k int, v version) bool { return v.suspend || m.spec(k, v).Suspend }

// deletes is what the finalizer tries to delete (R7.2).
func (m *model) deletes(k int, v version) set {
	if m.suspended(k, v) || v.orphan || !m.spec(k, v).Deletes {
		return 0
	}
	return v.inventory
}

// readSource reads the commit that the source is at (R2.2).
func (t *turn) readSource(k int) {
	t.step(t.reading(k), func(s *state) { t.m.readSource(s, k) })
}

func (t *turn) reading(k int) event {
	return t.does(k, "reads its source:", t.m.commit(t.m.commitOf(t.from, k)))
}

func (m *model) readSource(s *state, k int) {
	r := &s.kustomizations[k].run
	r.commit, r.phase = m.commitOf(s, k), sourced
}

// commitOf is the commit that the source of a Kustomization is at; the first one,
// where its source is not of the scene.
func (m *model) commitOf(s *state, k int) int8 {
	if source := m.Kustomizations[k].Source; source >= 0 {
		return s.sources[source]
	}
	return 0
}

// askOrWork asks the next dependency, or begins to work if all were asked.
func (t *turn) askOrWork(k int) {
	r := t.running(k)
	dependencies := t.m.spec(k, r.view).DependsOn
	if int(r.asked) == len(dependencies) {
		t.work(k)
		return
	}
	d := dependencies[r.asked]
	if t.from.kustomizations[d.On].readyFor(d, r.commit) {
		t.step(t.does(k, "finds ready its dependency", t.m.name(d.On)), func(s *state) { s.kustomizations[k].run.asked++ })
	} // else the run fails, as it may at any point
}

// readyFor is asked of a live Kustomization (R3.1, R3.3, R3.4).
func (k *kustomization) readyFor(d scene.Dependency, commit int8) bool {
	return k.exists && k.observed && k.ready && (!d.SameSource || k.applied == commit)
}

// work begins with one of the builds for spec and commit, as far as the values that
// they substitute are live.
func (t *turn) work(k int) {
	r, found := t.running(k), false
	for i, b := range t.m.Kustomizations[k].Builds {
		if b.Spec == int(r.view.spec) && b.Commit == int(r.commit) {
			found = true
			if t.m.newest(t.from) >= b.After {
				t.build(k, i, b)
			}
		}
	}
	if !found {
		t.m.meetUnknown(k, int(r.commit), "the scene has no build of it")
	}
}

// newest is the newest commit that any source is at.
func (m *model) newest(s *state) (newest int) {
	for i := range m.Sources {
		newest = max(newest, int(s.sources[i]))
	}
	return newest
}

// build writes Ready=Unknown, unless the view is of a time when that was so already,
// and Ready stays as it is. The write is refused while the cache is behind: from here
// on it shows what is in the API (R2.4, R2.17).
func (t *turn) build(k, i int, b scene.Build) {
	if b.Unknown != "" {
		t.m.meetUnknown(k, b.Commit, b.Unknown)
	}
	verb := "builds"
	if b.Fails || b.Unknown != "" {
		verb = "fails to build"
	}
	builds := t.does(k, verb, t.m.Commits[b.Commit])
	if b.Fails || b.Unknown != "" {
		t.step(builds, func(s *state) {
			z := &s.kustomizations[k]
			z.ready = false
			z.showFrom(int(z.n) - 1)
			z.over()
		})
		return
	}
	t.step(builds, func(s *state) { t.m.startWork(s, k, i, false) })
	if t.from.kustomizations[k].ready {
		builds.verb = "stays Ready and builds"
		t.step(builds, func(s *state) { t.m.startWork(s, k, i, true) })
	}
}

func (m *model) startWork(s *state, k, build int, ready bool) {
	z := &s.kustomizations[k]
	z.ready = ready
	z.showFrom(int(z.n) - 1)
	z.run.build = uint16(build)
	if m.spec(k, z.run.view).Prune {
		z.run.prunes = z.run.view.inventory.minus(built(m.Kustomizations[k].Builds[build]))
	}
	m.startStage(s, k, 0)
	m.settle(s, k)
}

// meetUnknown notes a build that may do anything. The search lets it fail: a loss
// that is found then does not hang on it, and without one the answer is unknown.
func (m *model) meetUnknown(k, commit int, why string) {
	if m.unknown == "" {
		m.unknown = fmt.Sprintf("nobody knows what %s makes of %s: %s", m.name(k), m.Commits[commit], why)
	}
}
