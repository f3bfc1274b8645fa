package verify

import "testing"

// TestWhatThePageSaysSince: rules that the page has got after the first of them.
func TestWhatThePageSaysSince(t *testing.T) {
	askAll(t, []rule{
		{"v1.7.3 does not list what it skips, and does not prune it either (R8.2)", `
controller v1.7.3
object X owned by nobody
object Y owned by A
kustomization A lists Y applied -1
  spec prune
  at 0: Y+none`,
			func(a, _ kustomization, s *state) bool { return a.applied == 0 && a.current().inventory == 0 },
			func(a, _ kustomization, s *state) bool { return !s.objects[1].exists || a.run.doomed != 0 }},
		{"v1.9.6 lists it", `
object X owned by nobody
object Y owned by A
kustomization A lists Y applied -1
  spec prune
  at 0: Y+none`,
			func(a, _ kustomization, _ *state) bool { return a.applied == 0 && a.current().inventory.has(1) },
			func(a, _ kustomization, _ *state) bool { return a.current().inventory == 0 }},
		{"a suspend by hand stays if the manifest says the same (R5.11)", `
object X owned by nobody
object B owned by A
kustomization A
  spec keep
  at 0: B=1
kustomization B handsuspend
  spec keep
  spec suspend sets suspend
  at 0:`,
			func(_, b kustomization, _ *state) bool { return b.current().spec == 1 && b.current().suspend },
			func(_, b kustomization, _ *state) bool { return !b.current().suspend }},
		{"to have acted on a commit is to have applied that very one", `
object X owned by nobody
kustomization A
  spec keep
  at 0:
  at 1: fails
then publish 1 until acted A 1`,
			func(a, _ kustomization, s *state) bool { return s.sources[0] == 1 },
			func(_, _ kustomization, s *state) bool { return s.stage == 1 }},
		{"and no later one", `
object X owned by nobody
kustomization A applied 1
  spec keep
  at 0: fails
  at 1:
then watch until acted A 0`,
			func(a, _ kustomization, s *state) bool { return s.stage == 0 },
			func(_, _ kustomization, s *state) bool { return s.stage == 1 }},
		{"an inventory has an object, whatever it says of Ready", `
object X owned by nobody
kustomization A lists X not ready
  spec suspend
  at 0:
then watch until has A X`,
			func(_, _ kustomization, s *state) bool { return s.stage == 1 },
			nil},
		{"and has it not", `
object X owned by nobody
kustomization A lists X not ready
  spec suspend
  at 0:
then watch until hasNot A X`,
			func(_, _ kustomization, s *state) bool { return s.stage == 0 },
			func(_, _ kustomization, s *state) bool { return s.stage == 1 }},
		{"the cache is as many as six versions behind", `
object X owned by nobody
object A owned by nobody
kustomization A
  spec suspend
  at 0:
then request A
then request A
then request A
then request A
then request A
then request A
then request A`,
			func(a, _ kustomization, s *state) bool { return s.stage == 7 && a.versions[0].request == 1 && a.n == 7 },
			func(a, _ kustomization, s *state) bool { return s.stage == 7 && a.versions[0].request == 0 }},
		{"what a view lists already is no difference, so that the API may go on listing something else", `
object X owned by nobody
kustomization A lists X applied -1
  spec prune
  at 0:
  at 1: X
then publish 1`,
			func(a, _ kustomization, s *state) bool { return a.applied == 1 && a.current().inventory == 0 },
			nil},
		{"what it does not list is written", `
object X owned by nobody
kustomization A applied -1
  spec prune
  at 0: X`,
			func(a, _ kustomization, s *state) bool { return a.applied == 0 && a.current().inventory == 1 },
			func(a, _ kustomization, s *state) bool { return a.applied == 0 && a.current().inventory == 0 }},
		{"a run may work while Ready stays, and people see that it is reconciling", `
object X owned by nobody
kustomization A
  spec keep
  at 0:
  at 1: fails
then publish 1
then watch until acted A 0`,
			func(a, _ kustomization, s *state) bool {
				return s.stage == 1 && s.seen&1 != 0 && a.run.works() && a.ready
			},
			func(a, _ kustomization, s *state) bool {
				return s.stage == 1 && s.seen&1 != 0 && a.ready && a.observed && a.applied == 0 && !a.run.works()
			}},
		{"a spec that was changed back is one that was observed", `
object X owned by nobody
object A owned by nobody
kustomization A not ready applied -1
  spec keep
  spec keep again
  at 0:
  at 0 spec 1: fails
then switch A 1
then switch A 0
then watch until acted A 0`,
			func(a, _ kustomization, s *state) bool { return s.stage == 3 && a.n > 2 },
			nil},
	})
}
