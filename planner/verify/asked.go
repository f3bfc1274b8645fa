package verify

import "github.com/fluxmigrate/fluxmigrate/planner/scene"

// asked is what a stage, or a later one, or the goal asks of the states. Its lists
// are those of the Kustomizations.
type asked struct {
	ready   []bool   // Ready, and whether the generation is observed
	commits []uint32 // whether these were applied, a bit each
	handled []bool   // the requests
	lists   []set    // whether these are in the inventory
}

// asks gives what each stage asks, and behind the last one what the goal does.
func asks(s *scene.Scene) []asked {
	all := make([]asked, len(s.Stages)+1)
	a := newAsked(len(s.Kustomizations))
	for _, k := range s.Kustomizations {
		for _, spec := range k.Specs {
			for _, d := range spec.DependsOn {
				a.ready[d.On] = true
			}
		}
	}
	a.add(s, s.Goal)
	all[len(s.Stages)] = a
	for i := len(s.Stages) - 1; i >= 0; i-- {
		a = a.clone()
		for _, act := range s.Stages[i].Acts {
			a.add(s, act.Needs)
			a.add(s, act.Leaves)
		}
		all[i] = a
	}
	return all
}

func newAsked(n int) asked {
	return asked{make([]bool, n), make([]uint32, n), make([]bool, n), make([]set, n)}
}

func (a asked) clone() asked {
	c := newAsked(len(a.ready))
	copy(c.ready, a.ready)
	copy(c.commits, a.commits)
	copy(c.handled, a.handled)
	copy(c.lists, a.lists)
	return c
}

// everything of every Kustomization is asked.
func everything(n int) asked {
	a := newAsked(n)
	for k := range n {
		a.ready[k], a.commits[k], a.handled[k], a.lists[k] = true, ^uint32(0), true, ^set(0)
	}
	return a
}

func (a asked) add(s *scene.Scene, conditions []scene.Condition) {
	for _, c := range conditions {
		k := c.Kustomization
		switch c.Kind {
		case scene.Acted, scene.Forgotten, scene.Listed:
			a.ready[k] = true
			if s.Kustomizations[k].Source < 0 {
				a.commits[k] |= 1
			}
			a.commits[k] |= 1 << c.Commit
		case scene.Barrier:
			a.handled[k] = true
		}
		switch c.Kind {
		case scene.Forgotten, scene.Listed, scene.Has, scene.HasNot:
			a.lists[k] |= only(c.Object)
		case scene.Orphaning:
			a.lists[k] = ^set(0) // whether it would delete anything
		}
	}
}
