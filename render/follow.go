package render

import (
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render/build"
)

// seen is a mixed view with what it was made from.
type seen struct {
	view   ownership.View
	result build.Result
}

func (l look) build() seen {
	w := *l.at.walker
	w.variables = l.values
	spec, result := w.build(l.id, l.manifest, l.tainted)
	return seen{result: result, view: ownership.View{
		Kustomization: l.id, Spec: spec, SpecAt: l.written, ArtifactAt: l.at.desired.At.Commit,
		ValuesAt: l.since.last(), Render: l.at.rendered(spec, result),
	}}
}

// follower finds the children that a mixed view applies as no plain view and
// no other look does.
type follower struct {
	states []*state
	known  map[manifestKey]bool
}

// manifestKey tells the manifests of one Kustomization apart, and where each
// was written.
type manifestKey struct {
	id      ownership.KustomizationID
	digest  string
	written ownership.Position
}

func newFollower(states []*state) *follower {
	f := &follower{states: states, known: map[manifestKey]bool{}}
	for _, s := range states {
		for _, n := range s.nodes {
			f.known[manifestKey{n.id, n.spec.Digest, s.desired.At}] = true
			for _, other := range n.others {
				f.known[manifestKey{n.id, digestOf(n.id, other), s.desired.At}] = true
			}
		}
	}
	return f
}

func digestOf(id ownership.KustomizationID, manifest map[string]any) string {
	spec, err := ownership.SpecFromManifest(id.Namespace, manifest)
	if err != nil {
		return ""
	}
	return spec.Digest
}

// children gives the looks that a mixed view leads to: each child of a spec
// that no state has there, at the artifact that brought it and at later ones;
// where sources differ, at any. What the child itself substitutes from may be
// of any state.
func (f *follower) children(parent look, found seen) []look {
	written := ownership.Position{Commit: parent.at.desired.At.Commit, Switch: parent.written.Switch}
	var looks []look
	for _, o := range children(found.view.Spec, found.result) {
		id := childID(o)
		spec, err := ownership.SpecFromManifest(id.Namespace, o.Data)
		key := manifestKey{id, spec.Digest, written}
		if err != nil || f.known[key] || f.known[manifestKey{id, spec.Digest, parent.spec.desired.At}] {
			continue
		}
		f.known[key] = true
		looks = append(looks, f.looksAt(parent, o, spec, written)...)
	}
	return looks
}

func (f *follower) looksAt(parent look, o build.Object, spec ownership.Spec, written ownership.Position) []look {
	free := spec.Source != f.sourceOf(parent) || f.anyOther(parent)
	var looks []look
	for _, a := range artifactsOf(f.states, parent.at) {
		// Values that a later commit brings show that the source is there.
		if !free && a.desired.At.Commit < max(parent.at.desired.At.Commit, parent.since[spec.Source]) {
			continue
		}
		l := look{id: childID(o), manifest: o.Data, tainted: o.Tainted, spec: parent.spec, at: a, written: written, values: parent.values, since: parent.since}
		looks = append(looks, l)
		mixes, whole := choices(f.states, a, spec.Inputs)
		if !whole {
			noteTooMany(f.states[len(f.states)-1].desired, l.id)
		}
		for _, v := range mixes {
			l.values, l.since = v, v.since
			looks = append(looks, l)
		}
	}
	return looks
}

func (f *follower) sourceOf(l look) ownership.SourceRef {
	spec, _ := ownership.SpecFromManifest(l.id.Namespace, l.manifest)
	return spec.Source
}

// anyOther says whether somebody above the parent reads from another source.
func (f *follower) anyOther(parent look) bool {
	k, ok := parent.spec.desired.Kustomization(parent.id)
	return ok && parent.spec.otherSource(k)
}
