package worlds

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Transition gives all states and, for each spec of one, what it renders at
// later commits.
func (w *World) Transition() *ownership.Transition {
	var states []*ownership.Desired
	for _, at := range w.Positions() {
		states = append(states, w.State(at))
	}
	last := len(states) - 1
	t := &ownership.Transition{From: states[0], To: states[last]}
	if last > 1 {
		t.Between = states[1:last]
	}
	for _, d := range states {
		for _, c := range w.artifacts() {
			if c <= d.At.Commit {
				continue
			}
			for _, k := range d.Kustomizations {
				t.Mixed = append(t.Mixed, w.view(k.ID, k.Spec, d.At, c))
			}
		}
		t.Mixed = append(t.Mixed, w.others(d)...)
	}
	return t
}

// Follow adds the views of children that a parent with an old spec applies at
// a later commit as no state has them, as render does.
func (w *World) Follow(t *ownership.Transition) *ownership.Transition {
	known := map[string]bool{}
	for _, d := range t.States() {
		for _, k := range d.Kustomizations {
			known[k.ID.String()+k.Spec.Digest] = true
		}
	}
	for i := 0; i < len(t.Mixed); i++ {
		v := t.Mixed[i]
		for _, tok := range w.Commits[v.ArtifactAt][v.Spec.Path].Objects {
			id, ok := tok.Object.ID.AsKustomization()
			at := ownership.Position{Commit: v.ArtifactAt, Switch: v.SpecAt.Switch}
			key := fmt.Sprint(id, tok.Spec.Digest, at)
			if !ok || known[id.String()+tok.Spec.Digest] || known[key] {
				continue
			}
			known[key] = true
			for _, c := range w.artifacts() {
				if c >= v.ArtifactAt {
					t.Mixed = append(t.Mixed, w.view(id, tok.Spec, at, c))
				}
			}
		}
	}
	return t
}

func (w *World) view(k ownership.KustomizationID, s ownership.Spec, at ownership.Position, commit int) ownership.View {
	return ownership.View{Kustomization: k, Spec: s, SpecAt: at, ArtifactAt: commit, Render: w.Render(s, commit)}
}

// others gives the views of contested children with the manifests that their
// other parents apply.
func (w *World) others(d *ownership.Desired) []ownership.View {
	var views []ownership.View
	for _, parent := range d.Kustomizations {
		for _, tok := range w.Commits[d.At.Commit][parent.Spec.Path].Objects {
			id, ok := tok.Object.ID.AsKustomization()
			child, _ := d.Kustomization(id)
			if !ok || child.Spec.Digest == tok.Spec.Digest {
				continue
			}
			for _, c := range w.artifacts() {
				if c >= d.At.Commit {
					views = append(views, w.view(id, tok.Spec, d.At, c))
				}
			}
		}
	}
	return views
}

// artifacts gives the commits of the steps.
func (w *World) artifacts() []int {
	var commits []int
	for _, at := range w.Positions() {
		commits = append(commits, at.Commit)
	}
	slices.Sort(commits)
	return slices.Compact(commits)
}
