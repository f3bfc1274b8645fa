package proof

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// beginSeen takes a Kustomization to be as it was seen.
func (m *maker) beginSeen(i int, before ownership.Kustomization, was bool, x ownership.ObservedKustomization) {
	s := &m.s.Kustomizations[i].Start
	m.seenSource(x)
	s.Deleting, s.Ready = x.Deleting, x.Ready
	if x.Ready && m.atFrom(x.LastAppliedRevision) {
		s.Applied = 0
	}
	for n, o := range m.objects {
		if m.live.lists(x.ID, o) {
			s.Inventory = append(s.Inventory, n)
		}
	}
	s.HandSuspend = x.Spec.Suspend && !(was && before.Spec.Suspend)
	s.HandOrphan = x.Spec.DeletionPolicy == ownership.PolicyOrphan && !(was && before.Spec.DeletionPolicy == ownership.PolicyOrphan)
	declared := x.Spec // as the manifests have it
	if s.HandSuspend {
		declared.Suspend = false
	}
	if s.HandOrphan {
		declared.DeletionPolicy = before.Spec.DeletionPolicy
	}
	s.Spec = m.seenSpec(i, before, was, declared)
}

// seenSpec gives the spec that a live one is. Of one that no state has, it is
// known what it builds if it differs from that of From in other fields only.
func (m *maker) seenSpec(i int, before ownership.Kustomization, was bool, live ownership.Spec) int {
	a := m.actors[m.kustomizations[i]]
	if was && sameFields(live, before.Spec) {
		return a.find(before.Spec.Digest)
	}
	if !was || !sameContent(live, before.Spec) {
		m.unknown("the live spec of %s (%s) is not that of %s, and what it renders was not worked out", a.id, words(live), m.from.Name)
		return 0
	}
	k := &m.s.Kustomizations[i]
	own := a.find(before.Spec.Digest)
	spec := before.Spec
	spec.Prune, spec.Suspend, spec.DeletionPolicy, spec.DependsOn = live.Prune, live.Suspend, live.DeletionPolicy, live.DependsOn
	k.Specs = append(k.Specs, m.specOf(a.id, spec))
	m.raw[i] = append(m.raw[i], spec)
	for _, b := range slices.Clone(k.Builds) {
		if b.Spec == own {
			b.Spec = len(k.Specs) - 1
			k.Builds = append(k.Builds, b)
		}
	}
	return len(k.Specs) - 1
}

// seenSource says that a source is not at From, where every scene begins.
func (m *maker) seenSource(x ownership.ObservedKustomization) {
	for _, s := range m.q.Observed.Sources {
		if s.Ref == x.Spec.Source && m.own(s.Ref) && s.Revision != "" && !m.atFrom(s.Revision) {
			m.unknown("%s is at %s, and a proof begins at %s", s.Ref, s.Revision, m.from.Name)
		}
	}
}

// atFrom says whether a revision may be that of From. Digests of other kinds
// of sources cannot be compared.
func (m *maker) atFrom(revision string) bool {
	commit := ownership.CommitOf(revision)
	return m.from.Commit == "" || len(commit) != len(m.from.Commit) || commit == m.from.Commit
}
