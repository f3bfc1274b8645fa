package controlplane

import (
	"context"
	"io/fs"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
)

var definitions = schema.GroupVersionResource{
	Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}

// newMapper finds the resource of a kind by asking the API server once.
func newMapper(config *rest.Config) (*restmapper.DeferredDiscoveryRESTMapper, error) {
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return nil, err
	}
	return restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client)), nil
}

// identify finds the resource that serves a manifest.
func (c *Cluster) identify(manifest *unstructured.Unstructured) (ID, error) {
	kind := manifest.GroupVersionKind()
	mapping, err := c.mapper.RESTMapping(kind.GroupKind(), kind.Version)
	if meta.IsNoMatchError(err) {
		c.mapper.Reset()
		mapping, err = c.mapper.RESTMapping(kind.GroupKind(), kind.Version)
	}
	if err != nil {
		return ID{}, err
	}
	return ID{mapping.Resource, manifest.GetNamespace(), manifest.GetName()}, nil
}

// StandIns makes a CRD for every kind of the tree that nothing serves, so that
// its objects can be applied: any content is valid, and status has a
// subresource.
func (c *Cluster) StandIns(ctx context.Context, tree fs.FS) error {
	manifests, err := Manifests(tree)
	if err != nil {
		return err
	}
	versions := make(map[schema.GroupKind][]string)
	for _, manifest := range manifests {
		kind := manifest.GroupVersionKind()
		_, err := c.mapper.RESTMapping(kind.GroupKind(), kind.Version)
		if meta.IsNoMatchError(err) && strings.Contains(kind.Group, ".") && !ownKinds[kind.Group] &&
			!slices.Contains(versions[kind.GroupKind()], kind.Version) {
			versions[kind.GroupKind()] = append(versions[kind.GroupKind()], kind.Version)
		}
	}
	for kind, served := range versions {
		if err := c.Apply(ctx, "setup", permissive(kind, served)); err != nil {
			return err
		}
	}
	return c.awaitDefinitions(ctx)
}

// ownKinds are groups whose documents are files of a tool, not objects.
var ownKinds = map[string]bool{"kustomize.config.k8s.io": true, "fluxmigrate.dev": true}

func permissive(kind schema.GroupKind, served []string) *unstructured.Unstructured {
	plural, _ := meta.UnsafeGuessKindToResource(kind.WithVersion(served[0]))
	var versions []any
	for i, version := range served {
		versions = append(versions, map[string]any{
			"name": version, "served": true, "storage": i == 0,
			"subresources": map[string]any{"status": map[string]any{}},
			"schema": map[string]any{"openAPIV3Schema": map[string]any{
				"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
		})
	}
	name := plural.Resource + "." + kind.Group
	return newObject(definitions.GroupVersion().String(), "CustomResourceDefinition", "", name, map[string]any{
		"spec": map[string]any{
			"group": kind.Group, "scope": scope(kind.Kind), "versions": versions,
			"names": map[string]any{"kind": kind.Kind, "listKind": kind.Kind + "List",
				"plural": plural.Resource, "singular": strings.ToLower(kind.Kind)},
		},
	})
}

// scope guesses from the name of a kind: ClusterIssuer and StorageClass have no
// namespace, Cluster has one.
func scope(kind string) string {
	if kind != "Cluster" && strings.HasPrefix(kind, "Cluster") || strings.HasSuffix(kind, "Class") {
		return "Cluster"
	}
	return "Namespaced"
}

// awaitDefinitions waits until every CRD is served.
func (c *Cluster) awaitDefinitions(ctx context.Context) error {
	return poll(ctx, patience, "every CRD is served", func() (bool, error) {
		list, err := c.Dynamic.Resource(definitions).List(ctx, metav1.ListOptions{})
		if err != nil {
			return false, err
		}
		for _, definition := range list.Items {
			if condition(&definition, "Established") != "True" {
				return false, nil
			}
		}
		c.mapper.Reset()
		return true, nil
	})
}

// condition gives the status of a condition, "" where it is not there.
func condition(o *unstructured.Unstructured, kind string) string {
	conditions, _, _ := unstructured.NestedSlice(o.Object, "status", "conditions")
	for _, c := range conditions {
		if c, ok := c.(map[string]any); ok && c["type"] == kind {
			status, _ := c["status"].(string)
			return status
		}
	}
	return ""
}
