package verify

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// forget makes one of states that differ only in what nothing will look at any more:
// whatever can happen in the one can happen in the other and looks the same. Each
// part of it says why nothing looks. Nothing is left out of the order of events.
func (m *model) forget(s *state) {
	for k := range m.Kustomizations {
		z := &s.kustomizations[k]
		if !z.exists {
			continue
		}
		if m.forgets {
			m.forgetStatus(s, k)
			m.forgetInventories(s, k)
			m.forgetRun(s, k)
			z.joinEqual()
		}
		m.bound(z)
	}
}

// bound keeps what the cache shows within what is taken for granted.
func (m *model) bound(z *kustomization) {
	if z.n > mostVersions {
		z.showFrom(1)
		m.wasFull = true
	}
}

// joinEqual makes one of versions that follow one another and are equal. A look that
// shows the second leaves less to choose from than one that shows the first, and else
// the same.
func (k *kustomization) joinEqual() {
	n := uint8(1)
	for i := uint8(1); i < k.n; i++ {
		if k.versions[i] != k.versions[n-1] {
			k.versions[n] = k.versions[i]
			n++
		}
	}
	for i := n; i < k.n; i++ {
		k.versions[i] = version{}
	}
	k.n = n
}

func (m *model) asksReady(s *state, k int) bool { return m.asked[s.stage].ready[k] }

// forgetStatus forgets Ready and the observed generation where no dependency, no
// condition from here on and no goal asks for them (Ready alone decides over the
// other one when a suspended Kustomization is looked at), and the requests where no
// barrier asks whether one was handled.
func (m *model) forgetStatus(s *state, k int) {
	z := &s.kustomizations[k]
	if !m.asksReady(s, k) {
		z.ready, z.observed = false, false
	}
	if !m.asksCommit(s, k, z.applied) {
		z.applied = none
	}
	if m.asked[s.stage].handled[k] {
		return
	}
	z.handled, z.run.view.request = 0, 0
	for i := range z.n {
		z.versions[i].request = 0
	}
}

// asksCommit says whether anything can ask whether the Kustomization has applied
// that very commit: a condition that names it, or a dependent of the same source
// that has read it, or may still read it, as sources go forward only.
func (m *model) asksCommit(s *state, k int, commit int8) bool {
	if commit == none {
		return false
	}
	if m.asked[s.stage].commits[k]&(1<<commit) != 0 {
		return true
	}
	for _, d := range m.dependents[k] {
		r := &s.kustomizations[d].run
		if commit >= m.commitOf(s, d) || r.phase == sourced && r.commit == commit {
			return true
		}
	}
	return false
}

// forgetInventories forgets entries that no run will prune, as every build of what
// the source is at, and of all that it may come to, has them, where no finalizer
// deletes them and no condition asks for them.
func (m *model) forgetInventories(s *state, k int) {
	z := &s.kustomizations[k]
	never := m.neverPruned(k, m.commitOf(s, k)).minus(m.asked[s.stage].lists[k])
	for i := range z.n {
		z.versions[i].inventory = z.versions[i].inventory.minus(never)
	}
}

// neverPruned gives what every build from a commit on has, or everything of one that
// never prunes; nothing of a Kustomization that may delete it all.
func (m *model) neverPruned(k int, commit int8) set { return m.keptFrom[k][commit] }

func keptFrom(s *scene.Scene) [][]set {
	all := make([][]set, len(s.Kustomizations))
	for k, z := range s.Kustomizations {
		kept := ^set(0)
		goes := z.Object >= 0 || z.Start.Deleting
		if goes && slices.ContainsFunc(z.Specs, func(spec scene.Spec) bool { return spec.Deletes }) {
			kept = 0
		}
		all[k] = make([]set, len(s.Commits))
		for commit := len(s.Commits) - 1; commit >= 0; commit-- {
			for _, b := range z.Builds {
				if b.Commit == commit && z.Specs[b.Spec].Prune && !b.Fails && b.Unknown == "" {
					kept &= built(b)
				}
			}
			all[k][commit] = kept
		}
	}
	return all
}

// forgetRun forgets what a run has used up.
func (m *model) forgetRun(s *state, k int) {
	z := &s.kustomizations[k]
	r := &z.run
	switch r.phase {
	case viewed:
		r.view.inventory = r.view.inventory.minus(m.neverPruned(k, m.commitOf(s, k)))
	case sourced:
		r.view.inventory = r.view.inventory.minus(m.neverPruned(k, r.commit))
	case finalizing, leaving: // todo has what it was to delete
		r.view = version{request: r.view.request}
	case reading, writing, pruning, ending, ended:
		m.forgetWork(s, k)
		if r.phase == ending && m.endsAsItIs(s, k) {
			*r = run{}
		}
	}
}

// forgetWork forgets what a run that works has used up: its build says what it will
// write, prunes what it will prune. The spec of its view is compared with the API's
// at the end, if anybody asks whether the generation was observed, and its commit is
// written then, if anybody asks for that. Of builds that are alike from here on the
// first counts.
func (m *model) forgetWork(s *state, k int) {
	r := &s.kustomizations[k].run
	view := version{request: r.view.request}
	if m.asksReady(s, k) {
		view.spec, view.suspend, view.orphan = r.view.spec, r.view.suspend, r.view.orphan
	}
	r.view, r.asked = view, 0
	if !m.asksCommit(s, k, r.commit) {
		r.commit = none
	}
	alike := m.alike[k]
	if r.phase >= pruning {
		alike = m.alikeAtEnd[k]
	}
	r.build = alike[r.build]
	if !m.keepsUndeleted && !m.asksReady(s, k) {
		r.kept = 0 // it is in no inventory, and keeps nobody from being Ready
	}
}

// endsAsItIs says whether the end of a run changes nothing that anybody asks for:
// then the run is over already, as it may end at any instant.
func (m *model) endsAsItIs(s *state, k int) bool {
	z := &s.kustomizations[k]
	never := m.neverPruned(k, m.commitOf(s, k)).minus(m.asked[s.stage].lists[k])
	return !m.asksReady(s, k) && z.handled == z.run.view.request && m.inventory(k, z.run).minus(never) == z.current().inventory
}
