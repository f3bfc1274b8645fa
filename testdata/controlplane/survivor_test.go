package controlplane_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

const survivor = `
	root r path=r noprune
	commit
	  r: K/a(path=a)
	  a: Gateway/edge=1
	commit
	  r: K/b(path=a)
	commit
	  a: Gateway/edge=2`

// TestASurvivorFightsOn (FM-010): a parent that does not prune drops a child.
// The child stays, is woken by every revision, and takes the object back with
// each of its runs; the object itself stays the same one. Deleting the child
// while the label names it deletes the object.
func TestASurvivorFightsOn(t *testing.T) {
	for run := range *runs {
		for _, last := range []string{"a", "b"} {
			t.Run("deleted while the label names "+last, func(t *testing.T) {
				t.Parallel()
				d := start(t, fmt.Sprintf("survivor-%s%d", last, run), survivor)
				before := read(t, d.gateway())
				events := d.watch(d.gateway())
				d.step(d.steps[1])
				d.settle(d.steps[1])
				d.step(d.steps[2])
				d.settle(d.steps[2])
				t.Logf("label over two revisions: %s", events)
				d.expectSurvivor()
				for _, name := range []string{"b", "a", last} {
					d.request(name)
					want := state{before.uid, d.namespace("flux") + "/" + name, ""}
					if now := read(t, d.gateway()); now != want {
						t.Errorf("after a run of %s: %v, want %v", name, now, want)
					}
				}
				d.delete("a")
				d.settle(d.steps[2])
				t.Logf("label to the end: %s", events)
				if uid := d.uids(d.steps[2])["Gateway demo/edge"]; (uid == before.uid) != (last == "b") {
					t.Errorf("uid %q before, %q after the deletion of a", before.uid, uid)
				}
			})
		}
	}
}

// expectSurvivor holds that a is there, at the newest revision, and in nobody's
// inventory.
func (d *play) expectSurvivor() {
	d.Helper()
	survivor, err := cluster.Get(d.Context(), controlplane.Kustomization(d.namespace("flux"), "a"))
	if err != nil {
		d.Fatal(err)
	}
	if why := controlplane.Waiting(survivor, d.revision); why != "" || survivor.GetDeletionTimestamp() != nil {
		d.Errorf("the survivor %s", why)
	}
	root, err := cluster.Get(d.Context(), controlplane.Kustomization(d.namespace("flux"), "r"))
	if err != nil {
		d.Fatal(err)
	}
	if text := fmt.Sprint(root.Object["status"]); strings.Contains(text, "-flux_a_") {
		d.Errorf("the root still lists the survivor: %s", text)
	}
}
