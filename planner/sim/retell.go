package sim

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// tale is a run, and the model whose run it is.
type tale struct {
	m     *Model
	trace *explore.Trace[State, Event]
}

// in gives the tale of a scene that is the same question, in its names.
func (t *tale) in(s *scene.Scene) *Model {
	named := *t.m.s
	named.Objects, named.Kustomizations, named.Sources, named.Commits = s.Objects, s.Kustomizations, s.Sources, s.Commits
	m := t.m
	return &Model{s: &named, rules: m.rules, builds: m.builds, watched: m.watched, lagging: m.lagging, depended: m.depended,
		stages: m.stages, less: m.less}
}

// Retold gives the answer for a scene that differs from the one it was given
// for in names and words only: its stories are told in those.
func (a Answer) Retold(s *scene.Scene) Answer {
	if a.loss != nil {
		a.Story = a.loss.in(s).Tell(a.loss.trace)
	}
	if a.stuck != nil {
		m := a.stuck.in(s)
		a.Stuck = m.Tell(a.stuck.trace)
		a.Why = m.whyStuck(a.missing, len(a.Stuck) == 0 && a.Completion == verdict.Refuted && len(a.stuck.trace.Steps) == 0)
	}
	return a
}

func (m *Model) whyStuck(missing []*scene.Condition, always bool) string {
	why := "the target is not reached then: it never comes that "
	if always {
		why = "the target is never reached, whatever happens: it never comes that "
	}
	var words []string
	for _, d := range missing {
		words = append(words, m.condition(d))
	}
	if len(words) == 0 {
		return why + "all of it holds at once"
	}
	return why + strings.Join(words, "; ")
}

// How many states may be visited to tell a loss event by event, as the model
// has it that joins no events, and as the one that leaves out what nobody asks.
const (
	storyStates   = 50_000
	longStates    = 500_000
	dropsOnly     = DropSeen | DropStatus | DropEntries | DropVersions | LikeBuilds
	joinsNoEvents = Reductions(0)
)

// tale gives the loss that a search has found, as a model tells it that says
// more of what lies between, if that finds it soon.
func (v *visitor) tale(m *Model, t *explore.Trace[State, Event]) *tale {
	if v.o.Plain {
		return &tale{m, t}
	}
	for _, try := range []struct {
		by    Reductions
		limit int
	}{{joinsNoEvents, storyStates}, {dropsOnly, longStates}} {
		fine, err := New(v.s)
		if err != nil {
			break
		}
		fine.ReduceBy(try.by)
		o := v.o
		o.Limit, o.Progress = try.limit, nil
		if r := fine.run(v.ctx, o, fine.Loses); r.Bad != nil {
			return &tale{fine, r.Bad}
		}
	}
	return &tale{m, t}
}
