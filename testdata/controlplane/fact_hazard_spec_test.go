package controlplane_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

const renamed = `
	root r path=r
	commit
	  r: K/a(path=shared)
	  shared: Gateway/edge
	commit
	  r: K/b(path=shared)`

// Without any hold: the controller's own times decide. TestP4OrphanThenDelete
// has the same with the order forced.
func TestH8ARenameInOneCommit(t *testing.T) {
	measure(t, "H8", "renamed in one commit, with nothing forced: a's finalizer is quicker than b's first apply")
	d := start(t, "h8", renamed)
	x, before := d.gateway(), d.uid(d.gateway())
	d.next()
	d.gone(d.owner("a"))
	d.acted("b")
	if d.uid(x) == before {
		t.Skip("a machine so busy that b was first")
	}
}

func TestH9OrphanWithAnEmptiedPath(t *testing.T) {
	measure(t, "H9", "deletionPolicy: Orphan, and a's path emptied in the commit that removes a: a prunes before it is deleted")
	d := start(t, "h9", `
	root r path=r
	commit
	  r: K/a(path=a,policy=Orphan) K/b(path=b)
	  a: Gateway/edge ConfigMap/rest
	  b: ConfigMap/other
	commit
	  r: K/b(path=b)
	  a: ConfigMap/rest
	  b: ConfigMap/other Gateway/edge`)
	x, before := d.gateway(), d.uid(d.gateway())
	r, b := d.hold(controlplane.Delete(d.owner("a"))), d.hold(controlplane.Apply(x).By("b"))
	d.next()
	d.gone(x)
	r.Release()
	b.Release()
	d.gone(d.owner("a"))
	d.acted("b")
	d.lost(x, before)
}

func TestH10TheGuardIsDroppedInTheRename(t *testing.T) {
	measure(t, "H10", "a guard in files that both render is dropped in the commit that renames: a takes it off, and its finalizer deletes")
	d := start(t, "h10", `
	root r path=r
	commit
	  r: K/a(path=shared)
	  shared: Gateway/edge+guard
	commit
	  r: K/b(path=shared)
	  shared: Gateway/edge`)
	x, before := d.gateway(), d.uid(d.gateway())
	r, b := d.hold(controlplane.Delete(d.owner("a"))), d.hold(controlplane.Apply(x).By("b"))
	d.next()
	d.until("the guard is off", func() bool { return d.get(x).GetAnnotations()[guard] == "" })
	r.Release()
	d.gone(x)
	b.Release()
	d.acted("b")
	d.lost(x, before)
}

func TestH11ResumedTooEarly(t *testing.T) {
	measure(t, "H11", "resumed, or prune restored, while a still lists the object and has its label: a prunes")
	t.Run("resumed", func(t *testing.T) {
		t.Parallel()
		d := start(t, "h11-resume", `
	root r path=r
	commit
	  r: K/a(path=a,suspend) K/b(path=b)
	  a: Gateway/edge ConfigMap/rest
	  b: ConfigMap/other
	commit
	  a: ConfigMap/rest
	  b: ConfigMap/other Gateway/edge
	commit
	  r: K/a(path=a) K/b(path=b)`)
		x, before := d.gateway(), d.uid(d.gateway())
		b := d.hold(controlplane.Apply(x).By("b"))
		d.next()
		d.await(b)
		d.next()
		d.gone(x)
		b.Release()
		d.acted("a", "b")
		d.lost(x, before)
	})
	t.Run("prune restored", func(t *testing.T) {
		t.Parallel()
		d := start(t, "h11-prune", `
	root r path=r
	commit
	  r: K/a(path=a,noprune) K/b(path=b)
	  a: Gateway/edge ConfigMap/rest
	  b: ConfigMap/other
	commit
	  a: ConfigMap/rest
	  b: ConfigMap/other Gateway/edge
	commit
	  r: K/a(path=a) K/b(path=b)`)
		x, before := d.gateway(), d.uid(d.gateway())
		release := d.busy("a")
		b := d.hold(controlplane.Apply(x).By("b"))
		d.next()
		d.next()
		d.acted("r")
		release()
		d.gone(x)
		b.Release()
		d.acted("a", "b")
		d.lost(x, before)
	})
}
