package verify

import "testing"

// rule is a question that no verdict answers. In every scene A is the first
// Kustomization and B the second, X the first object.
type rule struct {
	name, scene string
	can, cannot func(a, b kustomization, s *state) bool // some state is so, none is
}

func askAll(t *testing.T, rules []rule) {
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) { r.ask(t) })
	}
}

func (r rule) ask(t *testing.T) {
	_, all := reachable(t, r.scene)
	could := false
	for _, s := range all {
		a, b := s.kustomizations[0], kustomization{}
		if len(s.kustomizations) > 1 {
			b = s.kustomizations[1]
		}
		could = could || r.can(a, b, s)
		if r.cannot != nil && r.cannot(a, b, s) {
			t.Fatalf("this is reached: %+v", *s)
		}
	}
	if !could {
		t.Errorf("not reached in %d states", len(all))
	}
}

// reachable gives every state of a scene whose subject nobody deletes.
func reachable(t *testing.T, text string) (*model, []*state) {
	t.Helper()
	m, err := newModel(parseScene(text), false)
	if err != nil {
		t.Fatal(err)
	}
	var all []*state
	seen := make(map[string]bool)
	meet := func(s *state) {
		if key := string(m.appendKey(nil, s)); !seen[key] {
			seen[key] = true
			all = append(all, clone(s))
		}
	}
	m.starts(meet)
	for i := 0; i < len(all); i++ {
		m.next(all[i], func(to *state, _ []event) { meet(to) })
	}
	return m, all
}

func clone(s *state) *state {
	c := *s
	return &c
}
