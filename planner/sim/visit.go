package sim

import (
	"context"
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// Options say what an answer may cost.
type Options struct {
	Limit    int        // states; 0: none
	Workers  int        // goroutines; 0: as many as there are processors
	Plain    bool       // without any reduction
	Without  Reductions // of these, or of none with Plain
	Progress func(explore.Progress)

	careless Reductions // those whose condition is forgotten, for tests
}

// Answer is the answer to a scene.
type Answer struct {
	Safety, Completion verdict.Verdict
	Why                string // of what is unknown, or of a completion that is refuted
	States             int    // visited, of all searches together
	Capped             bool   // something is unknown because there are more states than Limit
	Story              []Line // of a refuted safety: a shortest order of events that ends in the loss
	Stuck              []Line // of a refuted completion: how it gets to where the goal cannot be reached

	loss, stuck *tale
	missing     []*scene.Condition // what never holds after stuck
}

type result = explore.Result[State, Event]

// Visit visits every state of a scene, or as many as the options allow. It
// fails on a scene that New refuses.
func Visit(ctx context.Context, s *scene.Scene, o Options) (Answer, error) {
	if _, err := New(s); err != nil {
		return Answer{}, err
	}
	v := visitor{ctx: ctx, s: s, o: o, apart: !o.Plain && o.Without&AskApart == 0}
	v.answer = Answer{Safety: verdict.Proved, Completion: verdict.Unknown}
	m, r := v.safety()
	if v.answer.Safety == verdict.Proved {
		v.completion(m, r)
	}
	return v.answer.Retold(s), nil
}

// visitor is one call of Visit.
type visitor struct {
	ctx    context.Context
	s      *scene.Scene
	o      Options
	apart  bool // safety and completion are asked one after the other
	answer Answer
}

// safety looks for a loss, in what can lead to one.
func (v *visitor) safety() (*Model, result) {
	s := v.s
	if v.apart {
		s, _ = withoutLastWaits(s, v.o.careless&AskApart != 0)
	}
	m, r := v.search(s, (*Model).Loses)
	a := &v.answer
	switch {
	case r.Bad != nil:
		a.Safety, a.loss = verdict.Refuted, v.tale(m, r.Bad)
		return m, r
	case !r.Complete:
		a.Safety, a.Capped = verdict.Unknown, r.End == explore.LimitHit
		a.Why = fmt.Sprintf("%d states were visited, every order of %d events, and there are more", r.States, r.Covered)
		return m, r
	}
	if m.mayBeUnclear() {
		if u := m.run(v.ctx, v.o, unclear); u.Bad != nil {
			a.Safety, a.Why = verdict.Unknown, m.whyUnclear(u.Bad)
		}
	}
	return m, r
}

// completion says whether the goal can always be reached, m and r being the
// search for a loss: first with the last waits as a part of the goal, which is
// more than is asked and has fewer states.
func (v *visitor) completion(m *Model, r result) {
	a := &v.answer
	if len(v.s.Goal) == 0 {
		a.Why = "nothing says when the target is reached"
		return
	}
	if v.apart {
		s, waits := withoutLastWaits(v.s, false)
		s.Goal = slices.Concat(v.s.Goal, waits)
		_, more := v.search(s, nil)
		switch {
		case !more.Complete:
			v.unfinished(more)
			return
		case more.Stuck == nil:
			a.Completion = verdict.Proved
			return
		}
		m, r = v.search(v.s, nil)
	}
	switch {
	case !r.Complete:
		v.unfinished(r)
	case r.Stuck != nil:
		a.Completion, a.stuck = verdict.Refuted, &tale{m, r.Stuck}
		a.missing = m.never(v.ctx, v.o, r.Stuck.End())
	default:
		a.Completion = verdict.Proved
	}
}

// unfinished says that completion is not known.
func (v *visitor) unfinished(r result) {
	v.answer.Capped = r.End == explore.LimitHit
	v.answer.Why = fmt.Sprintf("whether the target can always be reached: %d states were visited, and there are more", r.States)
}

// search visits the states of a scene. Where a list of versions becomes as long
// as it may be, it does so once more without the reduction that does not allow
// for that.
func (v *visitor) search(s *scene.Scene, bad func(*Model, State, Event, State) bool) (*Model, result) {
	m, err := New(s)
	if err != nil {
		panic(err) // it was asked before
	}
	if !v.o.Plain {
		m.less = newReduction(s, AllReductions&^v.o.Without, v.o.careless)
	}
	var r result
	if bad == nil {
		r = m.run(v.ctx, v.o, nil)
	} else {
		r = m.run(v.ctx, v.o, func(from State, e Event, to State) bool { return bad(m, from, e, to) })
	}
	v.answer.States += r.States
	if r.Bad == nil && m.overflows.Load() && m.less != nil && m.less.on&JoinLook != 0 && m.less.careless&JoinLook == 0 {
		again := *v
		again.o.Without |= JoinLook
		m, r = again.search(s, bad)
		v.answer.States = again.answer.States
	}
	return m, r
}

func (m *Model) run(ctx context.Context, o Options, bad func(State, Event, State) bool) result {
	ask := explore.Options[State, Event]{Bad: bad, Limit: o.Limit, Workers: o.Workers, Progress: o.Progress}
	if len(m.s.Goal) > 0 {
		ask.Goal = m.Goal
	}
	return explore.Run(ctx, m, ask)
}
