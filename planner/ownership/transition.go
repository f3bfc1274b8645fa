package ownership

import (
	"cmp"
	"slices"
)

// Transition is one change of desired state with everything a run of the
// controllers may see on the way: the states at both ends, the states between
// them (each may be fetched or skipped), and the mixed views, in which a
// Kustomization builds the artifact of one commit with the spec of another.
type Transition struct {
	From, To *Desired
	Between  []*Desired // in any order; Desired.At places them
	// Mixed holds what no plain state shows: views of two different commits,
	// other manifests of a contested child, and children as only a mixed view
	// of their parent applies them. SpecAt.Commit is then the artifact that the
	// parent read the manifest from.
	Mixed []View
	// BetweenUnknown says why the states between are not all here; "" if
	// they are.
	BetweenUnknown string
}

// View is one thing a run of a Kustomization may see: a spec and an artifact
// (R2.1–R2.3). In most views both are of one commit.
type View struct {
	Kustomization KustomizationID
	Spec          Spec
	SpecAt        Position // of the state the spec is from
	ArtifactAt    int      // commit count of the artifact
	// ValuesAt is the first commit that has to be out for what the render
	// substitutes from to be live; 0 where that is said by ArtifactAt.
	ValuesAt int
	Render   Render
}

// Mixed says whether spec and artifact are of different commits.
func (v View) Mixed() bool { return v.SpecAt.Commit != v.ArtifactAt }

// NotAfter says whether a run that sees v may be followed by one that sees w:
// specs and artifacts only ever go forward.
func (v View) NotAfter(w View) bool {
	return v.SpecAt.NotAfter(w.SpecAt) && v.ArtifactAt <= w.ArtifactAt
}

// States gives From, Between and To, ordered by position.
func (t *Transition) States() []*Desired {
	states := append([]*Desired{t.From}, t.Between...)
	states = append(states, t.To)
	slices.SortStableFunc(states, func(a, b *Desired) int {
		return cmp.Or(cmp.Compare(a.At.Commit, b.At.Commit), cmp.Compare(a.At.Switch, b.At.Switch))
	})
	return states
}

// Views gives every view of every Kustomization of any state, in an order in
// which no view comes before one it must follow.
func (t *Transition) Views() map[KustomizationID][]View {
	views := make(map[KustomizationID][]View)
	for _, d := range t.States() {
		for _, k := range d.Kustomizations {
			views[k.ID] = append(views[k.ID], View{
				Kustomization: k.ID, Spec: k.Spec, SpecAt: d.At, ArtifactAt: d.At.Commit, Render: k.Render,
			})
		}
	}
	for _, v := range t.Mixed {
		views[v.Kustomization] = append(views[v.Kustomization], v)
	}
	for _, vs := range views {
		slices.SortStableFunc(vs, func(a, b View) int {
			return cmp.Or(cmp.Compare(a.SpecAt.Commit+a.SpecAt.Switch+a.ArtifactAt, b.SpecAt.Commit+b.SpecAt.Switch+b.ArtifactAt),
				cmp.Compare(a.SpecAt.Commit, b.SpecAt.Commit), cmp.Compare(a.SpecAt.Switch, b.SpecAt.Switch))
		})
	}
	return views
}
