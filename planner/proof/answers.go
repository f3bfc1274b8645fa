package proof

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// Answers keeps what was answered, for the next pair of a matrix. Two scenes
// of one digest have one answer; its story is in the names of one of them,
// and is told anew for the other. Safe for use by several goroutines.
type Answers struct {
	mu    sync.Mutex
	known map[string]sim.Answer // by digest
	told  map[string]sim.Answer // by content, names included
}

// NewAnswers gives an empty memory.
func NewAnswers() *Answers {
	return &Answers{known: make(map[string]sim.Answer), told: make(map[string]sim.Answer)}
}

func (a *Answers) find(digest, content string) (sim.Answer, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if found, ok := a.told[content]; ok {
		return found, true
	}
	found, ok := a.known[digest]
	return found, ok && len(found.Story)+len(found.Stuck) == 0
}

func (a *Answers) keep(digest, content string, answer sim.Answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.known[digest], a.told[content] = answer, answer
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
		if c.take(found); capped(found, little.Budget) {
			large = append(large, c)
		}
	}
	spent := 0
	for _, c := range large {
		if q.Total > 0 && spent >= q.Total {
			c.Why = fmt.Sprintf("the %d states that this proof may cost were used up by others", q.Total)
			continue
		}
		q.last = true
		found := ask(ctx, c, q)
		c.take(found)
		spent += found.States
	}
}

// capped says whether an answer is unknown only because there were more states.
func capped(a sim.Answer, budget int) bool {
	return budget > 0 && a.Safety == verdict.Unknown && a.States >= budget
}

// ask gives the answer to a scene. What was unknown for its size in
// the first round is not remembered.
func ask(ctx context.Context, c *Component, q Question) sim.Answer {
	memory, content := q.Answers, contentOf(c.Scene)
	if found, ok := memory.find(c.Digest, content); ok {
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
	if !capped(found, q.Budget) || q.last {
		memory.keep(c.Digest, content, found)
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

// contentOf tells scenes apart, names included.
func contentOf(s *scene.Scene) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // plain data
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
