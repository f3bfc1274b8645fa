package verify

import (
	"fmt"
	"slices"
)

// event is one step in words: who does what to what.
type event struct{ who, verb, what string }

func (e event) String() string {
	if e.what == "" {
		return e.who + " " + e.verb
	}
	return e.who + " " + e.verb + " " + e.what
}

// turn goes through what may happen next in one state.
type turn struct {
	m      *model
	from   *state
	before []event // what has happened since the state of the search, if that is not from
	taken  func(to *state, events []event)
	events []event
}

// next takes every step that may be taken from a state (docs/model.md, What
// happens), one after the other. What taken is given is taken back afterwards.
func (m *model) next(s *state, taken func(to *state, events []event)) {
	t := &turn{m: m, from: s, taken: taken}
	t.fetch()
	for k := range m.Kustomizations {
		if s.kustomizations[k].exists {
			t.run(k)
		}
	}
	t.people()
}

// step is one: the state as change leaves it, after people have looked at it.
func (t *turn) step(e event, change func(*state)) {
	to := &t.m.to
	*to = *t.from
	change(to)
	t.m.look(to)
	t.m.forget(to)
	t.events = append(append(t.events[:0], t.before...), e)
	t.taken(to, t.events)
}

// onwards gives the turn of a state that is on the way of a step (join.go).
func (t *turn) onwards(s *state, events ...event) *turn {
	return &turn{m: t.m, from: s, before: slices.Concat(t.before, events), taken: t.taken}
}

// fetch moves a source to any later commit that was published.
func (t *turn) fetch() {
	for i := range t.m.Sources {
		for c := t.from.sources[i] + 1; c <= t.from.published; c++ {
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

func (m *model) words(k int, spec uint8) string {
	if words := m.Kustomizations[k].Specs[spec].Words; words != "" {
		return words
	}
	return fmt.Sprintf("spec %d", spec)
}

// commit names one, where it is not forgotten.
func (m *model) commit(c int8) string {
	if c < 0 {
		return ""
	}
	return m.Commits[c]
}
