package verify

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// controllers are those whose behaviour was measured.
var controllers = map[string]rules{
	"v1.9.6": {keepsUndeleted: true, listsSkipped: true},
	"v1.7.3": {},
}

// rules are those that differ between versions.
type rules struct {
	keepsUndeleted bool // the inventory keeps what could not be deleted (R2.11)
	listsSkipped   bool // and has what was skipped (R8.2)
}

// model is a scene with what is asked of it again and again.
type model struct {
	*scene.Scene
	rules
	forgets    bool    // see forget.go
	joins      bool    // see join.go
	asked      []asked // by stage; the last is of the goal alone
	dependents [][]int // those of one source with it
	keptFrom   [][]set // see neverPruned
	builtFrom  [][]set
	awaited    []bool     // somebody depends on it
	alike      [][]uint16 // of each build, the first with the same objects
	alikeAtEnd [][]uint16 // and the first with the same inventory
	private    []set      // see privates
	lastValues []int

	// unknown is the first build met of which nobody knows what it gives.
	unknown string
	wasFull bool  // some list of versions has dropped one for want of room
	to      state // where a step leads, until the next one is taken
}

// newModel takes a scene; short says whether states are forgotten and steps joined.
func newModel(s *scene.Scene, short bool) (*model, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	rules, ok := controllers[s.Controller]
	if !ok {
		return nil, fmt.Errorf("kustomize-controller %q was not measured", s.Controller)
	}
	m := &model{Scene: s, rules: rules, forgets: short, joins: short, private: make([]set, len(s.Kustomizations))}
	if err := m.check(); err != nil {
		return nil, err
	}
	m.asked, m.keptFrom, m.builtFrom, m.awaited = asks(s), keptFrom(s), builtFrom(s), awaited(s)
	m.dependents, m.lastValues = dependents(s), lastValues(s)
	m.alike = alike(s, func(a, b scene.Build) bool { return slices.Equal(a.Puts, b.Puts) })
	m.alikeAtEnd = alike(s, func(a, b scene.Build) bool { return built(a) == built(b) })
	if short {
		m.private = privates(s)
		return m, nil
	}
	for i := range m.asked {
		m.asked[i] = everything(len(s.Kustomizations))
	}
	return m, nil
}

// check asks for what scene.Check leaves open.
func (m *model) check() error {
	for i, o := range m.Objects {
		if o.Kustomization >= 0 && m.Kustomizations[o.Kustomization].Object != i {
			return fmt.Errorf("object %d and Kustomization %d disagree", i, o.Kustomization)
		}
	}
	for i, k := range m.Kustomizations {
		if len(k.Builds) > 1<<16 {
			return fmt.Errorf("number of builds: Kustomization %d has %d, %d at most", i, len(k.Builds), 1<<16)
		}
		for _, spec := range k.Specs {
			if len(spec.DependsOn) > 250 {
				return fmt.Errorf("number of dependencies: Kustomization %d has %d, 250 at most", i, len(spec.DependsOn))
			}
		}
	}
	return nil
}

// dependents gives those that ask each Kustomization for the commit that it has
// applied (R3.4).
func dependents(s *scene.Scene) [][]int {
	all := make([][]int, len(s.Kustomizations))
	for k, z := range s.Kustomizations {
		for _, spec := range z.Specs {
			for _, d := range spec.DependsOn {
				if d.SameSource && !slices.Contains(all[d.On], k) {
					all[d.On] = append(all[d.On], k)
				}
			}
		}
	}
	return all
}

func awaited(s *scene.Scene) []bool {
	all := make([]bool, len(s.Kustomizations))
	for _, z := range s.Kustomizations {
		for _, spec := range z.Specs {
			for _, d := range spec.DependsOn {
				all[d.On] = true
			}
		}
	}
	return all
}

func alike(s *scene.Scene, are func(a, b scene.Build) bool) [][]uint16 {
	all := make([][]uint16, len(s.Kustomizations))
	for k, z := range s.Kustomizations {
		for _, b := range z.Builds {
			first := slices.IndexFunc(z.Builds, func(a scene.Build) bool { return are(a, b) })
			all[k] = append(all[k], uint16(first))
		}
	}
	return all
}
