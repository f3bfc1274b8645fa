package proof

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// specOf gives a spec as far as it matters in the scene.
func (m *maker) specOf(k ksID, s ownership.Spec) scene.Spec {
	e := m.handEdits(k)
	spec := scene.Spec{Words: words(s), Prune: s.Prune, Suspend: s.Suspend, Deletes: finalizerDeletes(s), DependsOn: m.dependencies(s)}
	spec.SetsSuspend = e.suspend && (e.loose || setsSuspend(s))
	spec.SetsPolicy = e.policy && (e.loose || s.DeletionPolicy != "")
	return spec
}

func (m *maker) dependencies(s ownership.Spec) []scene.Dependency {
	var deps []scene.Dependency
	for _, d := range s.DependsOn {
		on := slices.Index(m.cast.kustomizations, d.On)
		if on < 0 || d.ReadyExpr != "" || m.actors[d.On] == nil {
			continue
		}
		same := m.actors[d.On].specs[0].spec.Source == s.Source
		deps = append(deps, scene.Dependency{On: on, SameSource: same})
	}
	slices.SortFunc(deps, func(a, b scene.Dependency) int { return cmp.Compare(a.On, b.On) })
	return slices.Compact(deps)
}

// finalizerDeletes is FinalizerDeletes of a spec that is not suspended: hand
// edits come and go by themselves.
func finalizerDeletes(s ownership.Spec) bool {
	s.Suspend = false
	return s.FinalizerDeletes()
}

func setsSuspend(s ownership.Spec) bool { return s.Suspend || s.SuspendSet }

func dependsOn(s ownership.Spec, k ksID) bool {
	return slices.ContainsFunc(s.DependsOn, func(d ownership.Dependency) bool { return d.On == k })
}

// words names a spec for people.
func words(s ownership.Spec) string {
	text := []string{"path ./" + s.Path}
	if !s.Prune {
		text = append(text, "prune: false")
	}
	if s.Suspend {
		text = append(text, "suspend: true")
	}
	if s.DeletionPolicy != "" {
		text = append(text, "deletionPolicy: "+s.DeletionPolicy)
	}
	for _, d := range s.DependsOn {
		text = append(text, "dependsOn "+d.On.String())
	}
	return strings.Join(text, ", ")
}

// sameFields says whether two specs agree in what decides about deletions and
// about what is rendered. Other fields of a live spec have defaults.
func sameFields(a, b ownership.Spec) bool {
	policy := func(s ownership.Spec) string { return cmp.Or(s.DeletionPolicy, ownership.MirrorPrune) }
	return sameContent(a, b) && a.Prune == b.Prune && a.Suspend == b.Suspend && policy(a) == policy(b) && slices.Equal(a.DependsOn, b.DependsOn)
}

// sameContent says whether two specs render the same, as far as these fields
// tell.
func sameContent(a, b ownership.Spec) bool {
	return a.Path == b.Path && a.Source == b.Source && a.Cluster == b.Cluster && a.Ignores == b.Ignores && a.Force == b.Force
}
