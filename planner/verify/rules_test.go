package verify

import (
	"slices"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// reachable gives every state of a scene whose subject nobody deletes.
func reachable(t *testing.T, text string) (*model, []*state) {
	t.Helper()
	m, err := newModel(parseScene(text))
	if err != nil {
		t.Fatal(err)
	}
	var all []*state
	seen := make(map[string]bool)
	meet := func(s *state) {
		if key := s.key(); !seen[key] {
			seen[key] = true
			all = append(all, s)
		}
	}
	m.starts(meet)
	for i := 0; i < len(all); i++ {
		for _, move := range m.next(all[i]) {
			meet(move.to)
		}
	}
	return m, all
}

// TestSomeStateIsReachedAndAnotherIsNot asks what no verdict shows. In every scene A
// is the first Kustomization and B the second, X the first object.
func TestSomeStateIsReachedAndAnotherIsNot(t *testing.T) {
	for _, tt := range []struct {
		name, scene string
		can, cannot func(a, b kustomization, s *state) bool
	}{
		{"the new spec with the inventory of before (R2.4)", `
object X owned by A
object A owned by nobody
kustomization A lists X
  spec keep
  spec keep again
  at 0:
then switch A 1`,
			func(a, _ kustomization, _ *state) bool {
				return a.run.view.spec == 1 && a.run.view.inventory.has(0) && a.current().inventory == 0
			},
			nil},
		{"a new Kustomization gets its finalizer first (R1.8)", `
object X owned by nobody
object A missing
kustomization A
  spec suspend
  at 0:
then make A 0`,
			func(a, _ kustomization, _ *state) bool { return a.exists && a.current().finalizer },
			func(a, _ kustomization, _ *state) bool { return a.exists && a.handled == 0 && a.observed }},
		{"without finalizer it is gone at once", `
object X owned by nobody
object A missing
kustomization A
  spec prune
  at 0:
then make A 0
then remove A`,
			func(a, _ kustomization, s *state) bool { return !a.exists && s.stage == 2 },
			func(a, _ kustomization, _ *state) bool {
				return a.exists && a.current().deleting && !a.current().finalizer
			}},
		{"a run under way ends before the deletion (R7.9)", `
object X owned by nobody
object A owned by nobody
kustomization A
  spec prune
  at 0:
then remove A`,
			func(a, _ kustomization, s *state) bool {
				return a.exists && a.current().deleting && a.run.phase == ended
			},
			func(a, _ kustomization, _ *state) bool { return a.run.phase == finalizing && !a.run.view.deleting }},
		{"a suspended one that was Ready counts its generation as observed (R2.12)", `
object X owned by nobody
object A owned by nobody
kustomization A
  spec keep
  spec suspend
  at 0: fails
then switch A 1`,
			func(a, _ kustomization, _ *state) bool { return a.current().spec == 1 && a.observed && a.ready },
			func(a, _ kustomization, _ *state) bool { return a.current().spec == 1 && a.observed && !a.ready }},
		{"the generation counts only if it is still that of the view", `
object X owned by nobody
object A owned by nobody
kustomization A not ready
  spec keep
  spec keep again
  at 0:
  at 0 spec 1: fails
then switch A 1`,
			func(a, _ kustomization, _ *state) bool {
				return a.current().spec == 1 && a.ready && a.run.phase == idle
			},
			func(a, _ kustomization, _ *state) bool { return a.current().spec == 1 && a.observed }},
		{"what could not be deleted stays in the inventory (R2.11), and the run is not Ready", `
object X owned by nobody
object Y owned by A
kustomization A lists Y not ready applied -1
  spec prune
  at 0: X+none`,
			func(a, _ kustomization, _ *state) bool { return a.current().inventory == 3 && !a.ready },
			func(a, _ kustomization, _ *state) bool { return a.run.phase == ended && a.run.kept != 0 }},
		{"before v1.9.0 it is forgotten", `
controller v1.7.3
object X owned by nobody
object Y owned by A
kustomization A lists Y not ready applied -1
  spec prune
  at 0:`,
			func(a, _ kustomization, s *state) bool {
				return a.current().inventory == 0 && s.objects[1].exists && a.run.phase == idle
			},
			func(a, _ kustomization, _ *state) bool { return a.run.phase == ended && a.run.kept != 0 }},
		{"health checks may fail after prune: new inventory, old commit (R6.2)", `
object X owned by nobody
kustomization A lists X applied -1
  spec keep
  at 0:`,
			func(a, _ kustomization, _ *state) bool {
				return a.current().inventory == 0 && a.applied < 0 && !a.ready
			},
			func(a, _ kustomization, _ *state) bool { return a.applied == 0 && a.current().inventory != 0 }},
		{"Ready is written before the inventory (R2.6), and a run may be killed between the two", `
object X owned by nobody
kustomization A lists X not ready applied -1
  spec keep
  at 0:`,
			func(a, _ kustomization, _ *state) bool {
				return a.run.phase == idle && a.ready && a.current().inventory.has(0)
			},
			func(a, _ kustomization, _ *state) bool { return a.run.phase == reading && a.ready }},
		{"every pass handles the request of its view (R2.13)", `
object X owned by nobody
kustomization A
  spec keep
  at 0: fails
then request A`,
			func(a, _ kustomization, _ *state) bool { return a.handled == 1 && !a.ready },
			func(a, _ kustomization, s *state) bool { return s.stage == 0 && a.handled == 1 }},
		{"so does a suspended one", `
object X owned by nobody
kustomization A
  spec suspend
  at 0:
then request A`,
			func(a, _ kustomization, _ *state) bool { return a.handled == 1 },
			func(a, _ kustomization, _ *state) bool { return a.run.phase != idle }},
		{"the stages of an apply come in order (R5.4)", `
object X owned by B
object Y owned by B
kustomization A
  spec keep
  at 0: X+stage1 Y
kustomization B
  spec suspend
  at 0:`,
			func(_, _ kustomization, s *state) bool { return s.objects[1].owner == 0 && s.objects[0].owner == 1 },
			func(_, _ kustomization, s *state) bool { return s.objects[0].owner == 0 && s.objects[1].owner == 1 }},
		{"in a stage everything is read first, then written in any order", `
object X owned by B
object Y owned by B
kustomization A
  spec keep
  at 0: X Y
kustomization B
  spec suspend
  at 0:`,
			func(_, _ kustomization, s *state) bool { return s.objects[0].owner == 0 && s.objects[1].owner == 1 },
			func(a, _ kustomization, s *state) bool {
				return a.run.phase == reading && a.run.writes != 0 && s.objects[0].owner != s.objects[1].owner && a.applied < 0
			}},
		{"an apply makes what is missing, absent or not", `
object X owned by nobody
object Y missing
object Z missing
kustomization A
  spec keep
  at 0: Y+guard Z+absent+stage2`,
			func(_, _ kustomization, s *state) bool { return s.objects[1].guard && s.objects[2].owner == 0 },
			func(_, _ kustomization, s *state) bool { return s.objects[2].guard }},
		{"but not what it never writes", `
object X missing
kustomization A
  spec keep
  at 0: X+none`,
			func(a, _ kustomization, _ *state) bool { return a.current().inventory.has(0) },
			func(_, _ kustomization, s *state) bool { return s.objects[0].exists }},
		{"a child gets its spec and keeps edits by hand (R5.12); a deletion is not called back (R5.13)", `
object X owned by nobody
object B owned by A
kustomization A
  spec keep
  at 0: B=1
kustomization B handsuspend handorphan deleting
  spec keep
  spec keep sets policy
  at 0:`,
			func(_, b kustomization, _ *state) bool {
				return b.exists && b.current() == (version{spec: 1, suspend: true, deleting: true, finalizer: true})
			},
			nil},
		{"a guard by hand survives an apply, and is gone with its object (R5.11)", `
object X owned by nobody
object Y owned by B handguard
kustomization A
  spec keep
  at 0: Y
kustomization B
  spec suspend
  at 0:
then delete Y when labelled Y A`,
			func(_, _ kustomization, s *state) bool { return s.objects[1].owner == 0 && s.objects[1].handGuard },
			func(_, _ kustomization, s *state) bool { return s.stage == 1 && s.objects[1].handGuard }},
		{"a patch that takes a guard off takes that of the manifest along", `
object X owned by A guard handguard
kustomization A
  spec suspend
  at 0:
then unguard X`,
			func(_, _ kustomization, s *state) bool { return !s.objects[0].guarded() },
			func(_, _ kustomization, s *state) bool { return s.stage == 1 && s.objects[0].handGuard }},
		{"suspend by hand over that of the manifest may be none of its own (R5.11)", `
object X owned by nobody
object A owned by nobody
kustomization A
  spec suspend sets suspend
  at 0:
then suspend A`,
			func(a, _ kustomization, s *state) bool { return s.stage == 1 && !a.current().suspend },
			func(a, _ kustomization, s *state) bool { return s.stage == 0 && a.current().suspend }},
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
		{"a guard that somebody else holds as well need not be written", `
object X owned by A handguard
kustomization A applied -1
  spec keep
  at 0: X+guard`,
			func(a, _ kustomization, s *state) bool { return a.applied == 0 && !s.objects[0].guard },
			nil},
		{"a read that fails keeps the object in the inventory", `
object X owned by nobody
object Y owned by nobody
kustomization A lists Y applied -1
  spec prune
  at 0: X+none`,
			func(a, _ kustomization, _ *state) bool { return a.current().inventory == 3 },
			func(a, _ kustomization, _ *state) bool { return a.run.doomed != 0 }},
		{"a finalizer does not end before all is deleted", `
object X owned by nobody
object Y owned by A
object A owned by nobody
kustomization A lists Y deleting
  spec prune
  at 0:`,
			func(a, _ kustomization, s *state) bool { return !a.exists && !s.objects[1].exists },
			func(a, _ kustomization, s *state) bool { return !a.exists && s.objects[1].exists }},
		{"it may fail and begin again", `
object X owned by nobody
object A owned by nobody
kustomization A deleting
  spec prune
  at 0:
then request A`,
			func(a, _ kustomization, _ *state) bool { return a.exists && a.handled == 1 },
			func(a, _ kustomization, _ *state) bool { return a.run.phase == viewed }},
		{"prune deletes one after the other", `
object X owned by nobody
object Y owned by A
object Z owned by A
kustomization A lists Y,Z applied -1
  spec prune
  at 0:`,
			func(a, _ kustomization, s *state) bool { return s.objects[1].exists && !s.objects[2].exists },
			func(a, _ kustomization, s *state) bool {
				return a.run.phase == ended && (s.objects[1].exists || s.objects[2].exists) && a.applied < 0
			}},
		{"a policy by hand stays where the manifest has none (R5.12)", `
object X owned by nobody
object B owned by A
kustomization A
  spec keep
  at 0: B=1
kustomization B handorphan
  spec prune
  spec prune again
  at 0:`,
			func(_, b kustomization, _ *state) bool { return b.current().spec == 1 },
			func(_, b kustomization, _ *state) bool { return !b.current().orphan }},
		{"a parent that has acted has given its child the spec (R5.5)", `
object X owned by nobody
object B owned by A
kustomization A
  spec keep
  at 0: B=0
  at 1: B=1
kustomization B
  spec keep
  spec keep again
  at 0:
then publish 1 until acted A 1`,
			func(_, b kustomization, s *state) bool { return s.stage == 1 && b.current().spec == 1 },
			func(_, b kustomization, s *state) bool { return s.stage == 1 && b.current().spec == 0 }},
		{"nobody guards what does not exist", `
object X missing
kustomization A
  spec keep
  at 0:
then guard X`,
			func(_, _ kustomization, s *state) bool { return s.stage == 1 },
			func(_, _ kustomization, s *state) bool { return s.objects[0].handGuard }},
		{"one of another source builds as for the first commit, whatever the others do", `
object X owned by nobody
kustomization A applied -1 elsewhere
  spec keep
  at 0: X
  at 1: fails
then publish 1
then watch until acted A 1`,
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
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, all := reachable(t, tt.scene)
			could := false
			for _, s := range all {
				a, b := s.kustomizations[0], kustomization{}
				if len(s.kustomizations) > 1 {
					b = s.kustomizations[1]
				}
				could = could || tt.can(a, b, s)
				if tt.cannot != nil && tt.cannot(a, b, s) {
					t.Fatalf("this is reached: %+v", *s)
				}
			}
			if !could {
				t.Errorf("not reached in %d states", len(all))
			}
		})
	}
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

// TestADeletionMayFail: whatever was read to be deleted may stay (R2.11).
func TestADeletionMayFail(t *testing.T) {
	m, all := reachable(t, `
object X owned by nobody
object Y owned by A
kustomization A lists Y
  spec prune
  at 0:`)
	doomed := 0
	for _, s := range all {
		if s.kustomizations[0].run.doomed == 0 {
			continue
		}
		doomed++
		if !slices.ContainsFunc(m.next(s), func(m move) bool { return m.to.kustomizations[0].run.kept.has(1) }) {
			t.Errorf("the deletion cannot fail in %+v", *s)
		}
	}
	if doomed == 0 {
		t.Error("nothing was to be deleted")
	}
}

func TestASceneWhoseObjectsDisagreeIsUnknown(t *testing.T) {
	s := parseScene("object X owned by nobody\nobject A owned by nobody\nkustomization A\n  spec keep\n  at 0:")
	s.Objects[0].Kustomization = 0
	if a := Scene(s, 100); a.Safety != verdict.Unknown {
		t.Errorf("got %+v", a)
	}
}
