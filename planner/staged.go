package planner

import (
	"maps"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// staged is the transition as it goes stage by stage: every commit that the
// stages publish, with the edits in it, and what a run may see of each. That
// an edit of a file has the effect it is meant to have is taken for granted.
type staged struct {
	t         *ownership.Transition // the one asked for
	trees     []tree                // by commit; the first is From
	revisions map[string]int        // as Publish names them → index of trees
	base      map[ksID][]ownership.View
}

// tree is the content of one commit: that of From or To, and edits.
type tree struct {
	base   *ownership.Desired
	guards map[objectID][]string // files in which the manifest is guarded
	fields map[ksID][]step.Step  // fields that are set, in order
}

// stagedTransition gives what proving the stages needs: the transition along
// the commits they publish, and the number of each commit.
func stagedTransition(t *ownership.Transition, stages []Stage) (*ownership.Transition, map[string]int) {
	s := &staged{t: t, trees: []tree{{base: t.From}}, revisions: map[string]int{}, base: t.Views()}
	for _, stage := range stages {
		s.publish(stage)
	}
	return s.transition(), s.revisions
}

// publish makes a tree of each commit of a stage. The edits of a stage belong
// to the commit that it publishes.
func (s *staged) publish(stage Stage) {
	next := tree{guards: map[objectID][]string{}, fields: map[ksID][]step.Step{}}
	for _, st := range stage.Steps {
		k, isKustomization := st.Target.AsKustomization()
		switch {
		case st.Precautionary:
		case st.Kind == step.Publish:
			next.base = s.t.From
			if st.Revision != revisionOf(s.t.From)+protection {
				next.base = s.t.To
			}
			if st.Revision == revisionOf(s.t.To) {
				next.guards, next.fields = nil, nil // exactly what was asked for
			}
			s.revisions[st.Revision] = len(s.trees)
			s.trees = append(s.trees, next)
		case st.File == "":
		case st.Kind == step.GuardObject:
			next.guards[st.Target] = append(next.guards[st.Target], st.Declares())
		case isKustomization:
			next.fields[k] = append(next.fields[k], st)
		}
	}
}

// transition lays the trees out along the commits; the switches outside Git
// are as they were.
func (s *staged) transition() *ownership.Transition {
	out := &ownership.Transition{BetweenUnknown: ""}
	var states []*ownership.Desired
	for i := range s.trees {
		for _, d := range s.t.States() {
			if d.At.Commit == s.trees[i].base.At.Commit {
				states = append(states, s.state(i, d))
			}
		}
	}
	slices.SortStableFunc(states, func(a, b *ownership.Desired) int { return a.At.Commit + a.At.Switch - b.At.Commit - b.At.Switch })
	out.From, out.To = states[0], states[len(states)-1]
	out.Between = states[1:max(1, len(states)-1)]
	out.Mixed = s.views()
	return out
}

// state gives a state of the transition asked for as a tree has it.
func (s *staged) state(i int, d *ownership.Desired) *ownership.Desired {
	edited := *d
	edited.At.Commit = i
	if t := s.trees[i]; len(t.guards)+len(t.fields) > 0 {
		edited.Name += " with the protection"
	}
	edited.Kustomizations = slices.Clone(d.Kustomizations)
	for j := range edited.Kustomizations {
		k := &edited.Kustomizations[j]
		k.Spec = s.trees[i].spec(k.ID, k.Spec)
		k.Render = s.renders(i, k.Spec, k.Render)
	}
	edited.Kustomizations = reached(edited.Kustomizations)
	return &edited
}

// views gives what a run may see beside the states: the specs of each commit,
// with the files of each.
func (s *staged) views() []ownership.View {
	var all []ownership.View
	for _, k := range slices.SortedFunc(maps.Keys(s.base), ksID.Compare) {
		for _, v := range s.base[k] {
			for i, at := range s.trees {
				if at.base.At.Commit == v.ArtifactAt {
					all = append(all, s.viewsAt(i, v)...)
				}
			}
		}
	}
	return all
}

// first gives the first tree whose content is that of a commit of the
// transition asked for, or of a later one.
func (s *staged) first(commit int) int {
	if commit == 0 {
		return 0
	}
	return max(0, slices.IndexFunc(s.trees, func(t tree) bool { return t.base.At.Commit >= commit }))
}

// viewsAt gives a view of the transition asked for at one commit, with its
// spec as each commit has it.
func (s *staged) viewsAt(i int, v ownership.View) []ownership.View {
	var all []ownership.View
	seen := make(map[string]bool)
	for j := range s.trees {
		w := v
		w.Spec = s.trees[j].spec(v.Kustomization, v.Spec)
		if seen[w.Spec.Digest] {
			continue
		}
		seen[w.Spec.Digest] = true
		w.SpecAt.Commit, w.ArtifactAt, w.ValuesAt = j, i, s.first(v.ValuesAt)
		w.Render = s.renders(i, w.Spec, v.Render)
		all = append(all, w)
	}
	return all
}
