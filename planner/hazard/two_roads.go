package hazard

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// OneRoad is the remedy of FM-029.
const OneRoad Remedy = "merge first and see it applied, then switch, or the other way round"

var twoRoadsRule = Rule{
	Code: "FM-029", Name: "switch and upgrade in one step", Severity: Warns,
	Harm: "A commit and a switch outside Git are made at once: the cluster may meet the new files in the old mode, or the old files in the new one.",
	Why: "The commit comes through the source, the switch through whoever makes the root, and neither waits for the other. Each of the " +
		"two states between is a state of its own, with owners and hazards of its own, and nothing says which of them a cluster goes " +
		"through. Two steps have one order, and half of what can go wrong.",
	Source:   "R2.1, R2.2, R2.3, H16; R18, R23",
	Remedies: []Remedy{OneRoad, SplitRevision},
}

// twoRoads matches FM-029, if the commit changes anything in either mode.
func (f *facts) twoRoads() []match {
	merged, switched := f.only(true), f.only(false)
	if f.from.At.Commit == f.to.At.Commit || f.from.At.Switch == f.to.At.Switch || merged == nil || switched == nil {
		return nil
	}
	changed := unlike(f.from, merged)
	changed = append(changed, unlike(switched, f.to)...)
	if len(changed) == 0 {
		return nil
	}
	m := match{code: "FM-029", owners: unique(changed)}
	for _, k := range m.owners {
		m.objects = append(m.objects, k.Object())
	}
	m.because = fmt.Sprintf("on the way from %s to %s the cluster is at %s or at %s, and nothing says at which",
		f.from.Name, f.to.Name, merged.Name, switched.Name)
	return []match{m}
}

// only gives the state with one of the two changes: the commit, or the switch.
func (f *facts) only(commit bool) *ownership.Desired {
	at := ownership.Position{Commit: f.from.At.Commit, Switch: f.to.At.Switch}
	if commit {
		at = ownership.Position{Commit: f.to.At.Commit, Switch: f.from.At.Switch}
	}
	i := slices.IndexFunc(f.states, func(d *ownership.Desired) bool { return d.At == at })
	if i < 0 {
		return nil
	}
	return f.states[i]
}

// unlike gives the Kustomizations that one of two states lacks, or that have
// another spec or other objects there.
func unlike(a, b *ownership.Desired) []ksID {
	var ids []ksID
	for _, k := range a.Kustomizations {
		if other, ok := b.Kustomization(k.ID); !ok || k.Spec.Digest != other.Spec.Digest || !sameObjects(k.Render, other.Render) {
			ids = append(ids, k.ID)
		}
	}
	for _, k := range b.Kustomizations {
		if _, ok := a.Kustomization(k.ID); !ok {
			ids = append(ids, k.ID)
		}
	}
	return ids
}

func sameObjects(a, b ownership.Render) bool {
	return a.Missing == b.Missing && a.Failed == b.Failed && a.Unknown == b.Unknown &&
		slices.EqualFunc(a.Objects, b.Objects, func(x, y ownership.Object) bool { return x.ID == y.ID && x.Digest == y.Digest })
}
