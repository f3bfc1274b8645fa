package proof

import (
	"context"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
)

// Visitor answers one scene; see sim.Visit. An error is a scene that it cannot
// read.
type Visitor func(context.Context, *scene.Scene, sim.Options) (sim.Answer, error)

// Line is one event of a story.
type Line = sim.Line
