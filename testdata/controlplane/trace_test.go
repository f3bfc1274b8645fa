package controlplane_test

import (
	"strings"
	"sync"

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
