package hazard

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// specMatches gives what the rules about Kustomizations themselves find in a
// transition.
func (f *facts) specMatches() []match {
	if f.from == f.to {
		return nil
	}
	return slices.Concat(
		f.overridden(), f.emptied(), f.shrunk(), f.forced(), f.immutable(), f.takenAway(), f.idle(), f.standing(),
		f.madeOutside(), f.twoRoads(), f.valuesMix(), f.artifactOutside(), f.unseenRights(), f.crossNamespace(),
		f.anotherCluster(), f.neverReady(),
	)
}

// specGaps gives what of it keeps the transition from being proved.
func (f *facts) specGaps() []ownership.Unknown {
	if f.from == f.to {
		return nil
	}
	return slices.Concat(f.specOfTwo(), f.refusedSources())
}
