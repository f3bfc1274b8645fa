package verify

import "testing"

func TestHowARunBeginsAndEnds(t *testing.T) {
	askAll(t, []rule{
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
	})
}
