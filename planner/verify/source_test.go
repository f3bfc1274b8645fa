package verify

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

func TestSourcesAndDependencies(t *testing.T) {
	askAll(t, []rule{
		{"a source may skip commits, and goes to none that is not published", `
object X owned by nobody
kustomization A
  spec keep
  at 0:
  at 3:
then publish 2`,
			func(a, _ kustomization, s *state) bool { return s.sources[0] == 2 && a.applied == 0 },
			func(_, _ kustomization, s *state) bool { return s.sources[0] == 3 }},
		{"publishing an earlier commit takes nothing back", `
object X owned by nobody
kustomization A
  spec keep
  at 0:
then publish 2
then publish 1`,
			func(_, _ kustomization, s *state) bool { return s.stage == 2 && s.sources[0] == 0 },
			func(_, _ kustomization, s *state) bool { return s.stage == 2 && s.published != 2 }},
		{"one of another source builds as for the first commit, whatever the others do", `
object X owned by nobody
kustomization A applied -1 elsewhere
  spec keep
  at 0: X
  at 1: fails
then publish 1
then watch until acted A 0`,
			func(a, _ kustomization, s *state) bool { return s.stage == 2 },
			func(a, _ kustomization, _ *state) bool { return a.applied == 1 }},
		{"what a run finds of a dependency that is not Ready", `
object X owned by nobody
kustomization A applied -1
  spec keep after B
  at 0:
kustomization B not ready
  spec keep
  at 0: fails`,
			func(a, _ kustomization, _ *state) bool { return a.run.phase == idle && !a.ready },
			func(a, _ kustomization, _ *state) bool { return a.run.phase > sourced }},
		{"or whose generation is not observed", `
object X owned by nobody
object B owned by nobody
kustomization A applied -1
  spec keep after B
  at 0:
kustomization B
  spec keep
  spec keep again
  at 0:
  at 0 spec 1: fails
then switch B 1
then request A`,
			func(a, _ kustomization, _ *state) bool { return a.run.phase > sourced },
			func(a, _ kustomization, _ *state) bool { return a.run.view.request == 1 && a.run.phase > sourced }},
		{"or that does not exist", `
object X owned by nobody
object B missing
kustomization A applied -1
  spec keep after B
  at 0:
kustomization B
  spec keep
  at 0:`,
			func(a, _ kustomization, _ *state) bool { return a.run.phase == sourced },
			func(a, _ kustomization, _ *state) bool { return a.run.phase > sourced }},
	})
}

// TestWhatADependencyHasToShow: the commit has to be the very one (R3.3, R3.4).
func TestWhatADependencyHasToShow(t *testing.T) {
	same, other := scene.Dependency{SameSource: true}, scene.Dependency{}
	for _, tt := range []struct {
		k    kustomization
		d    scene.Dependency
		want bool
	}{
		{kustomization{exists: true, ready: true, observed: true, applied: 1}, same, true},
		{kustomization{exists: true, ready: true, observed: true, applied: 0}, same, false},
		{kustomization{exists: true, ready: true, observed: true, applied: 2}, same, false},
		{kustomization{exists: true, ready: true, observed: true, applied: 2}, other, true},
		{kustomization{exists: true, ready: true, applied: 1}, same, false},
		{kustomization{exists: true, observed: true, applied: 1}, same, false},
		{kustomization{ready: true, observed: true, applied: 1}, same, false},
	} {
		if got := tt.k.readyFor(tt.d, 1); got != tt.want {
			t.Errorf("%+v for commit 1: %t", tt.k, got)
		}
	}
}

func TestASceneWhoseObjectsDisagreeIsUnknown(t *testing.T) {
	s := parseScene("object X owned by nobody\nobject A owned by nobody\nkustomization A\n  spec keep\n  at 0:")
	s.Objects[0].Kustomization = 0
	if a := Scene(s, 100); a.Safety != verdict.Unknown {
		t.Errorf("got %+v", a)
	}
}
