package controlplane_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

// moved moves the Gateway from a to b by content alone.
const moved = `
	root r path=r
	commit
	  r: K/a(path=a) K/b(path=b)
	  a: Gateway/edge ConfigMap/rest
	  b: ConfigMap/other
	commit
	  a: ConfigMap/rest
	  b: ConfigMap/other Gateway/edge`

func TestH1TheOldOwnerPrunesFirst(t *testing.T) {
	measure(t, "H1", "a prunes before b has applied: the object is lost, and b makes another")
	d := start(t, "h1", moved)
	x, before := d.gateway(), d.uid(d.gateway())
	b := d.hold(controlplane.Apply(x).By("b"))
	d.next()
	d.gone(x)
	b.Release()
	d.acted("a", "b")
	d.lost(x, before)
}

// R0.5: what is written between the test and the deletion does not save the
// object.
func TestH2TheNewOwnerTakesBetweenTestAndDeletion(t *testing.T) {
	measure(t, "H2", "a reads its label, b takes the object over, a deletes it: b is Ready, lists it, and it is gone until b runs again")
	d := start(t, "h2", moved)
	x, before := d.gateway(), d.uid(d.gateway())
	b, deletion := d.hold(controlplane.Apply(x).By("b")), d.hold(controlplane.Delete(x))
	d.next()
	d.await(deletion)
	b.Release()
	d.acted("b")
	if d.label(x) != "b" {
		t.Errorf("b is Ready and the label says %q", d.label(x))
	}
	deletion.Release()
	d.gone(x)
	d.acted("a", "b")
	if !d.lists("b", x) {
		t.Error("b does not list the object")
	}
	d.stays("the object is not there", func() bool { return d.get(x) == nil })
	d.request("b")
	if d.uid(x) == "" {
		t.Error("b has not made it anew")
	}
	d.lost(x, before)
}

func TestR5_13ApplyingOntoATerminatingObjectDoesNotSaveIt(t *testing.T) {
	measure(t, "R5.13", "(H3) b applies onto an object that is being deleted, is Ready and lists it; the object goes all the same")
	d := start(t, "r5-13", moved)
	x := d.gateway()
	takeOff, b := d.finalizer(x), d.hold(controlplane.Apply(x).By("b"))
	d.next()
	d.until("the object is being deleted", func() bool { return d.get(x).GetDeletionTimestamp() != nil })
	b.Release()
	d.acted("a", "b")
	if d.label(x) != "b" || !d.lists("b", x) {
		t.Errorf("label %q, b lists it: %v", d.label(x), d.lists("b", x))
	}
	takeOff()
	d.gone(x)
	d.stays("the object is not there and b Ready", func() bool {
		return d.get(x) == nil && controlplane.Waiting(d.get(d.owner("b")), d.revision) == ""
	})
}

func TestH4TheProtectionComesWithTheMove(t *testing.T) {
	measure(t, "H4", "prune: false in the commit of the move: a runs with its old spec first, and prunes")
	d := start(t, "h4", moved+`
	  r: K/a(path=a,noprune) K/b(path=b)`)
	x, before := d.gateway(), d.uid(d.gateway())
	r, b := d.hold(controlplane.Apply(d.owner("a")).By("r")), d.hold(controlplane.Apply(x).By("b"))
	d.next()
	d.gone(x)
	r.Release()
	b.Release()
	d.acted("r", "a", "b")
	d.lost(x, before)
}

func TestH5TheNewPathOfADependencyComesWithTheMove(t *testing.T) {
	measure(t, "H5", "a depends on b, whose path changes in the commit of the move: b is Ready with its old path, a prunes")
	d := start(t, "h5", `
	root r path=r
	commit
	  r: K/a(path=a,dep=b) K/b(path=b)
	  a: Gateway/edge ConfigMap/rest
	  b: ConfigMap/other
	commit
	  r: K/a(path=a,dep=b) K/b(path=new)
	  a: ConfigMap/rest
	  new: ConfigMap/other Gateway/edge`)
	x, before := d.gateway(), d.uid(d.gateway())
	r := d.hold(controlplane.Apply(d.owner("b")).By("r"))
	d.next()
	d.gone(x)
	r.Release()
	d.acted("r", "a", "b")
	d.lost(x, before)
}

// dependent moves the Gateway from a to b, on which a has depended before.
const dependent = `
	root r path=r
	commit
	  r: K/a(path=a,dep=b) K/b(path=b)
	  a: Gateway/edge ConfigMap/rest
	  b: ConfigMap/other
	commit
	  a: ConfigMap/rest
	  b: ConfigMap/other Gateway/edge`

func TestH6ARunUnderWayTakesTheLabelBack(t *testing.T) {
	measure(t, "H6", "a run of a from before the commit ends after b has applied: label back to a, whose next run prunes, though a depends on b")
	d := start(t, "h6", dependent)
	x := d.gateway()
	a := d.hold(controlplane.Read(x).Once())
	d.wake("a")
	d.await(a)
	d.next()
	d.acted("b")
	if d.label(x) != "b" {
		t.Errorf("b is Ready and the label says %q", d.label(x))
	}
	a.Release()
	d.gone(x)
	d.acted("a", "b")
	if !d.lists("b", x) {
		t.Error("b does not list the object")
	}
}

// The drift is looked for between the dry-run and what the run has read before,
// not what is there by then: so H6 needs a run that reads the object after b has
// applied it.
func TestR5_5ARunThatHasReadTheObjectDoesNotTakeItBack(t *testing.T) {
	measure(t, "R5.5", "a run of a reads the object, b takes it over, a's dry-run sees no drift against what it read: no write, the label stays b")
	d := start(t, "r5-5", dependent)
	x, before := d.gateway(), d.uid(d.gateway())
	a := d.hold(controlplane.DryRun(x).By("a"))
	d.wake("a")
	d.await(a)
	d.next()
	d.acted("b")
	a.Release()
	d.acted("a")
	d.kept(x, before)
	if d.label(x) != "b" {
		t.Errorf("label %q", d.label(x))
	}
}

func TestP9DependsOnMakesTheUsualOrderLikely(t *testing.T) {
	measure(t, "P9", "with no run of a under way, a waits for b, and the object is kept (see H5 and H6 for when not)")
	d := start(t, "p9", dependent)
	x, before := d.gateway(), d.uid(d.gateway())
	b := d.hold(controlplane.Apply(x).By("b"))
	d.next()
	d.await(b)
	d.stays("a waits", func() bool { return d.lists("a", x) && d.uid(x) == before })
	b.Release()
	d.acted("a", "b")
	d.kept(x, before)
}

func TestH7AContestedObjectGoesWithItsLabel(t *testing.T) {
	measure(t, "H7", "an object that both render is lost where the one that drops it has the label, and kept where the other has")
	const contested = `
	root r path=r
	commit
	  r: K/a(path=a) K/b(path=b)
	  a: Gateway/edge ConfigMap/rest
	  b: Gateway/edge
	commit
	  a: ConfigMap/rest`
	for _, last := range []string{"a", "b"} {
		t.Run("label of "+last, func(t *testing.T) {
			t.Parallel()
			d := start(t, "h7-"+last, contested)
			x, before := d.gateway(), d.uid(d.gateway())
			d.request(last)
			b := d.hold(controlplane.Apply(x).By("b"))
			d.next()
			d.acted("a")
			b.Release()
			d.acted("b")
			if last == "a" {
				d.lost(x, before)
			} else {
				d.kept(x, before)
			}
		})
	}
}
