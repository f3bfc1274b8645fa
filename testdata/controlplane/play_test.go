package controlplane_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// play is a world that runs.
type play struct {
	*testing.T
	*world
	repository *controlplane.Repository
	revision   string
	at         controlplane.Position
}

// start brings a world to its first step.
func start(t *testing.T, name, text string) *play {
	t.Helper()
	repository, err := cluster.Repository(name)
	if err != nil {
		t.Fatal(err)
	}
	d := &play{T: t, world: parseWorld(name, text), repository: repository}
	if word := d.Runnable(); word != "" {
		t.Skipf("%s cannot be run here", word)
	}
	t.Cleanup(d.rest)
	d.begin()
	return d
}

// rest suspends what is left of a world at the end of its test: what has failed
// would be tried every few seconds, beside all tests that come after.
func (d *play) rest() {
	for _, namespace := range []string{"flux", "apps"} {
		client := cluster.Dynamic.Resource(kustomizations).Namespace(d.namespace(namespace))
		list, err := client.List(d.background(), metav1.ListOptions{})
		if err != nil {
			continue // the namespace is no more
		}
		for _, k := range list.Items {
			id := controlplane.Kustomization(k.GetNamespace(), k.GetName())
			cluster.Merge(d.background(), id, "test", map[string]any{"spec": map[string]any{"suspend": true}})
		}
	}
}

// begin brings the world to its first step, and lets it rest there.
func (d *play) begin() {
	d.Helper()
	for _, name := range []string{"flux", "demo", "apps"} {
		d.apply(map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": d.namespace(name)}})
	}
	first := d.steps[0]
	for _, awake := range []bool{true, false} {
		d.publish(first, awake)
		d.setRoots(first, awake)
		for range 20 {
			if d.settle(first); len(d.pending()) == 0 {
				break
			}
		}
	}
	for object, uid := range d.uids(first) {
		if uid == "" {
			d.Fatalf("%s is not there at the start", object)
		}
	}
}

// step goes one step on: a commit reaches the source, or roots change.
func (d *play) step(at controlplane.Position) {
	d.Helper()
	if at.Commit != d.at.Commit {
		d.publish(at, false)
	}
	d.setRoots(at, false)
}

func (d *play) publish(at controlplane.Position, awake bool) {
	d.Helper()
	var err error
	if d.revision, err = d.repository.Commit(d.Tree(at.Commit, awake)); err != nil {
		d.Fatal(err)
	}
	if err := cluster.Source(d.Context(), d.namespace("flux"), d.repository, d.revision); err != nil {
		d.Fatal(err)
	}
}

func (d *play) setRoots(at controlplane.Position, awake bool) {
	d.Helper()
	for name, words := range d.Roots[at.Turn] {
		d.apply(d.kustomization(name, words, awake))
	}
	for name := range d.Roots[d.at.Turn] {
		if _, stays := d.Roots[at.Turn][name]; !stays {
			d.delete(name)
		}
	}
	d.at = at
}

func (d *play) delete(name string) {
	d.Helper()
	client := cluster.Dynamic.Resource(kustomizations).Namespace(d.namespace("flux"))
	if err := client.Delete(d.Context(), name, metav1.DeleteOptions{}); err != nil {
		d.Fatal(err)
	}
}

func (d *play) apply(o map[string]any) {
	d.Helper()
	if err := cluster.Apply(d.Context(), "infrastructure", &unstructured.Unstructured{Object: o}); err != nil {
		d.Fatal(err)
	}
}

// settle waits until the world is at rest, or, for one that never gets there,
// until nothing has changed for a while.
func (d *play) settle(at controlplane.Position) {
	d.Helper()
	var last string
	quiet := time.Now()
	for time.Since(quiet) < 15*time.Second {
		pending := d.pending()
		if now := fmt.Sprint(d.uids(at), pending); now != last {
			last, quiet = now, time.Now()
		}
		if len(pending) == 0 && time.Since(quiet) > time.Second {
			return
		}
		time.Sleep(300 * time.Millisecond)
	}
}

var (
	kustomizations = controlplane.Kustomization("", "").Resource
	namespaces     = schema.GroupVersionResource{Version: "v1", Resource: "namespaces"}
)

// pending names what is not at rest: Kustomizations that are not Ready with the
// spec they have, and what is being deleted.
func (d *play) pending() []string {
	var names []string
	for _, k := range d.list() {
		suspended, _, _ := unstructured.NestedBool(k.Object, "spec", "suspend")
		if k.GetDeletionTimestamp() != nil || !suspended && controlplane.Waiting(&k, d.revision) != "" {
			names = append(names, k.GetName())
		}
	}
	for _, namespace := range []string{"flux", "demo", "apps"} {
		o, err := cluster.Get(d.Context(), controlplane.ID{Resource: namespaces, Name: d.namespace(namespace)})
		if err == nil && o.GetDeletionTimestamp() != nil {
			names = append(names, namespace)
		}
	}
	return names
}

// uids gives every object of the world by the name that the rules have for it.
func (d *play) uids(at controlplane.Position) map[string]string {
	resources := map[string]schema.GroupVersionResource{
		"Kustomization": kustomizations,
		"Gateway":       gateway.Resource,
		"ConfigMap":     {Version: "v1", Resource: "configmaps"},
		"Role":          {Group: "rbac.authorization.k8s.io", Version: "v1", Resource: "roles"},
		"Secret":        {Version: "v1", Resource: "secrets"},
		"Widget":        {Group: d.name + ".example.org", Version: "v1", Resource: "widgets"},
	}
	uids := make(map[string]string)
	for _, name := range d.Desired(at) {
		if strings.HasPrefix(name, "Namespace") || strings.HasPrefix(name, "CustomResourceDefinition") {
			continue
		}
		kind, rest, _ := strings.Cut(name, " ")
		namespace, last, _ := strings.Cut(rest, "/")
		o, err := cluster.Get(d.Context(), controlplane.ID{Resource: resources[kind], Namespace: d.namespace(namespace), Name: last})
		switch {
		case errors.IsNotFound(err):
			uids[name] = ""
		case err != nil:
			d.Fatal(err)
		default:
			uids[name] = string(o.GetUID())
		}
	}
	return uids
}

// list gives the Kustomizations of the world.
func (d *play) list() []unstructured.Unstructured {
	d.Helper()
	var items []unstructured.Unstructured
	for _, namespace := range []string{"flux", "apps"} {
		client := cluster.Dynamic.Resource(kustomizations).Namespace(d.namespace(namespace))
		list, err := client.List(d.Context(), metav1.ListOptions{})
		if err != nil {
			d.Fatal(err)
		}
		items = append(items, list.Items...)
	}
	return items
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
	d.until(name+" has run", func() bool {
		k, err := cluster.Get(d.Context(), id)
		if err != nil {
			d.Fatal(err)
		}
		handled, _, _ := unstructured.NestedString(k.Object, "status", "lastHandledReconcileAt")
		return handled == k.GetAnnotations()["reconcile.fluxcd.io/requestedAt"]
	})
}
