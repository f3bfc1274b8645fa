package verify

import "testing"

// TestTwoStatesThatDifferHaveTwoKeys changes one thing at a time.
func TestTwoStatesThatDifferHaveTwoKeys(t *testing.T) {
	keys := map[string]int{}
	for i, change := range []func(s *state, k *kustomization, v *version, r *run){
		func(*state, *kustomization, *version, *run) {},
		func(s *state, _ *kustomization, _ *version, _ *run) { s.sources[0] = 1 },
		func(s *state, _ *kustomization, _ *version, _ *run) { s.published = 1 },
		func(s *state, _ *kustomization, _ *version, _ *run) { s.stage = 1 },
		func(s *state, _ *kustomization, _ *version, _ *run) { s.seen = 1 << 40 },
		func(s *state, _ *kustomization, _ *version, _ *run) { s.objects[0].exists = true },
		func(s *state, _ *kustomization, _ *version, _ *run) { s.objects[0].owner = nobody },
		func(s *state, _ *kustomization, _ *version, _ *run) { s.objects[0].guard = true },
		func(s *state, _ *kustomization, _ *version, _ *run) { s.objects[0].handGuard = true },
		func(s *state, _ *kustomization, _ *version, _ *run) { s.objects[0].frozen = true },
		func(_ *state, k *kustomization, _ *version, _ *run) { k.exists = false },
		func(_ *state, k *kustomization, _ *version, _ *run) { k.ready = true },
		func(_ *state, k *kustomization, _ *version, _ *run) { k.observed = true },
		func(_ *state, k *kustomization, _ *version, _ *run) { k.applied = none },
		func(_ *state, k *kustomization, _ *version, _ *run) { k.handled = 1 },
		func(_ *state, k *kustomization, _ *version, _ *run) { k.versions = make([]version, 2) },
		func(_ *state, _ *kustomization, v *version, _ *run) { v.spec = 1 },
		func(_ *state, _ *kustomization, v *version, _ *run) { v.suspend = true },
		func(_ *state, _ *kustomization, v *version, _ *run) { v.orphan = true },
		func(_ *state, _ *kustomization, v *version, _ *run) { v.inventory = 1 },
		func(_ *state, _ *kustomization, v *version, _ *run) { v.inventory = 1 << 15 },
		func(_ *state, _ *kustomization, v *version, _ *run) { v.deleting = true },
		func(_ *state, _ *kustomization, v *version, _ *run) { v.finalizer = true },
		func(_ *state, _ *kustomization, v *version, _ *run) { v.request = 300 },
		func(_ *state, _ *kustomization, _ *version, r *run) { r.phase = pruning },
		func(_ *state, _ *kustomization, _ *version, r *run) { r.view.spec = 1 },
		func(_ *state, _ *kustomization, _ *version, r *run) { r.commit = 1 },
		func(_ *state, _ *kustomization, _ *version, r *run) { r.asked = 1 },
		func(_ *state, _ *kustomization, _ *version, r *run) { r.build = 1 },
		func(_ *state, _ *kustomization, _ *version, r *run) { r.stage = 1 },
		func(_ *state, _ *kustomization, _ *version, r *run) { r.todo = 1 },
		func(_ *state, _ *kustomization, _ *version, r *run) { r.writes = 1 },
		func(_ *state, _ *kustomization, _ *version, r *run) { r.doomed = 1 },
		func(_ *state, _ *kustomization, _ *version, r *run) { r.kept = 1 },
	} {
		k := kustomization{exists: true, versions: []version{{}}, run: run{phase: writing}}
		s := &state{sources: []int{0}, objects: []object{{}}, kustomizations: []kustomization{k}}
		at := &s.kustomizations[0]
		change(s, at, &at.versions[0], &at.run)
		if other, ok := keys[s.key()]; ok {
			t.Errorf("states %d and %d have one key", other, i)
		}
		keys[s.key()] = i
	}
}
