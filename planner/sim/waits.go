package sim

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// withoutLastWaits gives a scene without a goal and without what people look
// for when nothing is left that they do afterwards: no order of events hangs on
// that. It gives that as well. Careless, it does not ask whether anything is left.
func withoutLastWaits(s *scene.Scene, careless bool) (*scene.Scene, []scene.Condition) {
	less := *s
	less.Goal, less.Stages = nil, slices.Clone(s.Stages)
	var waits []scene.Condition
	for last := len(less.Stages) - 1; last >= 0; last-- {
		stage := &less.Stages[last]
		acts := stage.Acts
		stage.Acts = nil
		for _, act := range acts {
			waits = append(waits, act.Leaves...)
			act.Leaves = nil
			if act.Kind == scene.Watch {
				waits = append(waits, act.Needs...)
				continue
			}
			if careless {
				act.Needs = nil
			}
			stage.Acts = append(stage.Acts, act)
		}
		if len(stage.Acts) > 0 {
			return &less, waits
		}
		less.Stages = less.Stages[:last]
	}
	return &less, waits
}
