package controlplane_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

const restored = `
	root r path=r
	commit
	  r: K/a(path=a,noprune) K/b(path=b)
	  a: Gateway/edge ConfigMap/rest
	  b: ConfigMap/other
	commit
	  a: ConfigMap/rest
	  b: ConfigMap/other Gateway/edge
	commit
	  r: K/a(path=a) K/b(path=b)`

// TestR2_4ARunWithTheNewSpecAndTheOldInventory forces U1: prune is restored
// during the run that forgets the object, and the next run begins before the
// controller's cache knows the status that this one has written.
//
// The run is stopped by the first thing that it writes, Ready=Unknown, for as
// long as the cache stays behind: conditions are written under a condition on
// the resourceVersion. It is tried five times, over half a second. Where the cache
// catches up meanwhile the run goes on, with the inventory that it began with.
//
// Not beside other tests, because every Kustomization is frozen meanwhile.
func TestR2_4ARunWithTheNewSpecAndTheOldInventory(t *testing.T) {
	for name, catchesUp := range map[string]bool{"the cache stays behind": false, "the cache catches up": true} {
		t.Run(name, func(t *testing.T) {
			world := map[bool]string{false: "r2-4-behind", true: "r2-4-up"}[catchesUp]
			d := start(t, world, restored)
			x, before := d.gateway(), d.uid(d.gateway())
			thaw := d.staleRun()
			if catchesUp {
				status := d.hold(controlplane.Status(d.owner("a")))
				d.await(status)
				thaw()
				d.synced()
				status.Release()
				d.gone(x)
				return
			}
			d.stays("the object", func() bool { return d.uid(x) == before })
			thaw()
			d.acted("a")
			d.kept(x, before)
		})
	}
	report(t, "R2.4", "(U1) a run that begins with the new spec and the inventory from before prunes what was forgotten, if the cache catches up while it tries to write Ready=Unknown; if not, it fails and prunes nothing")
}

// staleRun ends with the object forgotten, b not yet there, and a about to run
// with the prune that is restored and the inventory from before that.
func (d *play) staleRun() (thaw func()) {
	d.Helper()
	x := d.gateway()
	run := d.hold(controlplane.DryRun(d.named("ConfigMap/rest")).By("a").Once())
	d.hold(controlplane.Apply(x).By("b"))
	d.next()
	d.await(run)
	d.next()
	d.acted("r")
	d.synced() // the cache has the new spec
	thaw = cluster.Freeze()
	d.Cleanup(thaw)
	run.Release()
	d.until("a has forgotten the object", func() bool { return !d.lists("a", x) })
	return thaw
}

// synced waits until the cache of the controller has all that has happened to
// Kustomizations so far: a watch tells of things in their order, and last of one
// that is new.
func (d *play) synced() {
	d.Helper()
	name := fmt.Sprintf("new-%d", time.Now().UnixNano())
	d.apply(d.kustomization(name, "path=nowhere,suspend", false))
	d.until(name+" is seen", func() bool { return len(d.get(d.owner(name)).GetFinalizers()) > 0 })
}

// TestR2_19AStatusIsWrittenAsTheDifferenceToTheView goes back to a revision that
// was applied before. The run that does so begins before the cache knows what the
// run before it has written, and ends where its view had been all along.
//
// Not beside other tests, because every Kustomization is frozen meanwhile.
func TestR2_19AStatusIsWrittenAsTheDifferenceToTheView(t *testing.T) {
	d := start(t, "r2-19", `
	root a path=a
	commit
	  a: ConfigMap/rest
	commit
	  a: ConfigMap/rest Gateway/edge`)
	x, old := d.gateway(), d.revision
	run := d.hold(controlplane.DryRun(d.named("ConfigMap/rest")).By("a").Once())
	d.next()
	d.await(run)
	d.synced()
	d.back(old)
	thaw := cluster.Freeze()
	d.Cleanup(thaw)
	run.Release()
	d.until("a has written the new revision", func() bool { return d.status("a", "lastAppliedRevision") == d.revision })
	status := d.hold(controlplane.Status(d.owner("a")))
	d.await(status)
	thaw()
	d.synced()
	status.Release()
	d.until("a has run again", func() bool {
		return d.status("a", "lastAttemptedRevision") == old && d.conditions("a") == "Ready=True Reconciling=<nil>"
	})
	d.stays("a says the new revision, and has its inventory and the object", func() bool {
		return d.status("a", "lastAppliedRevision") == d.revision && d.lists("a", x) && d.get(x) != nil
	})
	d.request("a")
	d.actedAt(old, "a")
	d.gone(x)
	report(t, "R2.19", "a run that goes back to a revision applied before, begun before the cache knows the end of the run before it, leaves the revision and the inventory of that one, and is Ready; the next run prunes what it has left")
}

// back has the source serve an older revision of the same branch.
func (d *play) back(revision string) {
	d.Helper()
	source := controlplane.GitRepository(d.namespace("flux"), d.repository.Name)
	_, commit, _ := strings.Cut(revision, ":")
	d.patch(source, "infrastructure", map[string]any{"spec": map[string]any{"ref": map[string]any{"branch": "main", "commit": commit}}})
	if err := cluster.Fetch(d.Context(), source, revision); err != nil {
		d.Fatal(err)
	}
}

// Not beside other tests either: all of them have one controller.
func TestR1_13ARestartRunsEverythingThatIsNotSuspended(t *testing.T) {
	d := start(t, "r1-13", `
	root a path=a
	root s path=s suspend
	commit
	  a: Gateway/edge ConfigMap/rest
	  s: ConfigMap/other`)
	x, before := d.gateway(), d.uid(d.gateway())
	recorder := d.record()
	if err := cluster.RestartController(); err != nil {
		t.Fatal(err)
	}
	ran := func(object string) bool {
		for _, e := range d.trace(recorder) {
			if e.Verb == "dry-run" && strings.Contains(e.Object, object) {
				return true
			}
		}
		return false
	}
	d.until("a has run", func() bool { return ran("_rest_") })
	d.acted("a")
	d.stays("the suspended one rests", func() bool { return !ran("_other_") && d.uid(x) == before })
	report(t, "R1.13", "after a restart of the controller, with nothing changed, a Kustomization runs, and a suspended one does not")
}
