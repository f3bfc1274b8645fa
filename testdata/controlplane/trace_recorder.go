package controlplane

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
)

// Recorder records what happens on a cluster: the audit log says who asked for
// what, and watches say when an object is gone, which no answer of the API
// server tells.
type Recorder struct {
	cluster *Cluster
	offset  int64 // of the audit log
	stop    context.CancelFunc
	mu      sync.Mutex
	gone    []Event
}

// Record begins to record; objects of the resources are watched for their end,
// Kustomizations always. The caller has to Stop it.
func (c *Cluster) Record(ctx context.Context, resources ...schema.GroupVersionResource) (*Recorder, error) {
	ctx, cancel := context.WithCancel(ctx)
	r := &Recorder{cluster: c, stop: cancel}
	var err error
	if r.offset, err = c.auditOffset(); err != nil {
		cancel()
		return nil, err
	}
	for _, resource := range append(slices.Clone(resources), kustomizations) {
		watcher, err := c.Dynamic.Resource(resource).Watch(ctx, metav1.ListOptions{})
		if err != nil {
			cancel()
			return nil, fmt.Errorf("watch %s: %w", resource.Resource, err)
		}
		go r.follow(resource, watcher)
	}
	return r, nil
}

// follow records what a watch says is gone. It ends with the watch.
func (r *Recorder) follow(resource schema.GroupVersionResource, watcher watch.Interface) {
	for event := range watcher.ResultChan() {
		o, ok := event.Object.(*unstructured.Unstructured)
		if !ok || event.Type != watch.Deleted {
			continue
		}
		e := Event{Time: time.Now().UTC(), Actor: "etcd", Verb: "gone",
			Object: r.cluster.inventoryID(resource, o.GetNamespace(), o.GetName())}
		e.describe(o)
		e.Terminating, e.Flux = false, nil
		r.mu.Lock()
		r.gone = append(r.gone, e)
		r.mu.Unlock()
	}
}

// Stop ends the recording.
func (r *Recorder) Stop() { r.stop() }

// Trace gives what has happened so far to objects whose namespace, or whose
// name where they have none, begins with the prefix; reads only of
// kustomize-controller.
func (r *Recorder) Trace(prefix string) ([]Event, error) {
	traces, err := r.Traces(func(e Event) string {
		if strings.HasPrefix(strings.TrimPrefix(e.Object, "_"), prefix) {
			return prefix
		}
		return ""
	})
	return traces[prefix], err
}

// Traces gives what has happened so far as many traces: of tells which one an
// event belongs to, "" for none.
func (r *Recorder) Traces(of func(Event) string) (map[string][]Event, error) {
	entries, err := r.cluster.audited(r.offset)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	events := slices.Clone(r.gone)
	r.mu.Unlock()
	ends := make(map[string]uint64) // UID → resourceVersion of its end
	for _, e := range events {
		ends[e.UID] = e.ResourceVersion
	}
	for _, entry := range entries {
		e := r.cluster.traced(entry)
		if e.end && e.Refused == 0 {
			e.ResourceVersion = ends[e.UID] // which the answer does not tell
		}
		events = append(events, e)
	}
	traces := make(map[string][]Event)
	for _, e := range events {
		name := of(e)
		if name != "" && (e.Verb != "get" || strings.HasPrefix(e.Actor, "kustomize-controller")) {
			traces[name] = append(traces[name], e)
		}
	}
	for _, trace := range traces {
		sortTrace(trace)
	}
	return traces, nil
}
