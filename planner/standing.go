package planner

import (
	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
)

// standing gives how the model's subject stands in the words of the document;
// nil for nil.
func standing(s *sim.Standing) *hazard.Standing {
	if s == nil {
		return nil
	}
	told := &hazard.Standing{Exists: s.Exists, Guarded: s.Guarded, ListedBy: idsOf(s.ListedBy), Deleting: idsOf(s.Deleting), Absent: idsOf(s.Absent)}
	told.Owner, _ = ownership.ParseKustomizationID(s.Owner) // "" is none
	return told
}

// idsOf reads the names of a scene, which are those of Kustomizations.
func idsOf(names []string) []ownership.KustomizationID {
	var ids []ownership.KustomizationID
	for _, name := range names {
		if id, err := ownership.ParseKustomizationID(name); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}
