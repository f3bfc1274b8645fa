package controlplane_test

import (
	"context"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// hold holds requests until they are released, or the test ends.
func (d *play) hold(request controlplane.Request) *controlplane.Hold {
	h := cluster.Hold(request)
	d.Cleanup(h.Release)
	return h
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
