package controlplane_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

func TestP2PruneOffMovePruneOn(t *testing.T) {
	measure(t, "P2", "prune: false first keeps the object, through the restoring too; in the commit of the move it does not (H4), nor restored too early (H11)")
	d := start(t, "p2", `
	root r path=r
	commit
	  r: K/a(path=a) K/b(path=b)
	  a: Gateway/edge ConfigMap/rest
	  b: ConfigMap/other
	commit
	  r: K/a(path=a,noprune) K/b(path=b)
	commit
	  a: ConfigMap/rest
	  b: ConfigMap/other Gateway/edge
	commit
	  r: K/a(path=a) K/b(path=b)`)
	x, before := d.gateway(), d.uid(d.gateway())
	d.next()
	d.acted("r", "a")
	d.oldFirst(func() { d.acted("a") })
	d.next()
	d.acted("r", "a", "b")
	d.request("a")
	d.kept(x, before)
}

const suspendedMove = `
	root r path=r
	commit
	  r: K/a(path=a) K/b(path=b)
	  a: Gateway/edge ConfigMap/rest
	  b: ConfigMap/other
	commit
	  r: K/a(path=a,suspend) K/b(path=b)
	commit
	  a: ConfigMap/rest
	  b: ConfigMap/other Gateway/edge
	commit
	  r: K/a(path=a) K/b(path=b)`

func TestP3SuspendMoveResume(t *testing.T) {
	measure(t, "P3", "suspended with the barrier, moved, resumed when b has it: kept; without the barrier a run under way takes the label back and it is lost")
	t.Run("keeps", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p3", suspendedMove)
		x, before := d.gateway(), d.uid(d.gateway())
		d.next()
		d.acted("r")
		d.request("a") // V3
		b := d.hold(controlplane.Apply(x).By("b"))
		d.next()
		d.await(b)
		d.request("a")
		d.kept(x, before)
		b.Release()
		d.acted("b")
		d.next()
		d.acted("a", "b")
		d.kept(x, before)
		if d.lists("a", x) || d.label(x) != "b" {
			t.Errorf("label %q, a lists it: %v", d.label(x), d.lists("a", x))
		}
	})
	t.Run("loses without V3", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p3-v3", suspendedMove)
		x, before := d.gateway(), d.uid(d.gateway())
		a := d.hold(controlplane.Read(x).Once())
		d.wake("a")
		d.await(a)
		d.next()
		d.acted("r") // V1: suspend is stored
		d.next()
		d.acted("b")
		a.Release()
		d.until("the label says a", func() bool { return d.label(x) == "a" })
		b := d.hold(controlplane.Apply(x).By("b"))
		d.next()
		d.gone(x)
		b.Release()
		d.acted("a", "b")
		d.lost(x, before)
	})
}
