package execute

import (
	"cmp"
	"context"
	"slices"
	"time"

	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// rewatch is how long a watch that ended is left alone.
const rewatch = 500 * time.Millisecond

// follow calls seen for every event of the objects of one kind and namespace,
// until the context ends. Each time a watch begins it calls opened: what happened
// while there was none is not told.
func (c *Cluster) follow(ctx context.Context, id objectID, options metav1.ListOptions, opened func(), seen func(watch.EventType, runtime.Object)) {
	for ctx.Err() == nil {
		events, err := c.watch(ctx, id, options)
		opened()
		if err == nil {
			drain(ctx, events, seen)
		}
		select {
		case <-ctx.Done():
		case <-time.After(rewatch):
		}
	}
}

func drain(ctx context.Context, events watch.Interface, seen func(watch.EventType, runtime.Object)) {
	defer events.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case e, open := <-events.ResultChan():
			if !open || e.Type == watch.Error {
				return
			}
			seen(e.Type, e.Object)
		}
	}
}

// wake gives a channel that says each time when something may have happened to
// one of the objects.
func (c *Cluster) wake(ctx context.Context, ids []objectID) <-chan struct{} {
	woken := make(chan struct{}, 1)
	ring := func() {
		select {
		case woken <- struct{}{}:
		default:
		}
	}
	for _, id := range ids {
		options := metav1.ListOptions{FieldSelector: "metadata.name=" + id.Name}
		go c.follow(ctx, id, options, ring, func(watch.EventType, runtime.Object) { ring() })
	}
	return woken
}

// guardian watches what has to live, all the time, and tells the first violation.
type guardian struct {
	cluster *Cluster
	alarm   func(*ViolationError)
}

// watch begins to watch. Before it returns, every object was looked at once.
func (g guardian) watch(ctx context.Context, kept []Kept) error {
	if err := g.lookAt(ctx, kept); err != nil {
		return err
	}
	for _, group := range byPlace(kept) {
		g.place(ctx, group)
	}
	return nil
}

// place watches objects of one kind and namespace.
func (g guardian) place(ctx context.Context, group []Kept) {
	m, err := g.cluster.mapping(group[0].Object)
	if err != nil {
		return
	}
	opened := func() { _ = g.lookAt(ctx, group) }
	go g.cluster.follow(ctx, group[0].Object, metav1.ListOptions{}, opened, func(what watch.EventType, found runtime.Object) {
		metadata, err := apimeta.Accessor(found)
		if err != nil {
			return
		}
		i := slices.IndexFunc(group, func(k Kept) bool { return k.Object.Name == metadata.GetName() })
		if i < 0 {
			return
		}
		o, err := unstructuredOf(found, m)
		if err != nil {
			return
		}
		if what == watch.Deleted && string(o.GetUID()) == group[i].UID {
			o = nil
		}
		g.judge(group[i], o)
	})
}

// lookAt reads each object once. One that cannot be read now will be.
func (g guardian) lookAt(ctx context.Context, group []Kept) error {
	for _, k := range group {
		o, err := g.cluster.get(ctx, k.Object)
		if err != nil {
			return err
		}
		g.judge(k, o)
	}
	return nil
}

func (g guardian) judge(k Kept, o object) {
	if what := k.violated(o); what != "" {
		g.alarm(&ViolationError{Object: k.Object, What: what})
	}
}

// byPlace groups objects by kind and namespace: one watch for each group.
func byPlace(kept []Kept) [][]Kept {
	sorted := slices.SortedStableFunc(slices.Values(kept), comparePlaces)
	var groups [][]Kept
	for i, k := range sorted {
		if i == 0 || comparePlaces(sorted[i-1], k) != 0 {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], k)
	}
	return groups
}

func comparePlaces(a, b Kept) int {
	return cmp.Or(cmp.Compare(a.Object.Group, b.Object.Group), cmp.Compare(a.Object.Kind, b.Object.Kind), cmp.Compare(a.Object.Namespace, b.Object.Namespace))
}
