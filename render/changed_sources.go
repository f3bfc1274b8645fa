package render

import (
	"maps"
	"reflect"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// timing are the fields of a source that say when and how it fetches, not
// what.
var timing = []string{"interval", "timeout", "secretRef", "suspend", "verify", "proxySecretRef", "serviceAccountName", "certSecretRef", "insecure"}

// noteChangedSources says which sources at hand fetch something else in one
// state than in another: the content read here is then not what they had, and
// old and new settings meet old and new commits in any mix (R1.4).
func noteChangedSources(to *ownership.Desired, states []*state) {
	for _, ref := range slices.SortedFunc(maps.Keys(states[0].walker.sources.content), ownership.SourceRef.Compare) {
		first, ok := states[0].sourceSpec(ref)
		for _, s := range states[1:] {
			other, has := s.sourceSpec(ref)
			if ok && has && !reflect.DeepEqual(first, other) {
				to.Unknowns = append(to.Unknowns, ownership.Unknown{Subject: "source " + ref.String(),
					Why:    "its own spec changes, so it fetches something else than was read here, and when it begins to is not ordered with the commits",
					Supply: "change the source in a step of its own, and plan the rest from there"})
				break
			}
		}
	}
}

// sourceSpec gives what a source fetches, if the state declares it.
func (s *state) sourceSpec(ref ownership.SourceRef) (map[string]any, bool) {
	declared, ok := s.sourceObject(ref)
	if !ok {
		return nil, false
	}
	spec, _ := declared["spec"].(map[string]any)
	spec = maps.Clone(spec)
	maps.DeleteFunc(spec, func(field string, _ any) bool { return slices.Contains(timing, field) })
	return spec, true
}
