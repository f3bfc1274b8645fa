package sim

import (
	"fmt"
	"maps"
	"slices"
	"sync/atomic"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// Model is the transition system of one scene; see explore.Model.
type Model struct {
	s        *scene.Scene
	rules    rules
	builds   [][][][]int // by Kustomization, spec and commit: indexes of its builds
	watched  [][]bool    // by stage: Kustomizations whose Ready somebody else looks at from there on
	lagging  []bool      // Kustomizations that may build with values of later commits
	depended []bool      // Kustomizations that others depend on
	stages   []stage
	less     *reduction // nil: everything as it stands
	size     int        // of a packed state, about
	// overflows: a list of versions became as long as it may be, so that what
	// reductions say of the cache may not hold.
	overflows atomic.Bool
}

// rules are what differs by version of the controller.
type rules struct {
	keepsSurvivors bool // R2.11: what could not be deleted stays in the inventory
	forgetsSkipped bool // R8.2: what an apply skipped is not listed
}

// Measured are the versions of kustomize-controller that the model was held
// against, by the traces in testdata/worlds and the facts in
// testdata/controlplane.
var measured = map[string]rules{
	"v1.9.6": {keepsSurvivors: true},
	"v1.7.3": {forgetsSkipped: true},
}

// Measured says whether there is a model of that version.
func Measured(controller string) bool {
	_, ok := measured[controller]
	return ok
}

// Versions gives the versions of the controller that there is a model of,
// sorted.
func Versions() []string { return slices.Sorted(maps.Keys(measured)) }

// New makes the model of a scene. It fails on a scene that is not sound, and
// for a version of the controller that nobody measured.
func New(s *scene.Scene) (*Model, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	rules, ok := measured[s.Controller]
	if !ok {
		return nil, fmt.Errorf("kustomize-controller %s was not measured, so there is no model of it", s.Controller)
	}
	m := &Model{s: s, rules: rules, size: 8 + len(s.Sources) + len(s.Objects) + 24*len(s.Kustomizations)}
	m.indexBuilds()
	m.findWatched()
	for _, st := range s.Stages {
		m.stages = append(m.stages, newStage(st))
	}
	return m, nil
}

// Reduce leaves out of the model what nobody can tell: it has the same answers
// and far fewer states.
func (m *Model) Reduce() { m.ReduceBy(AllReductions) }

// ReduceBy does so by some of the reductions only.
func (m *Model) ReduceBy(on Reductions) { m.less = newReduction(m.s, on, 0) }

func (m *Model) indexBuilds() {
	m.builds, m.lagging = make([][][][]int, len(m.s.Kustomizations)), make([]bool, len(m.s.Kustomizations))
	for i, k := range m.s.Kustomizations {
		m.builds[i] = make([][][]int, len(k.Specs))
		for spec := range k.Specs {
			m.builds[i][spec] = make([][]int, len(m.s.Commits))
		}
		for j, b := range k.Builds {
			of := m.builds[i][b.Spec]
			of[b.Commit] = append(of[b.Commit], j)
			m.lagging[i] = m.lagging[i] || b.After > 0
		}
	}
}

// findWatched finds the Kustomizations whose Ready is looked at from a stage
// on: by a dependency, a condition of people, or the goal.
func (m *Model) findWatched() {
	last := make([]bool, len(m.s.Kustomizations))
	for _, k := range m.s.Kustomizations {
		for _, spec := range k.Specs {
			for _, d := range spec.DependsOn {
				last[d.On] = true
			}
		}
	}
	m.depended = slices.Clone(last)
	watch(last, m.s.Goal)
	m.watched = [][]bool{last}
	for _, stage := range slices.Backward(m.s.Stages) {
		last = slices.Clone(last)
		for _, act := range stage.Acts {
			watch(last, act.Needs)
			watch(last, act.Leaves)
		}
		m.watched = append(m.watched, last)
	}
	slices.Reverse(m.watched)
}

func watch(watched []bool, conditions []scene.Condition) {
	for _, c := range conditions {
		if c.Kind == scene.Acted || c.Kind == scene.Listed || c.Kind == scene.Forgotten {
			watched[c.Kustomization] = true
		}
	}
}

// Starts gives the states that the scene may begin in: one for each
// combination of the states its objects may be in.
func (m *Model) Starts() []State {
	first := cluster{}
	for i, k := range m.s.Kustomizations {
		first.ks[i] = startOf(k)
	}
	all := []cluster{first}
	for i, o := range m.s.Objects {
		var next []cluster
		for _, before := range all {
			for _, live := range o.Starts {
				c := before
				m.begin(i, live, &c)
				next = append(next, c)
			}
		}
		all = next
	}
	var states []State
	for i := range all {
		m.look(&all[i])
		if m.less != nil {
			m.forget(&all[i])
		}
		states = append(states, m.pack(&all[i]))
	}
	return states
}

// begin gives an object one of the states it may begin in. A Kustomization
// that does not exist has nothing else.
func (m *Model) begin(o int, live scene.Live, c *cluster) {
	if !live.Exists {
		c.objects[o] = object{owner: -1}
		if k := m.s.Objects[o].Kustomization; k >= 0 {
			c.ks[k] = missing()
		}
		return
	}
	c.objects[o] = object{true, live.Guard, live.HandGuard, live.Frozen, int8(live.Owner)}
}

// missing is a Kustomization that does not exist.
func missing() kustomization { return kustomization{applied: -1, run: run{pending: -1}} }

func startOf(k scene.Kustomization) kustomization {
	ks := missing()
	v := version{spec: uint8(k.Start.Spec), handSuspend: k.Start.HandSuspend, handOrphan: k.Start.HandOrphan, deleting: k.Start.Deleting, finalizer: true}
	for _, o := range k.Start.Inventory {
		v.inventory |= bit(o)
	}
	ks.push(v)
	ks.applied, ks.ready, ks.observed = int8(k.Start.Applied), k.Start.Ready, true
	return ks
}
