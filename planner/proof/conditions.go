package proof

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// conditions translates what a plan waits for, as far as it is about the
// scene. Each condition given holds whenever the one of the plan does; what
// cannot be said here is left out. Then people wait less, which allows more.
func (m *maker) conditions(list []step.Condition, published int) []scene.Condition {
	var all []scene.Condition
	for _, c := range list {
		all = append(all, m.condition(c, published)...)
	}
	return tidy(all)
}

func (m *maker) condition(c step.Condition, published int) []scene.Condition {
	i, o := m.index(c.Kustomization), m.object(c.Object)
	switch c.Kind {
	case step.Stored, step.Acted, step.Barrier, step.Forgotten, step.Taken:
		if i < 0 {
			return nil
		}
		return m.ofKustomization(c, i, o, published)
	}
	kind, ok := map[step.ConditionKind]scene.ConditionKind{step.Guarded: scene.Guarded, step.Unguarded: scene.Unguarded,
		step.Present: scene.Present, step.Gone: scene.Gone}[c.Kind]
	if !ok || o < 0 { // consent and publication are no facts of the scene
		return nil
	}
	return []scene.Condition{{Kind: kind, Object: o}}
}

// ofKustomization translates what is read from a Kustomization. To have
// forgotten or taken another object means to have acted.
func (m *maker) ofKustomization(c step.Condition, i, o, published int) []scene.Condition {
	commit := published
	if m.s.Kustomizations[i].Source < 0 {
		commit = 0
	}
	one := scene.Condition{Kustomization: i, Commit: commit}
	switch {
	case c.Kind == step.Stored:
		return m.stored(c, i)
	case c.Kind == step.Barrier:
		return []scene.Condition{{Kind: scene.Barrier, Kustomization: i}}
	case c.Kind == step.Acted && c.Value != "":
		if m.s.Kustomizations[i].Source >= 0 {
			one.Commit = m.revision(c.Value)
		}
		one.Kind = scene.Acted
	case c.Kind == step.Acted || o < 0:
		one.Kind = scene.Acted
	case c.Kind == step.Forgotten:
		one.Kind, one.Object = scene.Forgotten, o
	default:
		one.Kind, one.Object = scene.Listed, o
		return []scene.Condition{one, {Kind: scene.Labelled, Object: o, Owners: []int{i}}}
	}
	return []scene.Condition{one}
}

// stored translates what is read from a spec.
func (m *maker) stored(c step.Condition, i int) []scene.Condition {
	switch {
	case c.Field == "spec.suspend" && c.Value == "true":
		return []scene.Condition{{Kind: scene.Suspended, Kustomization: i}}
	case c.Field == "spec.deletionPolicy" && c.Value == ownership.PolicyOrphan:
		return []scene.Condition{{Kind: scene.Orphaning, Kustomization: i}}
	}
	var specs []int
	for n, s := range m.raw[i] {
		switch value, known := fieldOf(s, c.Field, c.Value); {
		case !known:
			return nil
		case value:
			specs = append(specs, m.spec[i][n])
		}
	}
	slices.Sort(specs)
	return []scene.Condition{{Kind: scene.Stored, Kustomization: i, Specs: slices.Compact(specs)}}
}

// fieldOf says whether a spec has the value in the field, and whether that
// field is one that is known here.
func fieldOf(s ownership.Spec, field, value string) (has, known bool) {
	switch field {
	case "spec.prune":
		return fmt.Sprint(s.Prune) == value, true
	case "spec.path":
		return s.Path == ownership.CleanPath(value), true
	case "spec.suspend":
		return !s.Suspend, value == "" || value == "false"
	case "spec.dependsOn":
		return slices.ContainsFunc(s.DependsOn, func(d ownership.Dependency) bool { return d.On.String() == value }), value != ""
	case "spec.deletionPolicy":
		return cmp.Or(s.DeletionPolicy, ownership.MirrorPrune) == cmp.Or(value, ownership.MirrorPrune), true
	}
	return false, false
}

// tidy sorts conditions, each once, and leaves out that a Kustomization has
// acted where the same reading shows more.
func tidy(all []scene.Condition) []scene.Condition {
	slices.SortFunc(all, func(a, b scene.Condition) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Kustomization, b.Kustomization), cmp.Compare(a.Object, b.Object),
			cmp.Compare(a.Commit, b.Commit), slices.Compare(a.Specs, b.Specs), slices.Compare(a.Owners, b.Owners))
	})
	all = slices.CompactFunc(all, func(a, b scene.Condition) bool {
		return a.Kind == b.Kind && a.Kustomization == b.Kustomization && a.Object == b.Object && a.Commit == b.Commit &&
			slices.Equal(a.Specs, b.Specs) && slices.Equal(a.Owners, b.Owners)
	})
	return slices.DeleteFunc(slices.Clone(all), func(c scene.Condition) bool {
		return c.Kind == scene.Acted && slices.ContainsFunc(all, func(d scene.Condition) bool {
			return (d.Kind == scene.Forgotten || d.Kind == scene.Listed) && d.Kustomization == c.Kustomization && d.Commit == c.Commit
		})
	})
}
