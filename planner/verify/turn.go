package verify

import "fmt"

// event is one step in words: who does what to what.
type event struct{ who, verb, what string }

func (e event) String() string {
	if e.what == "" {
		return e.who + " " + e.verb
	}
	return e.who + " " + e.verb + " " + e.what
}

// move is a step that may be taken.
type move struct {
	event event
	to    *state
}

// turn collects what may happen next in one state.
type turn struct {
	m     *model
	from  *state
	moves []move
}

// next gives every step that may be taken from a state (docs/model.md, What happens).
func (m *model) next(s *state) []move {
	t := &turn{m: m, from: s}
	t.fetch()
	for k := range s.kustomizations {
		if s.kustomizations[k].exists {
			t.run(k)
		}
	}
	t.people()
	return t.moves
}

// step adds one: the state as change leaves it, after people have looked at it.
func (t *turn) step(e event, change func(*state)) {
	to := t.from.clone()
	change(to)
	t.m.look(to)
	t.moves = append(t.moves, move{e, to})
}

// fetch moves a source to any later commit that was published.
func (t *turn) fetch() {
	for i, at := range t.from.sources {
		for c := at + 1; c <= t.from.published; c++ {
			t.step(event{"source " + t.m.Sources[i], "is fetched at", t.m.Commits[c]}, func(s *state) { s.sources[i] = c })
		}
	}
}

// run takes the next step of a Kustomization's run, whichever it is, or begins one.
func (t *turn) run(k int) {
	switch t.from.kustomizations[k].run.phase {
	case idle:
		t.begin(k)
	case viewed:
		t.readSource(k)
	case sourced:
		t.askOrWork(k)
	case reading:
		t.read(k)
	case writing:
		t.write(k)
	case pruning, finalizing:
		t.prune(k)
	case ending:
		t.end(k)
	case ended:
		t.endInventory(k)
	case leaving:
		t.leave(k)
	}
	t.fail(k)
}

// does is an event of a Kustomization.
func (t *turn) does(k int, verb, what string) event { return event{t.m.name(k), verb, what} }

// running gives the run of a Kustomization.
func (t *turn) running(k int) run { return t.from.kustomizations[k].run }

func (m *model) name(k int) string {
	if id := m.Kustomizations[k].ID; id != "" {
		return id
	}
	return fmt.Sprintf("Kustomization %d", k)
}

func (m *model) nameObject(o int) string {
	if id := m.Objects[o].ID; id != "" {
		return id
	}
	return fmt.Sprintf("object %d", o)
}

func (m *model) words(k, spec int) string {
	if words := m.Kustomizations[k].Specs[spec].Words; words != "" {
		return words
	}
	return fmt.Sprintf("spec %d", spec)
}
