package proof

import (
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// maker makes one scene. Until merge, a commit of the scene is an index of
// facts.commits and a spec is one of actor.specs, with one more where the live
// spec is none of them.
type maker struct {
	*facts
	cast
	s       *scene.Scene
	commits []int         // of each of facts.commits, the commit of the scene
	spec    []map[int]int // of each Kustomization: number of the spec → its index in the scene
	raw     [][]ownership.Spec
	began   []int  // of each Kustomization, the number of its spec at the start
	why     string // the first reason why nobody can answer
	doubt   string // why nothing is proved, though a loss would be one
	noGoal  string
}

// made is a scene, or why there is none.
type made struct {
	scene  *scene.Scene
	ids    []ksID
	why    string
	doubt  string
	noGoal string
}

// make makes the scene of an object. Kustomizations that turn out to be
// written alike for ever are then looked at without their parents, and the
// scene is made again.
func (f *facts) make(subject objectID) made {
	settled := make(map[ksID]bool)
	for {
		m := &maker{facts: f, cast: f.cast(subject, settled)}
		m.play()
		if m.why != "" || f.q.Whole || !m.settle(settled) {
			return m.finish()
		}
	}
}

// play fills the scene in.
func (m *maker) play() {
	m.s = &scene.Scene{Controller: controller(m.q.Controller)}
	m.identity()
	for i, k := range m.kustomizations {
		m.kustomization(i, k)
	}
	m.allBuilds()
	m.changedShards()
	for i, o := range m.objects {
		m.s.Objects[i].Starts = m.starts(o)
	}
	for i, k := range m.kustomizations {
		m.begin(i, k)
	}
	m.merge()
	m.people()
	m.goal()
}

// identity lists objects and Kustomizations, with what each is to the other.
func (m *maker) identity() {
	for _, o := range m.objects {
		k, is := o.AsKustomization()
		object := scene.Object{ID: o.String(), Kustomization: -1}
		if is && !(m.plain && o == m.subject) {
			object.Kustomization = m.index(k)
		}
		m.s.Objects = append(m.s.Objects, object)
	}
	for _, k := range m.kustomizations {
		m.s.Kustomizations = append(m.s.Kustomizations, scene.Kustomization{ID: k.String(), Object: m.object(k.Object()), Source: -1})
	}
	for i, o := range m.s.Objects {
		if o.Kustomization >= 0 {
			m.s.Kustomizations[o.Kustomization].Object = i
		}
	}
}

// index gives the number of a Kustomization in the scene, object that of an
// object; -1 for one that is not in it.
func (m *maker) index(k ksID) int {
	for i, other := range m.kustomizations {
		if other == k {
			return i
		}
	}
	return -1
}

func (m *maker) object(o objectID) int {
	for i, other := range m.objects {
		if other == o {
			return i
		}
	}
	return -1
}

// kustomization notes its specs and its source.
func (m *maker) kustomization(i int, k ksID) {
	a := m.actors[k]
	if a == nil {
		m.unknown("%s holds %s in the cluster, and no state has it: what it renders is not known", k, m.subject.Display())
		m.raw = append(m.raw, nil)
		return
	}
	var specs []ownership.Spec
	for _, w := range a.specs {
		specs = append(specs, w.spec)
		if w.spec.Source != specs[0].Source {
			m.unknown("the source of %s changes, and what the model knows of a Kustomization has one source", k)
		}
		if w.spec.Cluster != specs[0].Cluster {
			m.unknown("the cluster that %s applies to changes (R8.7)", k)
		}
	}
	m.raw = append(m.raw, specs)
	for _, s := range specs {
		m.s.Kustomizations[i].Specs = append(m.s.Kustomizations[i].Specs, m.specOf(k, s))
	}
	m.s.Kustomizations[i].Source = m.source(k, specs[0].Source)
}

// source gives the number of a source whose content is that of the commits, as
// the controller of a Kustomization sees it; -1 for any other.
func (m *maker) source(k ksID, ref ownership.SourceRef) int {
	if !m.own(ref) {
		return -1
	}
	name := m.seenBy(k, ref)
	for i, known := range m.s.Sources {
		if known == name {
			return i
		}
	}
	m.s.Sources = append(m.s.Sources, name)
	return len(m.s.Sources) - 1
}

// unknown notes the first reason why the scene cannot be answered.
func (m *maker) unknown(format string, args ...any) {
	if m.why == "" {
		m.why = fmt.Sprintf(format, args...)
	}
}

// settle notes Kustomizations that have one spec in this scene and need not be
// looked at as objects. It says whether there are any.
func (m *maker) settle(settled map[ksID]bool) bool {
	found := false
	for i, k := range m.kustomizations {
		object := m.s.Kustomizations[i].Object
		if object > 0 && len(m.s.Kustomizations[i].Specs) == 1 && m.steady(k) && !settled[k] {
			settled[k], found = true, true
		}
	}
	return found
}

func (m *maker) finish() made {
	if m.why == "" {
		if err := m.s.Check(); err != nil {
			m.why = "no scene could be made: " + err.Error()
		}
	}
	return made{scene: m.s, ids: m.kustomizations, why: m.why, doubt: m.doubt, noGoal: m.noGoal}
}
