package controlplane_test

import (
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
