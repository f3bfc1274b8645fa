package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

const sourceGroup = "source.toolkit.fluxcd.io"

// sourceReached gives the one source that a commit of the plan reaches: of those that
// hold this repository in both states, the one that the Kustomizations of
// concern read. It is zero where that is several, or none.
func (b *builder) sourceReached() objectID {
	var read []ownership.SourceRef
	for _, state := range []*ownership.Desired{b.from, b.to} {
		for _, k := range state.Kustomizations {
			s := k.Spec.Source
			if slices.Contains(b.from.Own, s) && slices.Contains(b.to.Own, s) && !slices.Contains(read, s) && b.concern.kustomization(k.ID) {
				read = append(read, s)
			}
		}
	}
	if len(read) != 1 {
		return objectID{}
	}
	return objectID{Group: sourceGroup, Kind: read[0].Kind, Namespace: read[0].Namespace, Name: read[0].Name}
}
