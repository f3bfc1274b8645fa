package proof

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// people fills in what people do.
func (m *maker) people() {
	m.s.Stages = []scene.Stage{}
	if m.why != "" {
		return
	}
	if m.q.Script != nil {
		m.scripted()
		return
	}
	stage := scene.Stage{Title: "the change as it is"}
	if last := m.commitOf(m.to.At.Commit); last > 0 {
		stage.Acts = append(stage.Acts, scene.Act{Kind: scene.Publish, Commit: last})
	}
	for i, k := range m.kustomizations {
		stage.Acts = append(stage.Acts, m.makerActs(i, k)...)
	}
	if len(stage.Acts) > 0 {
		m.s.Stages = append(m.s.Stages, stage)
	}
}

// commitOf gives the commit of the scene at a position.
func (m *maker) commitOf(commit int) int {
	return m.commits[slices.Index(m.facts.commits, commit)]
}

// makerActs is what whoever makes a root does to it.
func (m *maker) makerActs(i int, k ksID) []scene.Act {
	switch life := m.lifeOf(k); life {
	case "":
		return nil
	case isMade:
		return []scene.Act{{Kind: scene.Make, Kustomization: i, Spec: m.finalSpec(i, k)}}
	case isRemoved:
		return []scene.Act{{Kind: scene.Remove, Kustomization: i}}
	case isSwitched:
		return m.switches(i, k)
	default:
		m.unknown("%s %s", k, life)
		return nil
	}
}

// life is what becomes of a root outside Git: "" is nothing, and any other
// text than these says what is unclear.
type life string

const (
	isMade     life = "is made"
	isRemoved  life = "is removed"
	isSwitched life = "is switched"
)

func (f *facts) lifeOf(k ksID) life {
	before, was := f.from.Kustomization(k)
	after, is := f.to.Kustomization(k)
	switch {
	case !hasMaker(before) && !hasMaker(after):
		return ""
	case was && is && hasMaker(before) != hasMaker(after):
		return "is a root in one state and rendered in another: what its maker does to it is not known"
	case was && is && !f.inEveryState(k):
		return "is a root that a state between lacks: whether its maker removes it there is not known"
	case was && !is:
		return isRemoved
	case is && !was:
		return isMade
	case !f.root(k):
		return f.rendered(k)
	case f.differsIn(k, func(a, b int) bool { return a == b }):
		return "is a root whose spec differs between commits, and nothing renders it: when its maker changes it is not known"
	case f.differsIn(k, func(a, b int) bool { return a != b }):
		return isSwitched
	}
	return ""
}

// hasMaker says whether somebody outside the repository makes a Kustomization:
// of a root, and of one that nothing renders but itself.
func hasMaker(k ownership.Kustomization) bool {
	return k.Root || slices.Equal(k.Parents, []ksID{k.ID})
}

// rendered judges a root that something renders as well, as itself.
func (f *facts) rendered(k ksID) life {
	for _, d := range f.states {
		for _, e := range f.states {
			x, _ := d.Kustomization(k)
			y, _ := e.Kustomization(k)
			if d.At.Commit == e.At.Commit && x.Spec.Digest != y.Spec.Digest {
				return "is switched outside Git and rendered as well: who writes its spec last is not known"
			}
		}
	}
	before, was := f.from.Kustomization(k)
	after, is := f.to.Kustomization(k)
	if was && is && before.Spec.Digest != after.Spec.Digest && !f.carriesOver(k, after.Spec.Digest) {
		return "is a root that renders itself, and no run with its old spec applies the new one: whoever bootstraps it has to, and when is not known"
	}
	return ""
}

// carriesOver says whether a run with another spec applies that one.
func (f *facts) carriesOver(k ksID, digest string) bool {
	for _, at := range f.renders[k.Object()] {
		if at.object.SpecDigest == digest && at.by.seen[at.view].Spec.Digest != digest {
			return true
		}
	}
	return false
}

// differsIn says whether a Kustomization has two specs in states whose
// switches compare so.
func (f *facts) differsIn(k ksID, compares func(a, b int) bool) bool {
	for _, d := range f.states {
		for _, e := range f.states {
			x, _ := d.Kustomization(k)
			y, _ := e.Kustomization(k)
			if compares(d.At.Switch, e.At.Switch) && x.Spec.Digest != y.Spec.Digest {
				return true
			}
		}
	}
	return false
}

// switches gives one act for each spec after the first, in their order.
func (m *maker) switches(i int, k ksID) []scene.Act {
	var acts []scene.Act
	at := m.s.Kustomizations[i].Start.Spec
	for _, spec := range m.specsBySwitch(i, k) {
		if spec == at {
			continue
		}
		act := scene.Act{Kind: scene.Switch, Kustomization: i, Spec: spec}
		if len(acts) > 0 {
			act.Needs = []scene.Condition{{Kind: scene.Stored, Kustomization: i, Specs: []int{at}}}
		}
		acts, at = append(acts, act), spec
	}
	return acts
}

// specsBySwitch gives the specs of a root, switch by switch.
func (m *maker) specsBySwitch(i int, k ksID) []int {
	bySwitch := map[int]int{}
	last := 0
	for _, d := range m.states {
		if found, ok := d.Kustomization(k); ok {
			bySwitch[d.At.Switch] = m.spec[i][m.actors[k].find(found.Spec.Digest)]
			last = max(last, d.At.Switch)
		}
	}
	var specs []int
	for n := range last + 1 {
		if spec, ok := bySwitch[n]; ok {
			specs = append(specs, spec)
		}
	}
	return specs
}

// finalSpec gives the spec that a Kustomization has in To.
func (m *maker) finalSpec(i int, k ksID) int {
	after, _ := m.to.Kustomization(k)
	return m.spec[i][m.actors[k].find(after.Spec.Digest)]
}
