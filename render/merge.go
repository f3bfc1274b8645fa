package render

import (
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// merge foresees what git makes of merging the state after into the commits
// before.
func (e *Editor) merge(before []step.Commit, c step.Commit, made *commit) (*tree.Tree, *step.Merge) {
	return nil, nil
}
