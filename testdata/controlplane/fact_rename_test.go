package controlplane_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

const orphaned = `
	root r path=r
	commit
	  r: K/a(path=shared)
	  shared: Gateway/edge
	commit
	  r: K/a(path=shared,policy=Orphan)
	commit
	  r: K/b(path=shared)`

func TestP4OrphanThenDelete(t *testing.T) {
	measure(t, "P4", "deletionPolicy: Orphan stored before a is removed keeps the object; without it (H8) or with the path emptied (H9) it is lost")
	t.Run("keeps", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p4", orphaned)
		d.next()
		d.acted("r")
		d.oldFirst(func() { d.gone(d.owner("a")) })
	})
	t.Run("loses without", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p4-h8", renamed)
		x, before := d.gateway(), d.uid(d.gateway())
		b := d.hold(controlplane.Apply(x).By("b"))
		d.next()
		d.gone(x)
		b.Release()
		d.acted("b")
		d.lost(x, before)
	})
}

func TestP5SuspendThenDelete(t *testing.T) {
	measure(t, "P5", "suspended before it is removed, a deletes nothing, its path emptied or not")
	d := start(t, "p5", `
	root r path=r
	commit
	  r: K/a(path=a) K/b(path=b)
	  a: Gateway/edge ConfigMap/rest
	  b: ConfigMap/other
	commit
	  r: K/a(path=a,suspend) K/b(path=b)
	commit
	  r: K/b(path=b)
	  a: ConfigMap/rest
	  b: ConfigMap/other Gateway/edge`)
	d.next()
	d.acted("r")
	d.request("a")
	d.oldFirst(func() { d.gone(d.owner("a")) })
}

func TestP6AnEmptyStubThatDoesNotPrune(t *testing.T) {
	measure(t, "P6", "turned into an empty stub that does not prune, a forgets all in either order of spec and files; left to prune, or its old path emptied, it deletes all")
	const stub = `
	root r path=r
	commit
	  r: K/a(path=old)
	  old: Gateway/edge
	commit
	  r: K/a(path=stub,noprune) K/b(path=old)
	  stub: !empty`
	t.Run("keeps", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p6", stub+`
	commit
	  r: K/b(path=old)`)
		x, before := d.gateway(), d.uid(d.gateway())
		r, b := d.hold(controlplane.Apply(d.owner("a")).By("r")), d.hold(controlplane.Apply(x).By("b"))
		d.next()
		d.acted("a") // with its old spec
		r.Release()
		d.until("a has an empty inventory", func() bool { return !d.lists("a", x) })
		d.kept(x, before)
		b.Release()
		d.acted("r", "a", "b")
		d.next()
		d.gone(d.owner("a"))
		d.acted("b")
		d.kept(x, before)
		if d.label(x) != "b" {
			t.Errorf("label %q", d.label(x))
		}
	})
	t.Run("loses with prune", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p6-prune", `
	root r path=r
	commit
	  r: K/a(path=old)
	  old: Gateway/edge
	commit
	  r: K/a(path=stub) K/b(path=old)
	  stub: !empty`)
		x, before := d.gateway(), d.uid(d.gateway())
		b := d.hold(controlplane.Apply(x).By("b"))
		d.next()
		d.gone(x)
		b.Release()
		d.acted("a", "b")
		d.lost(x, before)
	})
	t.Run("loses with the old path emptied", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p6-emptied", `
	root r path=r
	commit
	  r: K/a(path=old)
	  old: Gateway/edge
	commit
	  r: K/a(path=stub,noprune) K/b(path=new)
	  stub: !empty
	  old:
	  new: Gateway/edge`)
		d.oldSpecLoses()
	})
}

func TestP7TheSameNameWithAnotherPath(t *testing.T) {
	measure(t, "P7", "a keeps its name and gets another path: kept where the old path is gone, in either order; lost where a README is left in it")
	t.Run("keeps", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p7", `
	root r path=r
	commit
	  r: K/a(path=old)
	  old: Gateway/edge
	commit
	  r: K/a(path=new)
	  old: -
	  new: Gateway/edge`)
		x, before := d.gateway(), d.uid(d.gateway())
		r := d.hold(controlplane.Apply(d.owner("a")).By("r"))
		d.next()
		d.failed("a", "kustomization path not found")
		d.kept(x, before)
		r.Release()
		d.acted("r", "a")
		d.kept(x, before)
		if !d.lists("a", x) {
			t.Error("a does not list it")
		}
	})
	t.Run("loses with a README left behind", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p7-readme", `
	root r path=r
	commit
	  r: K/a(path=old)
	  old: Gateway/edge
	commit
	  r: K/a(path=new)
	  old:
	  new: Gateway/edge`)
		x, before := d.gateway(), d.uid(d.gateway())
		r := d.hold(controlplane.Apply(d.owner("a")).By("r"))
		d.next()
		d.gone(x)
		r.Release()
		d.acted("r", "a")
		d.lost(x, before)
	})
}

func TestP8RenamedInSequence(t *testing.T) {
	measure(t, "P8", "Orphan, a removed, and b added when a is gone: kept; without Orphan it is lost")
	t.Run("keeps", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p8", `
	root r path=r
	commit
	  r: K/a(path=shared) K/c(path=c)
	  shared: Gateway/edge
	  c: ConfigMap/other
	commit
	  r: K/a(path=shared,policy=Orphan) K/c(path=c)
	commit
	  r: K/c(path=c)
	commit
	  r: K/c(path=c) K/b(path=shared)`)
		x, before := d.gateway(), d.uid(d.gateway())
		d.next()
		d.acted("r")
		d.next()
		d.gone(d.owner("a"))
		d.kept(x, before)
		d.next()
		d.acted("r", "b")
		d.kept(x, before)
		if d.label(x) != "b" {
			t.Errorf("label %q", d.label(x))
		}
	})
	t.Run("loses without Orphan", func(t *testing.T) {
		t.Parallel()
		d := start(t, "p8-mirror", `
	root r path=r
	commit
	  r: K/a(path=shared) K/c(path=c)
	  shared: Gateway/edge
	  c: ConfigMap/other
	commit
	  r: K/c(path=c)
	commit
	  r: K/c(path=c) K/b(path=shared)`)
		x, before := d.gateway(), d.uid(d.gateway())
		d.next()
		d.gone(d.owner("a"))
		d.next()
		d.acted("r", "b")
		d.lost(x, before)
	})
}
