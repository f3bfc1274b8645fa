package controlplane_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

// guarded waits for V6.
func (d *play) guarded(yes bool) {
	d.Helper()
	d.until("the guard is as it should be", func() bool {
		return (d.get(d.gateway()).GetAnnotations()[guard] == "disabled") == yes
	})
}

const guardedMove = `
	root r path=r
	commit
	  r: K/a(path=a) K/b(path=b)
	  a: Gateway/edge ConfigMap/rest
	  b: ConfigMap/other
	commit
	  a: Gateway/edge+guard ConfigMap/rest
	commit
	  a: ConfigMap/rest
	  b: ConfigMap/other Gateway/edge`

func TestP1AGuardInTheManifests(t *testing.T) {
	measure(t, "P1", "a guard in a's manifests that is live keeps the object; pushed on before it is live, the object is lost")
	t.Run("keeps", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p1", guardedMove)
		d.next()
		d.acted("a")
		d.guarded(true)
		d.oldFirst(func() { d.acted("a") })
		d.guarded(false) // b's apply has taken it off
	})
	t.Run("loses without V6", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p1-v6", guardedMove)
		x, before := d.gateway(), d.uid(d.gateway())
		release, b := d.busy("a"), d.hold(controlplane.Apply(x).By("b"))
		d.next()
		d.next()
		release()
		d.gone(x)
		b.Release()
		d.acted("a", "b")
		d.lost(x, before)
	})
}

func TestP1_1AGuardByCommonMetadata(t *testing.T) {
	measure(t, "P1'", "the same with commonMetadata; set in the commit of the move, the object is lost")
	t.Run("keeps", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p1-1", `
	root r path=r
	commit
	  r: K/a(path=a) K/b(path=b)
	  a: Gateway/edge ConfigMap/rest
	  b: ConfigMap/other
	commit
	  r: K/a(path=a,meta) K/b(path=b)
	commit
	  a: ConfigMap/rest
	  b: ConfigMap/other Gateway/edge`)
		d.next()
		d.acted("r", "a")
		d.guarded(true)
		d.oldFirst(func() { d.acted("a") })
		d.guarded(false)
	})
	t.Run("loses with the move", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p1-1-h4", moved+`
	  r: K/a(path=a,meta) K/b(path=b)`)
		d.oldSpecLoses()
	})
}

func TestP1_2AGuardOnTheLiveObject(t *testing.T) {
	measure(t, "P1''", "a guard patched live by another manager keeps the object and outlives both owners; by kubectl, a run takes it off and it is lost")
	patch := func(value any) map[string]any {
		return map[string]any{"metadata": map[string]any{"annotations": map[string]any{guard: value}}}
	}
	t.Run("keeps", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p1-2", moved)
		d.patch(d.gateway(), "fluxmigrate", patch("disabled"))
		d.request("a")
		d.guarded(true)
		d.oldFirst(func() { d.acted("a") })
		d.guarded(true)
		d.patch(d.gateway(), "fluxmigrate", patch(nil))
		d.request("b")
		d.guarded(false)
	})
	t.Run("loses as kubectl-annotate", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p1-2-kubectl", moved)
		x, before := d.gateway(), d.uid(d.gateway())
		d.patch(x, "kubectl-annotate", patch("disabled"))
		d.request("a")
		d.guarded(false)
		b := d.hold(controlplane.Apply(x).By("b"))
		d.next()
		d.gone(x)
		b.Release()
		d.acted("a", "b")
		d.lost(x, before)
	})
}
