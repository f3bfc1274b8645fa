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
	if l.values != nil {
		w.values = l.values
	}
	spec, result := w.build(l.id, l.manifest, l.tainted)
	return seen{result: result, view: ownership.View{
		Kustomization: l.id, Spec: spec, SpecAt: l.written, ArtifactAt: l.at.desired.At.Commit,
		Render: viewScopes(l.spec, l.at).rendered(spec, result),
	}}
}

// follower finds the children that a mixed view applies as no state does.
type follower struct {
	states []*state
	known  map[manifestKey]bool
}

// manifestKey tells the manifests of one Kustomization apart; of a mixed view
// also by where it was applied.
type manifestKey struct {
	id       ownership.KustomizationID
	digest   string
	spec, at ownership.Position
}

func newFollower(states []*state) *follower {
	f := &follower{states: states, known: map[manifestKey]bool{}}
	for _, s := range states {
		for _, n := range s.nodes {
			f.known[manifestKey{id: n.id, digest: n.spec.Digest}] = true
			for _, other := range n.others {
				f.known[manifestKey{id: n.id, digest: digestOf(n.id, other)}] = true
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

// children gives the looks that a mixed view leads to: each child of another
// spec than any state has, at the artifact that brought it and at later ones.
func (f *follower) children(parent look, found seen) []look {
	written := ownership.Position{Commit: parent.at.desired.At.Commit, Switch: parent.written.Switch}
	var looks []look
	for _, o := range children(found.view.Spec, found.result) {
		id := childID(o)
		digest := digestOf(id, o.Data)
		key := manifestKey{id, digest, parent.spec.desired.At, parent.at.desired.At}
		if f.known[manifestKey{id: id, digest: digest}] || f.known[key] {
			continue
		}
		f.known[key] = true
		for _, a := range artifactsOf(f.states, parent.at) {
			if a.desired.At.Commit >= parent.at.desired.At.Commit {
				looks = append(looks, look{id: id, manifest: o.Data, tainted: o.Tainted, spec: parent.spec, at: a, written: written, values: parent.values})
			}
		}
	}
	return looks
}
