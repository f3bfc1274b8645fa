package controlplane_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
)

// trace is what happened to one object: "a" where its owner label begins to
// name a, "deleted", "created".
type trace struct {
	mu     sync.Mutex
	events []string
}

func (tr *trace) String() string {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return strings.Join(tr.events, " ")
}

func (tr *trace) add(event string) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	if n := len(tr.events); n == 0 || tr.events[n-1] != event {
		tr.events = append(tr.events, event)
	}
}

// watch follows an object until the test ends.
func (d *play) watch(id controlplane.ID) *trace {
	d.Helper()
	client := cluster.Dynamic.Resource(id.Resource).Namespace(id.Namespace)
	watcher, err := client.Watch(d.Context(), metav1.ListOptions{FieldSelector: "metadata.name=" + id.Name})
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(watcher.Stop)
	tr := new(trace)
	go func() {
		for event := range watcher.ResultChan() {
			o, ok := event.Object.(*unstructured.Unstructured)
			switch {
			case !ok:
			case event.Type == watch.Deleted:
				tr.add("deleted")
			case event.Type == watch.Added:
				tr.add("created")
				fallthrough
			default:
				tr.add(o.GetLabels()["kustomize.toolkit.fluxcd.io/name"])
			}
		}
	}()
	return tr
}

func (d *play) gateway() controlplane.ID {
	return controlplane.ID{Resource: gateway.Resource, Namespace: d.namespace("demo"), Name: "edge"}
}

// request has a Kustomization run, and waits until it has.
func (d *play) request(name string) {
	d.Helper()
	id := controlplane.Kustomization(d.namespace("flux"), name)
	if err := cluster.Request(d.Context(), id); err != nil {
		d.Fatal(err)
	}
	for range 200 {
		k, err := cluster.Get(d.Context(), id)
		if err != nil {
			d.Fatal(err)
		}
		handled, _, _ := unstructured.NestedString(k.Object, "status", "lastHandledReconcileAt")
		if handled == k.GetAnnotations()["reconcile.fluxcd.io/requestedAt"] {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	d.Fatalf("%s has not run", name)
}

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

const transient = `
	root r path=r
	commit
	  r: K/a(path=old) K/b(path=b)
	  old: ConfigMap/x
	  new: ConfigMap/x
	  b: Gateway/edge
	switch
	  root r path=r suspend
	commit
	  r: K/a(path=new) K/b(path=b)
	  old: ConfigMap/x Gateway/edge
	switch
	  root r path=r`

// TestATransientOwnerTakesAndPrunes (H4): the old path of a gains what b owns,
// in the commit that gives a another path. A run of a with its old spec takes
// the object from b, the run with its new spec prunes it. The root is held back
// so that the order is certain; it is a usual one without that.
func TestATransientOwnerTakesAndPrunes(t *testing.T) {
	d := start(t, "transient", transient)
	before := read(t, d.gateway())
	events := d.watch(d.gateway())
	for _, step := range d.steps[1:3] {
		d.step(step)
		d.settle(step)
	}
	d.request("a")
	if now := read(t, d.gateway()); now.uid != before.uid || now.owner != d.namespace("flux")+"/a" {
		t.Errorf("between: %v, before %v", now, before)
	}
	d.step(d.steps[3])
	d.settle(d.steps[3])
	t.Logf("label to the end: %s", events)
	if uid := d.uids(d.steps[3])["Gateway demo/edge"]; uid == before.uid {
		t.Error("the Gateway was kept")
	}
	if waiting := d.pending(); len(waiting) > 0 {
		t.Errorf("not Ready: %v", waiting)
	}
}
