package controlplane_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// The tests of the fact_ files measure rules of docs/flux-semantics.md on real
// Flux. Each is named by its rule, runs worlds of its own beside the others, and
// prints one line:
//
//	FACT R2.5 v1.9.6 holds: a run that fails prunes nothing …
//
// Where an order of events matters it is forced: requests of the controller
// are held (controlplane.Hold) until it is their turn.

// measure says which rule the test measures, and prints the line at its end.
func measure(t *testing.T, rule, sentence string) {
	t.Helper()
	t.Parallel()
	t.Cleanup(func() { report(t, rule, sentence) })
}

// report prints the line of a test that has ended.
func report(t *testing.T, rule, sentence string) {
	verdict := "holds"
	switch {
	case t.Skipped():
		return
	case t.Failed():
		verdict = "DOES NOT HOLD"
	}
	// Standard output: a log line would have a place in front of it.
	fmt.Fprintf(os.Stdout, "FACT %s %s %s: %s\n", rule, controllerVersion(), verdict, sentence)
}

// controllerVersion is the version of the kustomize-controller that runs.
func controllerVersion() string {
	version, err := cluster.Version(context.Background())
	if err != nil {
		return err.Error()
	}
	return version
}

// named gives the id of KIND/NAME in the world's namespace demo.
func (d *play) named(word string) controlplane.ID {
	kind, name, _ := strings.Cut(word, "/")
	resources := map[string]schema.GroupVersionResource{
		"Gateway":        gateway.Resource,
		"ConfigMap":      {Version: "v1", Resource: "configmaps"},
		"Role":           {Group: "rbac.authorization.k8s.io", Version: "v1", Resource: "roles"},
		"ServiceAccount": {Version: "v1", Resource: "serviceaccounts"},
	}
	if kind == "Namespace" {
		return controlplane.ID{Resource: namespaces, Name: d.namespace(name)}
	}
	return controlplane.ID{Resource: resources[kind], Namespace: d.namespace("demo"), Name: name}
}

// owner gives the id of a Kustomization of the world.
func (d *play) owner(name string) controlplane.ID {
	return controlplane.Kustomization(d.namespace("flux"), name)
}

// get reads an object, nil where it is not there.
func (d *play) get(id controlplane.ID) *unstructured.Unstructured {
	d.Helper()
	o, err := cluster.Get(d.Context(), id)
	if errors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		d.Fatal(err)
	}
	return o
}

// uid is that of an object, "" where it is not there.
func (d *play) uid(id controlplane.ID) string {
	d.Helper()
	if o := d.get(id); o != nil {
		return string(o.GetUID())
	}
	return ""
}

// label is the name in the owner label of an object.
func (d *play) label(id controlplane.ID) string {
	d.Helper()
	if o := d.get(id); o != nil {
		return o.GetLabels()["kustomize.toolkit.fluxcd.io/name"]
	}
	return ""
}

// lists says whether an inventory has an object.
func (d *play) lists(name string, id controlplane.ID) bool {
	d.Helper()
	k := d.get(d.owner(name))
	if k == nil {
		return false
	}
	return strings.Contains(fmt.Sprint(k.Object["status"].(map[string]any)["inventory"]), "_"+id.Name+"_")
}

// status reads one field of a Kustomization's status.
func (d *play) status(name, field string) any {
	d.Helper()
	k := d.get(d.owner(name))
	if k == nil {
		return nil
	}
	value, _, _ := unstructured.NestedFieldNoCopy(k.Object, "status", field)
	return value
}

// until waits for what is bound to happen.
func (d *play) until(what string, yes func() bool) {
	d.Helper()
	for begin := time.Now(); !yes(); time.Sleep(50 * time.Millisecond) {
		if time.Since(begin) > 90*time.Second {
			d.Fatalf("%s: still not", what)
		}
	}
}

// acted waits until a Kustomization has acted on the newest revision (V2).
func (d *play) acted(names ...string) {
	d.Helper()
	for _, name := range names {
		d.until(name+" has acted", func() bool {
			k := d.get(d.owner(name))
			return k != nil && controlplane.Waiting(k, d.revision) == ""
		})
	}
}

// failed waits until a Kustomization has tried its spec and not been able to.
func (d *play) failed(name string) {
	d.Helper()
	d.until(name+" has failed", func() bool {
		k := d.get(d.owner(name))
		why := controlplane.Waiting(k, d.revision)
		return strings.HasPrefix(why, "is not Ready") && !strings.Contains(why, "in progress")
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

// hold holds requests until they are released, or the test ends.
func (d *play) hold(request controlplane.Request) *controlplane.Hold {
	h := cluster.Hold(request)
	d.Cleanup(h.Release)
	return h
}

// await waits until a request is held.
func (d *play) await(h *controlplane.Hold) {
	d.Helper()
	if err := h.Wait(d.Context(), 90*time.Second); err != nil {
		d.Fatal(err)
	}
}

// next goes one step on.
func (d *play) next() {
	d.Helper()
	for i, step := range d.steps {
		if step == d.at {
			d.step(d.steps[i+1])
			return
		}
	}
}

// patch changes an object under a field manager.
func (d *play) patch(id controlplane.ID, manager string, patch map[string]any) {
	d.Helper()
	if err := cluster.Merge(d.Context(), id, manager, patch); err != nil {
		d.Fatal(err)
	}
}

// spec changes the spec of a Kustomization that no parent cares for.
func (d *play) spec(name string, fields map[string]any) {
	d.Helper()
	d.patch(d.owner(name), "infrastructure", map[string]any{"spec": fields})
}

// remove deletes an object as a user would, and does not wait.
func (d *play) remove(id controlplane.ID) {
	d.Helper()
	client := cluster.Dynamic.Resource(id.Resource).Namespace(id.Namespace)
	if err := client.Delete(d.Context(), id.Name, metav1.DeleteOptions{}); err != nil {
		d.Fatal(err)
	}
}

// finalizer keeps an object from going, until it is taken off: by the test, or
// at its end.
func (d *play) finalizer(id controlplane.ID) (takeOff func()) {
	d.Helper()
	const name = "example.org/hold"
	keep := append(d.get(id).GetFinalizers(), name)
	d.patch(id, "test", map[string]any{"metadata": map[string]any{"finalizers": keep}})
	takeOff = func() {
		o, err := cluster.Get(context.Background(), id)
		if err != nil {
			return
		}
		rest := []string{}
		for _, f := range o.GetFinalizers() {
			if f != name {
				rest = append(rest, f)
			}
		}
		cluster.Merge(context.Background(), id, "test", map[string]any{"metadata": map[string]any{"finalizers": rest}})
	}
	d.Cleanup(takeOff)
	return takeOff
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
