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
// barrier asks whether one was handled. While a run works, nobody but a dependent
// looks at Ready: people see that it is reconciling, and the end writes it anew.
func (m *model) forgetStatus(s *state, k int) {
	z := &s.kustomizations[k]
	if !m.asksReady(s, k) {
		z.ready, z.observed = false, false
	}
	if z.run.works() && !m.awaited[k] {
		z.ready = false
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

// forgetInventories forgets every inventory of a Kustomization, if none that it has or
// may come to have lists anything but what no run will prune, as every build of what
// the source is at, and of all that it may come to, has it, no finalizer deletes, and
// no condition asks for. One entry that is of interest keeps them all: whether a run
// leaves the inventory as it is hangs on all of that of its view.
func (m *model) forgetInventories(s *state, k int) {
	if !m.listsNothing(s, k) {
		return
	}
	z := &s.kustomizations[k]
	z.run.view.inventory = 0
	for i := range z.n {
		z.versions[i].inventory = 0
	}
}

// listsNothing says whether no inventory has anything of interest, now or later: what
// is never pruned only grows as sources move on, and what is asked only shrinks.
func (m *model) listsNothing(s *state, k int) bool {
	z := &s.kustomizations[k]
	from := m.commitOf(s, k)
	all := z.run.view.inventory
	switch {
	case z.run.phase == sourced: // it will build for the commit that it has read
		from = z.run.commit
	case z.run.works() || z.run.phase == ended:
		all |= built(m.Kustomizations[k].Builds[z.run.build]) | z.run.prunes | z.run.todo | z.run.doomed | z.run.kept
	}
	for _, v := range z.versions[:z.n] {
		all |= v.inventory
	}
	all |= m.builtFrom[k][from]
	return all.minus(m.neverPruned(k, from).minus(m.asked[s.stage].lists[k])) == 0
}

// builtFrom gives what the builds from a commit on have, all together.
func builtFrom(s *scene.Scene) [][]set {
	all := make([][]set, len(s.Kustomizations))
	for k, z := range s.Kustomizations {
		all[k] = make([]set, len(s.Commits))
		for _, b := range z.Builds {
			for commit := range b.Commit + 1 {
				all[k][commit] |= built(b)
			}
		}
	}
	return all
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
// written then, if anybody asks for that. The inventory of its view is compared with
// what it will list, where that may be the same, and is not what is in the API, which
// no one else writes meanwhile: else it is as if it were. Of builds that are alike from here on the
// first counts.
func (m *model) forgetWork(s *state, k int) {
	r := &s.kustomizations[k].run
	view := version{request: r.view.request, inventory: r.view.inventory}
	if !m.mayStay(k, *r) {
		view.inventory = s.kustomizations[k].current().inventory
	}
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

// mayStay says whether the inventory at the end of a run may be that of its view.
func (m *model) mayStay(k int, r run) bool {
	if r.phase >= ending {
		return m.inventory(k, r) == r.view.inventory
	}
	return !m.listsSkipped || built(m.Kustomizations[k].Builds[r.build]).minus(r.view.inventory) == 0
}

// endsAsItIs says whether the end of a run changes nothing that anybody asks for:
// then the run is over already, as it may end at any instant.
func (m *model) endsAsItIs(s *state, k int) bool {
	z := &s.kustomizations[k]
	return !m.asksReady(s, k) && z.handled == z.run.view.request &&
		(m.listsNothing(s, k) || m.inventory(k, z.run) == z.current().inventory)
}
