package proof

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// goal fills in what holds when the target is reached. Where the target can
// never be reached, or nobody knows, it says why instead.
func (m *maker) goal() {
	if m.why != "" {
		return
	}
	if m.noGoal = m.inVain; m.noGoal != "" {
		return
	}
	if k, is := m.subject.AsKustomization(); is {
		if m.noGoal = m.stalls(k); m.noGoal != "" {
			return
		}
	}
	var goal []scene.Condition
	for i, k := range m.kustomizations {
		after, ok := m.to.Kustomization(k)
		if ok && after.Spec.Suspend && m.rendersChild(after) {
			m.noGoal = k.String() + " is suspended in " + m.to.Name + ", so what it renders is not applied"
			return
		}
		if !ok || after.Spec.Suspend {
			continue
		}
		if m.noGoal = m.stalls(k); m.noGoal != "" {
			return
		}
		goal = append(goal, m.reached(i, k)...)
	}
	m.s.Goal = tidy(append(goal, m.owned()...))
	if m.noGoal != "" {
		m.s.Goal = nil
	}
}

// rendersChild says whether a Kustomization renders another one that is looked
// at.
func (m *maker) rendersChild(k ownership.Kustomization) bool {
	return slices.ContainsFunc(m.s.Objects, func(o scene.Object) bool {
		if o.Kustomization < 0 {
			return false
		}
		_, renders := k.Render.Find(m.kustomizations[o.Kustomization].Object())
		return renders
	})
}

// reached is what a Kustomization of To shows when it has done its part: the
// spec it has there, and the subject in its inventory or not.
func (m *maker) reached(i int, k ksID) []scene.Condition {
	after, _ := m.to.Kustomization(k)
	goal := []scene.Condition{{Kind: scene.Stored, Kustomization: i, Specs: []int{m.finalSpec(i, k)}}}
	if _, renders := after.Render.Find(m.subject); renders {
		return append(goal, scene.Condition{Kind: scene.Has, Kustomization: i})
	}
	return append(goal, scene.Condition{Kind: scene.HasNot, Kustomization: i})
}

// owned is what the subject shows: that it is there, with the label of one
// that takes it in To. Where none takes it, the label stays as it is.
func (m *maker) owned() []scene.Condition {
	if _, wanted := m.toOwners[m.subject]; !wanted {
		return nil
	}
	all := []scene.Condition{{Kind: scene.Present}}
	var owners []int
	suspended := 0
	for _, k := range m.toOwners[m.subject] {
		after, _ := m.to.Kustomization(k)
		if after.Spec.Suspend {
			suspended++
			continue
		}
		if o, _ := after.Render.Find(m.subject); putOf(&o, after.Spec).Take == scene.Takes {
			owners = append(owners, m.index(k))
		}
	}
	if suspended > 0 && suspended == len(m.toOwners[m.subject]) {
		m.noGoal = m.toOwners[m.subject][0].String() + " is suspended in " + m.to.Name + ", so it takes nothing"
	}
	if len(owners) > 0 {
		slices.Sort(owners)
		all = append(all, scene.Condition{Kind: scene.Labelled, Owners: owners})
	}
	return all
}

// stalls says why a Kustomization that To wants to run can never be Ready
// there, or why nobody knows; "" where it can, or shall not run.
func (f *facts) stalls(k ksID) string {
	if after, ok := f.to.Kustomization(k); !ok || after.Spec.Suspend {
		return ""
	}
	return f.after.NeverReady(k)
}
