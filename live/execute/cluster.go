package execute

import (
	"context"
	"encoding/json"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	coordination "k8s.io/client-go/kubernetes/typed/coordination/v1"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Cluster reads and writes single objects of one cluster.
type Cluster struct {
	whole  dynamic.Interface
	short  metadata.Interface
	mapper apimeta.RESTMapper
	leases coordination.LeasesGetter
	dryRun bool
}

// Connect gives a cluster to carry out plans on. Nothing is asked yet.
func Connect(config *rest.Config) (*Cluster, error) {
	var c Cluster
	var err error
	if c.whole, err = dynamic.NewForConfig(config); err != nil {
		return nil, fmt.Errorf("connecting to the cluster: %w", err)
	}
	if c.short, err = metadata.NewForConfig(config); err != nil {
		return nil, fmt.Errorf("connecting to the cluster: %w", err)
	}
	if c.leases, err = coordination.NewForConfig(config); err != nil {
		return nil, fmt.Errorf("connecting to the cluster: %w", err)
	}
	found, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return nil, fmt.Errorf("connecting to the cluster: %w", err)
	}
	c.mapper = restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(found))
	return &c, nil
}

// isRead says which kinds are read whole: of every other only the metadata, so
// that the data of a Secret are never even sent.
func isRead(id objectID) bool {
	switch id.Kind {
	case "Gateway", "Service", "PersistentVolumeClaim":
		return true
	}
	_, isOwner := id.AsKustomization()
	return isOwner || id.Group == ownership.SourceGroup || isJournal(id)
}

func (c *Cluster) mapping(id objectID) (*apimeta.RESTMapping, error) {
	if id.Cluster != "" {
		return nil, fmt.Errorf("%s lies in another cluster, which apply does not reach", id.Display())
	}
	m, err := c.mapper.RESTMapping(schema.GroupKind{Group: id.Group, Kind: id.Kind})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", id.Display(), err)
	}
	return m, nil
}

func (c *Cluster) objects(id objectID) (dynamic.ResourceInterface, error) {
	m, err := c.mapping(id)
	if err != nil {
		return nil, err
	}
	if id.Namespace == "" {
		return c.whole.Resource(m.Resource), nil
	}
	return c.whole.Resource(m.Resource).Namespace(id.Namespace), nil
}

// get reads an object now; nil is one that is not there. The kind comes from
// the id, as metadata have none.
func (c *Cluster) get(ctx context.Context, id objectID) (object, error) {
	m, err := c.mapping(id)
	if err != nil {
		return nil, err
	}
	var found runtime.Object
	if isRead(id) {
		found, err = c.whole.Resource(m.Resource).Namespace(id.Namespace).Get(ctx, id.Name, metav1.GetOptions{})
	} else {
		found, err = c.short.Resource(m.Resource).Namespace(id.Namespace).Get(ctx, id.Name, metav1.GetOptions{})
	}
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", id.Display(), err)
	}
	return unstructuredOf(found, m)
}

func unstructuredOf(found runtime.Object, m *apimeta.RESTMapping) (object, error) {
	if whole, ok := found.(*unstructured.Unstructured); ok {
		return whole, nil
	}
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(found)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", m.Resource.Resource, err)
	}
	o := &unstructured.Unstructured{Object: content}
	o.SetGroupVersionKind(m.GroupVersionKind)
	return o, nil
}

// watch opens a watch on the objects of the kind and namespace of id.
func (c *Cluster) watch(ctx context.Context, id objectID, options metav1.ListOptions) (watch.Interface, error) {
	m, err := c.mapping(id)
	if err != nil {
		return nil, err
	}
	if isRead(id) {
		return c.whole.Resource(m.Resource).Namespace(id.Namespace).Watch(ctx, options)
	}
	return c.short.Resource(m.Resource).Namespace(id.Namespace).Watch(ctx, options)
}

// merge sets what the patch says, of this very object; with exact, only while it
// is in the version that was looked at.
func (c *Cluster) merge(ctx context.Context, id objectID, seen object, patch map[string]any, exact bool) error {
	metadata, _ := patch["metadata"].(map[string]any)
	if metadata == nil {
		metadata = map[string]any{}
		patch["metadata"] = metadata
	}
	if metadata["uid"] = string(seen.GetUID()); exact {
		metadata["resourceVersion"] = seen.GetResourceVersion()
	}
	return c.send(ctx, id, types.MergePatchType, patch)
}

func (c *Cluster) send(ctx context.Context, id objectID, kind types.PatchType, patch any) error {
	m, err := c.mapping(id)
	if err != nil {
		return err
	}
	data, err := json.Marshal(patch)
	if err != nil {
		return fmt.Errorf("writing %s: %w", id.Display(), err)
	}
	options := metav1.PatchOptions{FieldManager: Manager, DryRun: c.dry()}
	if isRead(id) { // the answer is the object
		_, err = c.whole.Resource(m.Resource).Namespace(id.Namespace).Patch(ctx, id.Name, kind, data, options)
	} else {
		_, err = c.short.Resource(m.Resource).Namespace(id.Namespace).Patch(ctx, id.Name, kind, data, options)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", id.Display(), err)
	}
	return nil
}

// remove deletes this very object, while it is in the version that was looked at.
func (c *Cluster) remove(ctx context.Context, id objectID, seen object) error {
	client, err := c.objects(id)
	if err != nil {
		return err
	}
	uid, version, background := seen.GetUID(), seen.GetResourceVersion(), metav1.DeletePropagationBackground
	err = client.Delete(ctx, id.Name, metav1.DeleteOptions{
		Preconditions: &metav1.Preconditions{UID: &uid, ResourceVersion: &version}, PropagationPolicy: &background, DryRun: c.dry()})
	if err != nil && !apierrors.IsNotFound(err) {
		return fmt.Errorf("deleting %s: %w", id.Display(), err)
	}
	return nil
}

func (c *Cluster) dry() []string {
	if c.dryRun {
		return []string{metav1.DryRunAll}
	}
	return nil
}

// look reads objects, in their order.
func (c *Cluster) look(ctx context.Context, ids []objectID) (look, error) {
	seen := look{}
	for _, id := range ids {
		o, err := c.get(ctx, id)
		if err != nil {
			return nil, err
		}
		seen[id] = o
	}
	return seen, nil
}
