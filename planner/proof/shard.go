package proof

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// seenBy names a source as the controller of a Kustomization sees it: each shard
// has a cache of its own, and they agree on nothing but that commits only grow.
func (f *facts) seenBy(k ksID, ref ownership.SourceRef) string {
	shards := f.shards[k]
	if len(shards) == 0 || shards[0] == "" {
		return ref.String()
	}
	return ref.String() + " of shard " + shards[0]
}

// changedShards doubts a scene in which a Kustomization that decides something
// changes its shard: two controllers may run it at once, and the model has one
// (R1.12). What one alone can lose is a loss all the same.
func (m *maker) changedShards() {
	for i, k := range m.kustomizations {
		if len(m.shards[k]) > 1 && m.doubt == "" && m.decides(i) {
			m.doubt = fmt.Sprintf("%s changes its shard, and the model has one controller for it (R1.12)", k)
		}
	}
}

// decides says whether it matters in the scene who runs a Kustomization: it
// renders something here, and goes or changes itself, or others render
// something too, or it does not always render the same.
func (m *maker) decides(i int) bool {
	k := m.s.Kustomizations[i]
	renders := func(b scene.Build) bool { return len(b.Puts) > 0 || b.Unknown != "" }
	if !slices.ContainsFunc(k.Builds, renders) {
		return false
	}
	return k.Object >= 0 ||
		slices.ContainsFunc(k.Builds, func(b scene.Build) bool { return !slices.Equal(b.Puts, k.Builds[0].Puts) || b.Unknown != "" }) ||
		slices.ContainsFunc(m.s.Kustomizations, func(other scene.Kustomization) bool {
			return other.ID != k.ID && slices.ContainsFunc(other.Builds, renders)
		})
}
