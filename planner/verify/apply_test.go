package verify

import "testing"

func TestWhatIsWritten(t *testing.T) {
	askAll(t, []rule{
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
		{"suspend by hand over that of the manifest is none of its own (R5.11)", `
object X owned by nobody
object A owned by nobody
kustomization A
  spec suspend sets suspend
  at 0:
then suspend A`,
			func(a, _ kustomization, s *state) bool { return s.stage == 1 && !a.current().suspend },
			func(a, _ kustomization, s *state) bool { return a.current().suspend }},
	})
}
