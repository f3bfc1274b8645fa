package controlplane_test

import (
	"strings"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

// patience is how long a test waits for what is bound to happen. Nothing takes
// so long but on a machine that has much else to do.
const patience = 4 * time.Minute

// until waits for what is bound to happen. Where it does not, it says how the
// Kustomizations of the world are.
func (d *play) until(what string, yes func() bool) {
	d.Helper()
	for begin := time.Now(); !yes(); time.Sleep(50 * time.Millisecond) {
		if time.Since(begin) > patience {
			for _, k := range d.list() {
				d.Logf("%s: %v", k.GetName(), k.Object["status"])
			}
			d.Fatalf("%s: still not", what)
		}
	}
}

// acted waits until Kustomizations have acted on the newest revision (V2).
func (d *play) acted(names ...string) {
	d.Helper()
	d.actedAt(d.revision, names...)
}

// actedAt waits until Kustomizations have acted on that revision.
func (d *play) actedAt(revision string, names ...string) {
	d.Helper()
	for _, name := range names {
		d.until(name+" has acted", func() bool {
			k := d.get(d.owner(name))
			return k != nil && controlplane.Waiting(k, revision) == ""
		})
	}
}

// failed waits until a Kustomization has tried its spec and not been able to, for
// a cause that its Ready condition tells. A run may also fail because the
// machine is slow.
func (d *play) failed(name, cause string) {
	d.Helper()
	d.until(name+" has failed: "+cause, func() bool {
		why := controlplane.Waiting(d.get(d.owner(name)), d.revision)
		return strings.HasPrefix(why, "is not Ready") && strings.Contains(why, cause)
	})
}

// gone waits until an object is no more.
func (d *play) gone(id controlplane.ID) {
	d.Helper()
	d.until(id.String()+" is gone", func() bool { return d.get(id) == nil })
}

// stays holds that nothing changes for a while what could change at any time.
func (d *play) stays(what string, yes func() bool) {
	d.Helper()
	for begin := time.Now(); time.Since(begin) < 3*time.Second; time.Sleep(100 * time.Millisecond) {
		if !yes() {
			d.Errorf("%s: no longer", what)
			return
		}
	}
}

// await waits until a request is held.
func (d *play) await(h *controlplane.Hold) {
	d.Helper()
	if err := h.Wait(d.Context(), patience); err != nil {
		d.Fatal(err)
	}
}

// kept holds that an object is the one it was.
func (d *play) kept(id controlplane.ID, before string) {
	d.Helper()
	if now := d.get(id); now == nil || string(now.GetUID()) != before || now.GetDeletionTimestamp() != nil {
		d.Errorf("%s was lost", id)
	}
}

// lost holds that an object is no more the one it was.
func (d *play) lost(id controlplane.ID, before string) {
	d.Helper()
	if d.uid(id) == before {
		d.Errorf("%s was kept", id)
	}
}
