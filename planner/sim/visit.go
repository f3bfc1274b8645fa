package sim

import (
	"context"
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// Options say what an answer may cost.
type Options struct {
	Limit    int  // states; 0: none
	Workers  int  // goroutines; 0: as many as there are processors
	Plain    bool // without Reduce
	Progress func(explore.Progress)
}

// Answer is the answer to a scene.
type Answer struct {
	Safety, Completion verdict.Verdict
	Why                string // of what is unknown, or of a completion that is refuted
	States             int
	Story              []Line // of a refuted safety: a shortest order of events that ends in the loss
	Stuck              []Line // of a refuted completion: how it gets to where the goal cannot be reached
}

type result = explore.Result[State, Event]

// Visit visits every state of a scene, or as many as the options allow. It
// fails on a scene that New refuses.
func Visit(ctx context.Context, s *scene.Scene, o Options) (Answer, error) {
	m, err := New(s)
	if err != nil {
		return Answer{}, err
	}
	if !o.Plain {
		m.Reduce()
	}
	a := Answer{Safety: verdict.Proved, Completion: verdict.Unknown}
	r := m.run(ctx, o, m.Loses)
	a.States = r.States
	switch {
	case r.Bad != nil:
		a.Safety, a.Story = verdict.Refuted, m.Tell(r.Bad)
		return a, nil
	case !r.Complete:
		a.Safety, a.Why = verdict.Unknown, fmt.Sprintf("%d states were visited, every order of %d events, and there are more", r.States, r.Covered)
		return a, nil
	}
	if m.mayBeUnclear() {
		if u := m.run(ctx, o, unclear); u.Bad != nil {
			a.Safety, a.Why = verdict.Unknown, m.whyUnclear(u.Bad)
			return a, nil
		}
	}
	m.complete(ctx, o, &a, r)
	return a, nil
}

func (m *Model) run(ctx context.Context, o Options, bad func(State, Event, State) bool) result {
	ask := explore.Options[State, Event]{Bad: bad, Limit: o.Limit, Workers: o.Workers, Progress: o.Progress}
	if len(m.s.Goal) > 0 {
		ask.Goal = m.Goal
	}
	return explore.Run(ctx, m, ask)
}

// complete says whether the goal can always be reached.
func (m *Model) complete(ctx context.Context, o Options, a *Answer, r result) {
	switch {
	case len(m.s.Goal) == 0:
		a.Why = "nothing says when the target is reached"
	case r.Stuck != nil:
		a.Completion, a.Stuck = verdict.Refuted, m.Tell(r.Stuck)
		a.Why = "the target is not reached then: it never comes that "
		if len(r.Stuck.Steps) == 0 {
			a.Why = "the target is never reached, whatever happens: it never comes that "
		}
		if why := m.never(ctx, o, r.Stuck.End()); why != "" {
			a.Why += why
		} else {
			a.Why += "all of it holds at once"
		}
	default:
		a.Completion = verdict.Proved
	}
}

// Loses says whether a step deletes the subject, whoever does it. Of a
// Kustomization that is the request to delete it; its end counts as well, as it
// may have been asked for before the start.
func (m *Model) Loses(from State, e Event, _ State) bool {
	switch e.Kind {
	case Deletes:
		return int(e.Object) == m.s.Subject
	case Vanishes:
		return m.s.Kustomizations[e.Kustomization].Object == m.s.Subject
	case Acts:
		return m.actLoses(from, e)
	}
	return false
}

func (m *Model) actLoses(from State, e Event) bool {
	var c cluster
	m.unpack(from, &c)
	act := m.stages[c.stage].items[e.Number].act
	o := act.Object
	switch act.Kind {
	case scene.Remove:
		o = m.s.Kustomizations[act.Kustomization].Object
	case scene.Delete:
	default:
		return false
	}
	return o == m.s.Subject && c.objects[o].exists
}

func unclear(_ State, e Event, _ State) bool { return e.Kind == Unclear }

func (m *Model) mayBeUnclear() bool {
	for i, k := range m.s.Kustomizations {
		for _, b := range k.Builds {
			if b.Unknown != "" {
				return true
			}
		}
		for _, bySpec := range m.builds[i] {
			for _, builds := range bySpec {
				if len(builds) == 0 {
					return true
				}
			}
		}
	}
	return false
}

func (m *Model) whyUnclear(t *explore.Trace[State, Event]) string {
	e := t.Steps[len(t.Steps)-1].Label
	k := m.s.Kustomizations[e.Kustomization]
	if e.Number >= 0 {
		return k.ID + ": " + k.Builds[e.Number].Unknown
	}
	return k.ID + " may build files of one commit with a spec of another, and what that gives was not worked out"
}
