package controlplane

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"
)

// Snapshot writes what a planner needs to know of the cluster, as
// "kubectl get -o yaml" would: Kustomizations and sources whole, the
// ConfigMaps that take part in postBuild, and of every object in an inventory
// the metadata. Never a Secret's data.
//
// Left out is what differs between two recordings of the same state: times,
// resource versions, managed fields and addresses of loopback. UIDs differ,
// and stay.
func (c *Cluster) Snapshot(ctx context.Context) ([]byte, error) {
	var items []unstructured.Unstructured
	var err error
	for _, read := range []func(context.Context) ([]unstructured.Unstructured, error){
		c.owners, c.variables, c.owned,
	} {
		var found []unstructured.Unstructured
		if found, err = read(ctx); err != nil {
			return nil, err
		}
		items = append(items, found...)
	}
	list := make([]any, len(items))
	for i := range items {
		trim(&items[i])
		list[i] = items[i].Object
	}
	return yaml.Marshal(map[string]any{"apiVersion": "v1", "kind": "List", "items": list})
}

// whole are the resources that are recorded with spec and status.
var whole = []schema.GroupVersionResource{
	kustomizations,
	{Group: "source.toolkit.fluxcd.io", Version: "v1", Resource: "buckets"},
	gitRepositories,
	{Group: "source.toolkit.fluxcd.io", Version: "v1", Resource: "helmrepositories"},
	{Group: "source.toolkit.fluxcd.io", Version: "v1", Resource: "ocirepositories"},
}

func (c *Cluster) owners(ctx context.Context) ([]unstructured.Unstructured, error) {
	var items []unstructured.Unstructured
	for _, resource := range whole {
		list, err := c.Dynamic.Resource(resource).List(ctx, metav1.ListOptions{})
		if err != nil {
			return nil, err
		}
		slices.SortFunc(list.Items, byName)
		items = append(items, list.Items...)
	}
	return items, nil
}

// UIDs gives the UID of every object in an inventory by its inventory id, ""
// where the object is not there.
func (c *Cluster) UIDs(ctx context.Context) (map[string]string, error) {
	list, err := c.Dynamic.Resource(kustomizations).List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	uids := make(map[string]string)
	for _, k := range list.Items {
		for _, e := range inventory(&k) {
			o, err := c.entry(ctx, e)
			if err != nil {
				return nil, err
			}
			uids[e.String()] = ""
			if o != nil {
				uids[e.String()] = string(o.GetUID())
			}
		}
	}
	return uids, nil
}

// entry reads an object of an inventory; nil where it is not there.
func (c *Cluster) entry(ctx context.Context, e entry) (*unstructured.Unstructured, error) {
	version := schema.GroupVersion{Group: e.GroupKind.Group, Version: e.version}
	id, err := c.identify(newObject(version.String(), e.GroupKind.Kind, e.Namespace, e.Name, nil))
	if err != nil {
		return nil, err
	}
	o, err := c.Get(ctx, id)
	if errors.IsNotFound(err) {
		return nil, nil
	}
	return o, err
}

// variables reads the ConfigMaps that a Kustomization substitutes from.
func (c *Cluster) variables(ctx context.Context) ([]unstructured.Unstructured, error) {
	list, err := c.Dynamic.Resource(kustomizations).List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	var items []unstructured.Unstructured
	seen := make(map[ID]bool)
	for _, k := range list.Items {
		references, _, _ := unstructured.NestedSlice(k.Object, "spec", "postBuild", "substituteFrom")
		for _, reference := range references {
			reference, _ := reference.(map[string]any)
			name, _ := reference["name"].(string)
			id := ID{schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}, k.GetNamespace(), name}
			if reference["kind"] != "ConfigMap" || seen[id] {
				continue
			}
			seen[id] = true
			o, err := c.Get(ctx, id)
			if errors.IsNotFound(err) {
				continue
			}
			if err != nil {
				return nil, err
			}
			items = append(items, *o)
		}
	}
	slices.SortFunc(items, byName)
	return items, nil
}

// owned reads the metadata of every object in an inventory that is there and
// is not recorded whole.
func (c *Cluster) owned(ctx context.Context) ([]unstructured.Unstructured, error) {
	list, err := c.Dynamic.Resource(kustomizations).List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	var items []unstructured.Unstructured
	seen := make(map[string]bool)
	for _, k := range list.Items {
		for _, e := range inventory(&k) {
			if seen[e.String()] || slices.ContainsFunc(whole, e.servedBy) {
				continue
			}
			seen[e.String()] = true
			o, err := c.entry(ctx, e)
			if err != nil {
				return nil, err
			}
			if o != nil {
				items = append(items, unstructured.Unstructured{Object: map[string]any{
					"apiVersion": o.GetAPIVersion(), "kind": o.GetKind(), "metadata": o.Object["metadata"]}})
			}
		}
	}
	slices.SortFunc(items, func(a, b unstructured.Unstructured) int {
		if c := strings.Compare(a.GroupVersionKind().GroupKind().String(), b.GroupVersionKind().GroupKind().String()); c != 0 {
			return c
		}
		return byName(a, b)
	})
	return items, nil
}

func byName(a, b unstructured.Unstructured) int {
	return strings.Compare(a.GetNamespace()+"/"+a.GetName(), b.GetNamespace()+"/"+b.GetName())
}

// trim takes out what says nothing about the state.
func trim(o *unstructured.Unstructured) {
	for _, field := range []string{"managedFields", "resourceVersion", "creationTimestamp"} {
		unstructured.RemoveNestedField(o.Object, "metadata", field)
	}
	for _, field := range []string{"url", "path", "lastUpdateTime"} {
		unstructured.RemoveNestedField(o.Object, "status", "artifact", field)
	}
	trimEach(o, func(condition map[string]any) {
		delete(condition, "lastTransitionTime")
		condition["message"] = duration.ReplaceAllString(fmt.Sprint(condition["message"]), "$1")
	}, "status", "conditions")
	trimEach(o, func(run map[string]any) {
		for _, field := range []string{"firstReconciled", "lastReconciled", "lastReconciledDuration", "totalReconciliations"} {
			delete(run, field)
		}
	}, "status", "history")
	unstructured.RemoveNestedField(o.Object, "status", "lastHandledReconcileAt")
	annotations := o.GetAnnotations()
	delete(annotations, "reconcile.fluxcd.io/requestedAt")
	if len(annotations) == 0 {
		annotations = nil
	}
	o.SetAnnotations(annotations)
}

// duration is how long a health check took.
var duration = regexp.MustCompile(`(^Health check passed) in .*`)

func trimEach(o *unstructured.Unstructured, trim func(map[string]any), path ...string) {
	list, found, _ := unstructured.NestedSlice(o.Object, path...)
	if !found {
		return
	}
	for _, element := range list {
		trim(element.(map[string]any))
	}
	unstructured.SetNestedSlice(o.Object, list, path...)
}
