package hazard

import (
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// unbuildable matches FM-019: a Kustomization whose build the controller
// refuses, or whose path is not there. It neither applies nor prunes, and its
// inventory stays as it is (R2.5, R4.1, R4.5).
func unbuildable(d *ownership.Desired) []match {
	var matches []match
	for _, k := range d.Kustomizations {
		why := whyNoBuild(k)
		if why == "" {
			continue
		}
		matches = append(matches, match{code: "FM-019", group: k.ID.String(), key: k.ID.String() + " " + why,
			objects: []objectID{k.ID.Object()}, owners: []ksID{k.ID},
			because: fmt.Sprintf("%s does not build in %s (%s): it applies and deletes nothing until it does", k.ID, d.Name, why)})
	}
	return matches
}

func whyNoBuild(k ownership.Kustomization) string {
	switch {
	case k.Spec.Suspend:
		return ""
	case k.Render.Missing:
		return fmt.Sprintf("its path ./%s does not exist", k.Spec.Path)
	}
	return k.Render.Failed
}

// unseenAdopters finds Kustomizations whose path is gone, or not there yet, in
// the step in which others delete something. What they were meant to take over
// cannot be seen in To, so it looks as if nobody wanted it (R37 of the field
// reports). What a failing build means, brokenBuild says.
func (f *facts) unseenAdopters() []ownership.Unknown {
	deleted := f.deletedForGood()
	if len(deleted) == 0 {
		return nil
	}
	var unknowns []ownership.Unknown
	for _, k := range f.to.Kustomizations {
		before, _ := f.from.Kustomization(k.ID)
		if k.Render.Missing && !before.Render.Missing {
			unknowns = append(unknowns, ownership.Unknown{Subject: "Kustomization " + k.ID.String(),
				Why: fmt.Sprintf("%s in %s, so nobody can say whether it is meant to take over what others delete there: %s",
					whyNoBuild(k), f.to.Name, some(displays(deleted))),
				Supply: "a revision in which its path exists"})
		}
	}
	return unknowns
}

// deletedForGood gives the objects that only From has and that somebody deletes.
func (f *facts) deletedForGood() []objectID {
	var ids []objectID
	for _, o := range f.sorted {
		if len(f.fromOwners[o]) > 0 && !f.kept(o) && len(f.ends[o]) > 0 {
			ids = append(ids, o)
		}
	}
	return ids
}
