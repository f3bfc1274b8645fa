package sim

import (
	"context"
	"sync/atomic"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// never says why the target is not reached from a state. Of the states that can
// be reached from it, it takes those where people are as far as they get, and
// gives what holds in none of them: of what they wait for there or, when they
// are done, of the goal. Empty: each holds in one of them, but not all at once.
func (m *Model) never(ctx context.Context, o Options, from State) (missing []*scene.Condition) {
	seen := make([]atomic.Uint64, len(m.stages)+1) // by stage, bits of what was seen there
	const reached = 1 << 63                        // a state of that stage was reached
	collect := func(s State) bool {
		var c cluster
		m.unpack(s, &c)
		seen[c.stage].Or(reached | m.seenIn(&c))
		return true
	}
	r := explore.Run(ctx, starting{m, from}, explore.Options[State, Event]{Goal: collect, Limit: o.Limit, Workers: o.Workers})
	if !r.Complete {
		return nil
	}
	stage := len(m.stages)
	for seen[stage].Load() == 0 {
		stage--
	}
	for i, d := range m.awaited(stage) {
		if d != nil && seen[stage].Load()&(1<<i) == 0 {
			missing = append(missing, d)
		}
	}
	return missing
}

// awaited gives what people wait for in a stage, by item, nil for an act; after
// the last stage, the goal.
func (m *Model) awaited(stage int) (all []*scene.Condition) {
	if stage < len(m.stages) {
		for _, it := range m.stages[stage].items {
			all = append(all, it.cond)
		}
		return all
	}
	for i := range m.s.Goal {
		all = append(all, &m.s.Goal[i])
	}
	return all
}

// seenIn gives what people have seen in this stage, or what of the goal holds.
func (m *Model) seenIn(c *cluster) uint64 {
	if int(c.stage) < len(m.stages) {
		return uint64(c.done)
	}
	var bits uint64
	for i := range m.s.Goal {
		if m.holds(&m.s.Goal[i], c) {
			bits |= 1 << i
		}
	}
	return bits
}

// starting is the model begun in one state.
type starting struct {
	*Model
	from State
}

func (s starting) Starts() []State { return []State{s.from} }
