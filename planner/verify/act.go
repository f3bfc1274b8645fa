package verify

import "github.com/fluxmigrate/fluxmigrate/planner/scene"

// effect is what an act does to a state.
type effect func(*state)

// effects is what an act may do; more than one where nobody knows which. On
// something that does not exist it does nothing, and people go on.
func (m *model) effects(s *state, act scene.Act) []effect {
	k := act.Kustomization
	switch act.Kind {
	case scene.Publish:
		return []effect{func(s *state) { s.published = max(s.published, int8(act.Commit)) }}
	case scene.Switch:
		return []effect{func(s *state) { m.switchTo(s, k, act.Spec) }}
	case scene.Make:
		return []effect{func(s *state) { m.make(s, k, act.Spec) }}
	case scene.Remove:
		return []effect{func(s *state) { m.delete(s, m.Kustomizations[k].Object) }}
	case scene.Delete:
		return []effect{func(s *state) { m.delete(s, act.Object) }}
	case scene.Suspend, scene.Orphan:
		return m.byHand(s, k, act.Kind)
	case scene.Resume:
		return edits(k, func(v *version) { v.suspend = false })
	case scene.Request:
		return edits(k, func(v *version) { v.request++ })
	case scene.Guard:
		return []effect{func(s *state) { s.objects[act.Object].guardByHand() }}
	case scene.Unguard:
		// A patch that takes the annotation off takes that of the manifest along,
		// until it is applied again.
		return []effect{func(s *state) { s.objects[act.Object].guard, s.objects[act.Object].handGuard = false, false }}
	}
	return []effect{func(*state) {}} // Watch
}

func edits(k int, change func(*version)) []effect {
	return []effect{func(s *state) { s.edit(k, change) }}
}

func (m *model) switchTo(s *state, k, spec int) {
	if s.kustomizations[k].exists {
		m.give(s, k, spec)
	}
}

// make creates a root, or gives one that exists its spec.
func (m *model) make(s *state, k, spec int) {
	s.objects[m.Kustomizations[k].Object].exists = true
	m.give(s, k, spec)
}

// byHand suspends a Kustomization, or sets its policy. Where the spec has that
// already, the hand gets no part in it, and it goes with the spec (R5.11). Of the
// policy a scene says only whether it deletes, so nobody knows whether it is the same.
func (m *model) byHand(s *state, k int, kind scene.ActKind) []effect {
	if !s.kustomizations[k].exists {
		return []effect{func(*state) {}}
	}
	spec := m.spec(k, s.kustomizations[k].current())
	if kind == scene.Suspend {
		return edits(k, func(v *version) { v.suspend = v.suspend || !spec.Suspend })
	}
	all := edits(k, func(v *version) { v.orphan = true })
	if spec.SetsPolicy && !spec.Deletes {
		all = append(all, func(*state) {})
	}
	return all
}

// guardByHand: one that has a guard from its manifest gets no second owner of it (R5.11).
func (o *object) guardByHand() {
	if o.exists && !o.guard {
		o.handGuard = true
	}
}
