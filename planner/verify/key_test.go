package verify

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// TestTwoStatesThatDifferHaveTwoKeys changes one thing at a time. A key gives its
// state back.
func TestTwoStatesThatDifferHaveTwoKeys(t *testing.T) {
	m := &model{Scene: &scene.Scene{Sources: make([]string, 1), Objects: make([]scene.Object, 1), Kustomizations: make([]scene.Kustomization, 1)}}
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
		func(_ *state, k *kustomization, _ *version, _ *run) { k.n = 2 },
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
		func(_ *state, _ *kustomization, _ *version, r *run) { r.prunes = 1 },
		func(_ *state, _ *kustomization, _ *version, r *run) { r.skipped = 1 },
	} {
		s := &state{}
		at := &s.kustomizations[0]
		*at = kustomization{exists: true, n: 1, run: run{phase: writing}}
		change(s, at, &at.versions[0], &at.run)
		key := string(m.appendKey(nil, s))
		if other, ok := keys[key]; ok {
			t.Errorf("states %d and %d have one key", other, i)
		}
		keys[key] = i
		var again state
		if m.fromKey(key, &again); s.kustomizations[0].exists && again != *s {
			t.Errorf("state %d is not that of its key:\n%+v\n%+v", i, again, *s)
		}
	}
}
