package proof

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// own says whether a source's content is that of the commits. Where no state
// says, it is.
func (f *facts) own(ref ownership.SourceRef) bool {
	said := false
	for _, d := range f.states {
		if slices.Contains(d.Own, ref) {
			return true
		}
		said = said || len(d.Own) > 0
	}
	return !said
}

// allBuilds gives every Kustomization what each of its specs builds at each
// commit.
func (m *maker) allBuilds() {
	for i, k := range m.kustomizations {
		a := m.actors[k]
		if a == nil {
			continue
		}
		for n := range m.s.Kustomizations[i].Specs {
			m.s.Kustomizations[i].Builds = append(m.s.Kustomizations[i].Builds, m.buildsOf(i, a, n)...)
		}
	}
}

func (m *maker) buildsOf(i int, a *actor, n int) []scene.Build {
	if m.s.Kustomizations[i].Source < 0 { // whatever its views are of, they are all it meets
		return m.buildsAt(a, n, 0, func(view) bool { return true })
	}
	var builds []scene.Build
	for at, commit := range m.facts.commits {
		builds = append(builds, m.buildsAt(a, n, at, func(v view) bool { return v.ArtifactAt == commit })...)
	}
	return builds
}

// buildsAt gives what a spec builds at one commit, each once; one that is
// Unknown where no view says.
func (m *maker) buildsAt(a *actor, n, at int, counts func(view) bool) []scene.Build {
	var builds []scene.Build
	for _, i := range a.specs[n].views {
		if !counts(a.seen[i]) {
			continue
		}
		b := m.build(a, a.seen[i])
		b.Spec, b.Commit, b.After = n, at, max(0, slices.Index(m.facts.commits, a.seen[i].ValuesAt))
		if b.After <= at {
			b.After = 0 // the commit that it reads says it already
		}
		if !slices.ContainsFunc(builds, func(known scene.Build) bool { return reflect.DeepEqual(known, b) }) {
			builds = append(builds, b)
		}
	}
	if len(builds) == 0 {
		builds = append(builds, scene.Build{Spec: n, Commit: at, Unknown: fmt.Sprintf("what %s renders with %s and the files of %s was not worked out",
			a.id, words(a.specs[n].spec), m.nameOf(at))})
	}
	slices.SortFunc(builds, func(x, y scene.Build) int { return strings.Compare(fmt.Sprint(x), fmt.Sprint(y)) })
	return builds
}

// build gives what one view renders of the objects of the scene.
func (m *maker) build(a *actor, v view) scene.Build {
	var b scene.Build
	switch r := v.Render; {
	case r.Unknown != "":
		b.Unknown = "what " + a.id.String() + " renders is not known: " + r.Unknown
	case r.Failed != "" || r.Missing:
		b.Fails = true
	default:
		for i, o := range m.objects {
			m.put(&b, a, v, i, o)
		}
		if len(r.UnknownIDs) > 0 && len(b.Puts) < len(m.objects) && b.Unknown == "" {
			b.Unknown = a.id.String() + " renders an object whose identity is not known: " + r.UnknownIDs[0]
		}
	}
	if b.Unknown != "" {
		b.Puts = nil
	}
	return b
}

// put adds what a view renders of one object, if it does.
func (m *maker) put(b *scene.Build, a *actor, v view, i int, id objectID) {
	o, ok := v.Render.Find(id)
	if !ok {
		return
	}
	p := putOf(&o, v.Spec)
	p.Object = i
	for _, other := range v.Render.Objects { // two versions of one object
		if q := putOf(&other, v.Spec); other.ID == id && (q.Guard != p.Guard || q.Take != p.Take || other.SpecDigest != o.SpecDigest) {
			b.Unknown = fmt.Sprintf("%s renders two versions of %s that differ in how they are applied", a.id, id.Display())
		}
	}
	if m.s.Objects[i].Kustomization >= 0 {
		if p.Spec = m.gives(&o); p.Spec < 0 {
			b.Unknown = fmt.Sprintf("what spec %s gives to %s was not worked out", a.id, id.Display())
		}
	}
	b.Puts = append(b.Puts, p)
}

// putOf says how an apply with that spec treats an object (R5.4, R5.6, R5.8).
func putOf(o *ownership.Object, s ownership.Spec) scene.Put {
	p := scene.Put{Stage: stageOf(o.ID), Guard: o.Traits.PruneDisabled}
	switch {
	case o.Traits.ReconcileDisabled, strings.EqualFold(o.Traits.SSA, "Ignore"):
		p.Take = scene.TakesNone
	case strings.EqualFold(o.Traits.SSA, "IfNotPresent"), s.Ignores:
		p.Take = scene.IfAbsent
	}
	return p
}

func stageOf(o objectID) int {
	switch {
	case o.Kind == "CustomResourceDefinition", o.Kind == "Namespace" && o.Group == "", o.Kind == "ClusterRole":
		return 0
	case strings.HasSuffix(o.Kind, "Class"):
		return 1
	}
	return 2
}

// nameOf names a commit for people: by what the first state of it is called.
func (m *maker) nameOf(at int) string {
	for _, d := range m.states {
		if d.At.Commit == m.facts.commits[at] {
			return d.Name
		}
	}
	return "?"
}
