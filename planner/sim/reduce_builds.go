package sim

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// firstLike gives the first of the builds that are like the one of a run, from
// where it is on: while it applies they put alike, afterwards they have the same
// objects.
func (m *Model) firstLike(k int, r *run) uint16 {
	like := m.less.alike[k]
	if r.phase >= pruning {
		like = m.less.alikeAtEnd[k]
	}
	if first := like[r.build]; m.may(LikeBuilds, true) {
		return first
	}
	return r.build
}

// findLike finds builds that are alike.
func (r *reduction) findLike(s *scene.Scene) {
	objects := func(a, b scene.Put) bool { return a.Object == b.Object }
	r.alike = likeBuilds(s, func(a, b scene.Put) bool { return a == b || r.careless&LikeBuilds != 0 && objects(a, b) })
	r.alikeAtEnd = likeBuilds(s, objects)
}

func likeBuilds(s *scene.Scene, are func(a, b scene.Put) bool) [][]uint16 {
	all := make([][]uint16, len(s.Kustomizations))
	for k, ks := range s.Kustomizations {
		for _, b := range ks.Builds {
			first := slices.IndexFunc(ks.Builds, func(a scene.Build) bool { return slices.EqualFunc(a.Puts, b.Puts, are) })
			all[k] = append(all[k], uint16(first))
		}
	}
	return all
}
