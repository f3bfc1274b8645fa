package controlplane_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

// The patterns are measured in the order of events that loses the object
// without them: a has finished with the move, or is gone, before b may apply.
// Then each is measured again with one precondition less.

// oldFirst goes to the next step, lets a finish while b waits, and holds that
// the object is kept, taken by b, and forgotten by a.
func (d *play) oldFirst(finish func()) {
	d.Helper()
	x, before := d.gateway(), d.uid(d.gateway())
	b := d.hold(controlplane.Apply(x).By("b"))
	d.next()
	finish()
	d.kept(x, before)
	b.Release()
	d.acted("b")
	d.kept(x, before)
	if d.label(x) != "b" || !d.lists("b", x) || d.lists("a", x) {
		d.Errorf("label %q; listed by b: %v, by a: %v", d.label(x), d.lists("b", x), d.lists("a", x))
	}
}

// busy keeps a Kustomization in a run that it begins now, so that it sees no
// revision until it is released.
func (d *play) busy(name string) (release func()) {
	d.Helper()
	h := d.hold(controlplane.DryRun(d.named("ConfigMap/rest")).By(name))
	d.wake(name)
	d.await(h)
	return h.Release
}

// wake has a Kustomization run, and does not wait for it.
func (d *play) wake(name string) {
	d.Helper()
	if err := cluster.Request(d.Context(), d.owner(name)); err != nil {
		d.Fatal(err)
	}
}

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

// oldSpecLoses goes to the next step, has a run with its old spec before its
// parent has applied the new one, and holds that the object is lost.
func (d *play) oldSpecLoses() {
	d.Helper()
	x, before := d.gateway(), d.uid(d.gateway())
	r, b := d.hold(controlplane.Apply(d.owner("a")).By("r")), d.hold(controlplane.Apply(x).By("b"))
	d.next()
	d.gone(x)
	r.Release()
	b.Release()
	d.acted("r", "a", "b")
	d.lost(x, before)
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
		d.failed("a")
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
