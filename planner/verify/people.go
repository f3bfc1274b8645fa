package verify

import "github.com/fluxmigrate/fluxmigrate/planner/scene"

// The bits of state.seen are those of the acts of the stage in their order: of each
// act one for done, one for each of Needs, one for each of Leaves.

// look is what people see in a state by themselves: what holds now of the stage.
// Stages that are complete end, and the next one begins with nothing seen.
func (m *model) look(s *state) {
	for int(s.stage) < len(m.Stages) && m.tick(s) {
		s.stage++
		s.seen = 0
	}
}

// tick notes what holds, and says whether the stage is complete.
func (m *model) tick(s *state) bool {
	bit, complete := uint64(1), true
	for _, act := range m.Stages[s.stage].Acts {
		done := s.seen&bit != 0
		complete = complete && done
		bit <<= 1
		for _, c := range act.Needs {
			m.see(s, c, bit)
			bit <<= 1
		}
		for _, c := range act.Leaves {
			complete = done && m.see(s, c, bit) && complete
			bit <<= 1
		}
	}
	return complete
}

// see notes a condition that holds, and says whether it was seen in this stage.
func (m *model) see(s *state, c scene.Condition, bit uint64) bool {
	if s.seen&bit == 0 && m.holds(s, c) {
		s.seen |= bit
	}
	return s.seen&bit != 0
}

// people does any act of the stage that is not done and whose needs were seen.
func (t *turn) people() {
	if int(t.from.stage) == len(t.m.Stages) {
		return
	}
	bit := uint64(1)
	for _, act := range t.m.Stages[t.from.stage].Acts {
		needs := (uint64(1)<<len(act.Needs) - 1) * bit << 1
		if t.from.seen&bit == 0 && t.from.seen&needs == needs {
			t.act(act, bit)
		}
		bit <<= 1 + len(act.Needs) + len(act.Leaves)
	}
}

func (t *turn) act(act scene.Act, done uint64) {
	for _, effect := range t.m.effects(t.from, act) {
		t.step(t.m.told(act), func(s *state) {
			s.seen |= done
			effect(s)
		})
	}
}

func (m *model) told(act scene.Act) event {
	e := event{who: "people:", verb: string(act.Kind)}
	switch act.Kind {
	case scene.Publish:
		e.what = m.Commits[act.Commit]
	case scene.Guard, scene.Unguard, scene.Delete:
		e.what = m.nameObject(act.Object)
	case scene.Watch:
	default:
		e.what = m.name(act.Kustomization)
	}
	return e
}
