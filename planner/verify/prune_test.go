package verify

import "testing"

func TestWhatIsPrunedAndFinalized(t *testing.T) {
	askAll(t, []rule{
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
	})
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
		fails := false
		m.next(s, func(to *state, _ []event) { fails = fails || to.kustomizations[0].run.kept.has(1) })
		if !fails {
			t.Errorf("the deletion cannot fail in %+v", *s)
		}
	}
	if doomed == 0 {
		t.Error("nothing was to be deleted")
	}
}
