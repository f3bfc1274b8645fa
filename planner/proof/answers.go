package proof

import (
	"context"
	"fmt"
	"sync"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// Answers keeps what was answered, for the next pair of a matrix. Two scenes
// of one digest have one answer, told in the names of each. Safe for use by
// several goroutines.
type Answers struct {
	mu    sync.Mutex
	known map[string]sim.Answer // by digest
}

// NewAnswers gives an empty memory.
func NewAnswers() *Answers { return &Answers{known: make(map[string]sim.Answer)} }

func (a *Answers) find(digest string, s *scene.Scene) (sim.Answer, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	found, ok := a.known[digest]
	return found.Retold(s), ok
}

func (a *Answers) keep(digest string, answer sim.Answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.known[digest] = answer
}

// answer fills in the answers of all components that have a scene: first those
// that cost little, then as many of the others as the total allows.
func answer(ctx context.Context, p *Proof, q Question) {
	if q.Answers == nil {
		q.Answers = NewAnswers()
	}
	var large []*Component
	little := q
	little.Budget = (q.Budget + 19) / 20
	for i := range p.Components {
		c := &p.Components[i]
		if c.Scene == nil {
			continue
		}
		found := ask(ctx, c, little)
		if c.take(found); found.Capped {
			large = append(large, c)
		}
	}
	spent := 0
	for _, c := range large {
		if q.Total > 0 && spent >= q.Total {
			c.Why = usedUp(p, q)
			continue
		}
		q.last = true
		found := ask(ctx, c, q)
		spent += found.States
		if found.Capped {
			found.Why += fmt.Sprintf("; --budget %d visits more", 4*q.Budget)
		}
		c.take(found)
	}
}

// Together is how many budgets of one scene all scenes may cost that need more
// than a little, and all candidates of a search.
const Together = 5

// usedUp says why a scene was not asked about: which budget was used up, how far
// that came, and what to type.
func usedUp(p *Proof, q Question) string {
	decided, all := 0, 0
	for _, c := range p.Components {
		if c.Scene == nil {
			continue
		}
		if all++; c.Safety == verdict.Proved || c.Safety == verdict.Refuted {
			decided++
		}
	}
	return fmt.Sprintf("not asked, as the others have used up what all may cost together (%d states, %d times --budget); %d of %d questions are decided; plan again with --budget %d",
		Together*q.Budget, Together, decided, all, 4*q.Budget)
}

// ask gives the answer to a scene. What was unknown for its size in
// the first round is not remembered.
func ask(ctx context.Context, c *Component, q Question) sim.Answer {
	if found, ok := q.Answers.find(c.Digest, c.Scene); ok {
		return found
	}
	visit := q.Visit
	if visit == nil {
		visit = sim.Visit
	}
	found, err := visit(ctx, c.Scene, sim.Options{Limit: q.Budget, Workers: q.Workers, Progress: q.Progress})
	if err != nil {
		return sim.Answer{Safety: verdict.Unknown, Completion: verdict.Unknown, Why: err.Error()}
	}
	if !found.Capped || q.last {
		q.Answers.keep(c.Digest, found)
	}
	return found
}

// take makes an answer the component's own. Completion that was not asked for
// is not known.
func (c *Component) take(a sim.Answer) {
	c.Safety, c.Completion, c.Why, c.States, c.Story, c.Stuck = a.Safety, a.Completion, a.Why, a.States, a.Story, a.Stuck
	if c.doubt != "" && c.Safety == verdict.Proved {
		c.Safety, c.Completion, c.Why, c.Stuck = verdict.Unknown, verdict.Unknown, c.doubt, nil
	}
	switch {
	case c.NoGoal != "":
		c.Completion = verdict.Unknown
		if c.Safety == verdict.Proved {
			c.Why = "" // NoGoal says more
		}
	case len(c.Scene.Goal) == 0 && c.Safety == verdict.Proved:
		c.Completion, c.Why = verdict.Proved, "" // the target wants nothing of it
	}
}
