// Package verify answers a scene a second time, so that nobody has to trust
// planner/sim. It follows docs/model.md and shares no rule and no line with sim.
//
// It is made to be read: a state is plain data, a step copies it, and the search
// visits one state after the other and leaves out no order of events. Where the page
// can be read in two ways, the one that allows more is taken. So it may say unknown,
// or raise an alarm, where sim proves; where it says proved, every order of events
// that the page allows was seen. What nobody looks at any more is forgotten, and
// steps that nobody can tell apart are joined; each says why that changes nothing.
//
// The parts: state.go is what a state holds, start.go how a scene begins, turn.go
// what may happen next, begin.go, apply.go, prune.go and end.go a run in its order,
// write.go what the API server makes of a write, people.go, act.go and condition.go
// what people do and see, search.go the search, key.go when two states are one.
// forget.go forgets, by what asked.go says is asked; join.go joins.
package verify

import (
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// Answer is what the visit of a scene gives.
type Answer struct {
	// Safety is refuted if the subject can be deleted.
	Safety verdict.Verdict
	// Completion is refuted if some state is a dead end: the goal cannot be reached
	// from it. It is unknown wherever not every state was visited, or no goal was given.
	Completion verdict.Verdict
	Why        string   // what stands behind the two, in a sentence
	States     int      // visited
	Story      []string // the shortest way to the first loss found, one event a line
}

// Scene visits every state of one scene, at most limit, and says whether its
// subject can be deleted, and whether the goal is always reachable. A scene that is
// no scene, or whose controller was not measured, is unknown.
func Scene(s *scene.Scene, limit int) Answer {
	m, err := newModel(s, true)
	if err != nil {
		return unknown(err.Error(), 0)
	}
	return m.answer(limit)
}

func (m *model) answer(limit int) Answer {
	v := newSearch(m, limit)
	loss := v.visitAll()
	if loss == nil && !v.full && m.joins && m.wasFull {
		m.joins = false // beginAndRead says why
		v = newSearch(m, limit)
		loss = v.visitAll()
	}
	switch {
	case loss != nil:
		return Answer{Safety: verdict.Refuted, Completion: verdict.Unknown, Why: "the subject can be deleted",
			States: len(v.keys), Story: v.story(loss)}
	case m.unknown != "":
		return unknown(m.unknown, len(v.keys))
	case v.full:
		return unknown(fmt.Sprintf("there are more than %d states", limit), len(v.keys))
	}
	return v.complete()
}

func unknown(why string, states int) Answer {
	return Answer{Safety: verdict.Unknown, Completion: verdict.Unknown, Why: why, States: states}
}

// complete is the answer for a subject that cannot be deleted.
func (v *search) complete() Answer {
	a := Answer{Safety: verdict.Proved, Completion: verdict.Unknown, Why: "every state was visited; no goal was given",
		States: len(v.keys)}
	if len(v.m.Goal) == 0 {
		return a
	}
	if dead := v.deadEnd(); dead >= 0 {
		a.Completion = verdict.Refuted
		a.Why = fmt.Sprintf("the goal cannot be reached any more after: %s", v.lastEvent(dead))
		return a
	}
	a.Completion, a.Why = verdict.Proved, "every state was visited; the goal can be reached from each"
	return a
}
