package controlplane_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/version"
)

// The tests of the fact_ files measure rules of docs/flux-semantics.md on real
// Flux. Each is named by its rule, runs worlds of its own beside the others, and
// prints one line:
//
//	FACT R2.5 v1.9.6 holds: a run that fails prunes nothing …
//
// The version is that of the controller that runs. A fact that is not the same in
// every version is measured in each as it is there (since, told).
//
// Where an order of events matters it is forced: requests of the controller
// are held (controlplane.Hold) until it is their turn.

// measure says which rule the test measures, and prints the line at its end.
func measure(t *testing.T, rule, sentence string) {
	t.Helper()
	t.Parallel()
	t.Cleanup(func() { report(t, rule, sentence) })
}

// report prints the line of a test that has ended, with the version of the
// controller that has run.
func report(t *testing.T, rule, sentence string) {
	verdict := "holds"
	switch {
	case t.Skipped():
		return
	case t.Failed():
		verdict = "DOES NOT HOLD"
	}
	// Standard output: a log line would have a place in front of it.
	fmt.Fprintf(os.Stdout, "FACT %s %s %s: %s\n", rule, cluster.Version(), verdict, sentence)
}

// since says whether the controller that runs is of a version or a later one:
// for facts that are not the same in every version.
func since(released string) bool {
	return version.MustParseSemantic(cluster.Version()).AtLeast(version.MustParseSemantic(released))
}

// told gives the sentence of the fact as it is since a version, or as it was
// before.
func told(released, after, before string) string {
	if since(released) {
		return after
	}
	return "(before " + released + ") " + before
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
