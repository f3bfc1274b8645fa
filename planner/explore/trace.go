package explore

// trace gives the run by which a state was found: a shortest one, and of these
// the first in the order of starts and steps, because each state has the first
// parent that reached it.
func (s *search[S, L]) trace(index int32) *Trace[S, L] {
	var path []int32
	for ; *s.parents.at(index) != noParent; index = *s.parents.at(index) {
		path = append(path, index)
	}
	t := &Trace[S, L]{Start: *s.states.at(index)}
	for i := len(path) - 1; i >= 0; i-- {
		t.Steps = append(t.Steps, s.taken(t.End(), *s.states.at(path[i])))
	}
	return t
}

// taken asks the model again for the step between two states. Labels are not
// stored: few are ever printed.
func (s *search[S, L]) taken(from, to S) (step Taken[S, L]) {
	found := false
	s.model.Steps(from, func(label L, next S) bool {
		if next == to {
			step, found = Taken[S, L]{label, next}, true
		}
		return !found
	})
	if !found {
		panic("explore: the model gave a step once and not again: Steps is not pure")
	}
	return step
}
