package verify

import "github.com/fluxmigrate/fluxmigrate/planner/scene"

// starts gives every state that the scene may begin in: each object in each of its
// starts. Nothing runs yet; as a run may begin at any time, that is no restriction.
func (m *model) starts(visit func(*state)) {
	m.startObjects(&state{}, 0, visit)
}

// tooManyStarts: the scene may begin in more states than limit.
func (m *model) tooManyStarts(limit int) bool {
	n := 1
	for _, o := range m.Objects {
		if n *= len(o.Starts); n > limit {
			return true
		}
	}
	return false
}

func (m *model) startObjects(s *state, o int, visit func(*state)) {
	if o == len(m.Objects) {
		start := *s
		m.startKustomizations(&start)
		m.look(&start)
		m.forget(&start)
		visit(&start)
		return
	}
	for _, live := range m.Objects[o].Starts {
		s.objects[o] = startObject(live)
		m.startObjects(s, o+1, visit)
	}
}

func startObject(live scene.Live) object {
	if !live.Exists {
		return gone
	}
	return object{exists: true, owner: int8(live.Owner), guard: live.Guard, handGuard: live.HandGuard, frozen: live.Frozen}
}

func (m *model) startKustomizations(s *state) {
	for k, from := range m.Kustomizations {
		if from.Object < 0 || s.objects[from.Object].exists {
			s.kustomizations[k] = startKustomization(from.Start)
		}
	}
}

// startKustomization takes one that exists to have its finalizer, so that it does
// what it can do, and its generation as observed, so that people see what they
// wait for.
func startKustomization(from scene.Status) kustomization {
	k := kustomization{exists: true, ready: from.Ready, observed: true, applied: int8(from.Applied), n: 1}
	k.versions[0] = version{
		spec: uint8(from.Spec), suspend: from.HandSuspend, orphan: from.HandOrphan,
		inventory: setOf(from.Inventory), deleting: from.Deleting, finalizer: true,
	}
	return k
}
