package controlplane_test

import (
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

const orphanedInGit = `
	root r path=r
	commit
	  r: K/a(path=a)
	  a: Gateway/edge ConfigMap/rest
	commit
	  r: K/a(path=a,policy=Orphan)`

func TestV1WhatIsStoredCounts(t *testing.T) {
	measure(t, "V1", "a policy that is stored counts for the deletion though no run has seen it; one that is in Git and not stored does not")
	for _, stored := range []bool{true, false} {
		name := map[bool]string{true: "stored", false: "in-git"}[stored]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := start(t, "v1-"+name, orphanedInGit)
			x, before := d.gateway(), d.uid(d.gateway())
			release := d.busy("a") // it does not see its new spec
			r := d.hold(controlplane.Apply(d.owner("a")).By("r"))
			d.next()
			d.await(r)
			if stored {
				r.Release()
				d.acted("r")
			}
			d.remove(d.owner("a"))
			release()
			d.gone(d.owner("a"))
			if stored {
				d.kept(x, before)
			} else {
				d.lost(x, before)
			}
		})
	}
}

// TestV4AnObjectThatIsForgotten: P2, with b held until the end, so that nothing
// but V4 protects the object.
func TestV4AnObjectThatIsForgotten(t *testing.T) {
	measure(t, "V4", "prune turned on again once a has acted and its inventory lacks the object: kept; turned on before that: lost")
	for _, forgotten := range []bool{true, false} {
		name := map[bool]string{true: "forgotten", false: "early"}[forgotten]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := start(t, "v4-"+name, restored)
			x, before := d.gateway(), d.uid(d.gateway())
			d.hold(controlplane.Apply(x).By("b"))
			if forgotten {
				d.next()
				d.acted("a")
				if d.lists("a", x) {
					t.Error("a lists it")
				}
				d.next()
				d.acted("r")
				d.request("a")
				d.kept(x, before)
				return
			}
			release := d.busy("a")
			d.next()
			d.next()
			d.acted("r")
			release()
			d.gone(x)
		})
	}
}

// TestV5AnObjectThatIsTaken: each part of the predicate alone does not do.
func TestV5AnObjectThatIsTaken(t *testing.T) {
	without := told("v1.8.5", "with the object in its inventory without the label", "with the object neither in its inventory nor with the label")
	measure(t, "V5", "with all of it, resuming a keeps the object; b may be Ready "+without+", and with the label while the object goes")
	t.Run("all of it", func(t *testing.T) {
		t.Parallel()
		d := start(t, "v5", suspendedMove)
		x, before := d.gateway(), d.uid(d.gateway())
		d.next()
		d.acted("r")
		d.request("a")
		d.next()
		d.acted("b")
		if !d.taken(x, before, "b") {
			t.Error("b has acted and has not taken it")
		}
		d.next()
		d.acted("r", "a")
		d.kept(x, before)
	})
	t.Run("not the label", func(t *testing.T) {
		t.Parallel()
		d := start(t, "v5-label", strings.ReplaceAll(suspendedMove, "ConfigMap/other Gateway/edge", "ConfigMap/other Gateway/edge+ifnotpresent"))
		x, before := d.gateway(), d.uid(d.gateway())
		d.next()
		d.acted("r")
		d.request("a")
		d.next()
		d.acted("b")
		if d.lists("b", x) != since("v1.8.5") || d.taken(x, before, "b") {
			t.Errorf("b lists it %v, label %q", d.lists("b", x), d.label(x))
		}
		d.next()
		d.gone(x)
	})
	t.Run("while it goes", func(t *testing.T) {
		t.Parallel()
		d := start(t, "v5-going", suspendedMove)
		x, before := d.gateway(), d.uid(d.gateway())
		d.next()
		d.acted("r")
		takeOff := d.finalizer(x)
		d.remove(x)
		d.next()
		d.acted("b")
		if !d.lists("b", x) || d.label(x) != "b" || d.taken(x, before, "b") {
			t.Errorf("b lists it %v, label %q", d.lists("b", x), d.label(x))
		}
		takeOff()
		d.gone(x)
	})
}

// taken is V5, but for b having acted.
func (d *play) taken(x controlplane.ID, before, owner string) bool {
	d.Helper()
	o := d.get(x)
	return o != nil && string(o.GetUID()) == before && o.GetDeletionTimestamp() == nil &&
		d.label(x) == owner && d.lists(owner, x)
}
