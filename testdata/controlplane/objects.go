package controlplane

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/dynamic"
)

// ID names one object of the cluster.
type ID struct {
	Resource        schema.GroupVersionResource
	Namespace, Name string
}

// Kustomization is the id of a Flux Kustomization.
func Kustomization(namespace, name string) ID { return ID{kustomizations, namespace, name} }

// GitRepository is the id of a source.
func GitRepository(namespace, name string) ID { return ID{gitRepositories, namespace, name} }

var (
	kustomizations  = schema.GroupVersionResource{Group: "kustomize.toolkit.fluxcd.io", Version: "v1", Resource: "kustomizations"}
	gitRepositories = schema.GroupVersionResource{Group: "source.toolkit.fluxcd.io", Version: "v1", Resource: "gitrepositories"}
)

func (c *Cluster) resource(id ID) dynamic.ResourceInterface {
	if id.Namespace == "" {
		return c.Dynamic.Resource(id.Resource)
	}
	return c.Dynamic.Resource(id.Resource).Namespace(id.Namespace)
}

// Get reads an object.
func (c *Cluster) Get(ctx context.Context, id ID) (*unstructured.Unstructured, error) {
	return c.resource(id).Get(ctx, id.Name, metav1.GetOptions{})
}

// Merge applies a JSON merge patch under a field manager.
func (c *Cluster) Merge(ctx context.Context, id ID, manager string, patch map[string]any) error {
	content, err := json.Marshal(patch)
	if err != nil {
		return err
	}
	_, err = c.resource(id).Patch(ctx, id.Name, types.MergePatchType, content, metav1.PatchOptions{FieldManager: manager})
	return err
}

// Annotate sets an annotation, or removes it where the value is nil.
func (c *Cluster) Annotate(ctx context.Context, id ID, manager, key string, value any) error {
	return c.Merge(ctx, id, manager, map[string]any{
		"metadata": map[string]any{"annotations": map[string]any{key: value}},
	})
}

// Request has Flux reconcile an object now.
func (c *Cluster) Request(ctx context.Context, id ID) error {
	now := time.Now().Format(time.RFC3339Nano)
	return c.Annotate(ctx, id, "test", "reconcile.fluxcd.io/requestedAt", now)
}

// Apply applies manifests server-side under a field manager, in their order.
func (c *Cluster) Apply(ctx context.Context, manager string, manifests ...*unstructured.Unstructured) error {
	for _, manifest := range manifests {
		id, err := c.identify(manifest)
		if err != nil {
			return err
		}
		options := metav1.ApplyOptions{FieldManager: manager, Force: true}
		if _, err := c.resource(id).Apply(ctx, id.Name, manifest, options); err != nil {
			return fmt.Errorf("apply %s %s: %w", manifest.GetKind(), manifest.GetName(), err)
		}
	}
	return nil
}

func newObject(apiVersion, kind, namespace, name string, content map[string]any) *unstructured.Unstructured {
	metadata := map[string]any{"name": name}
	if namespace != "" {
		metadata["namespace"] = namespace
	}
	o := map[string]any{"apiVersion": apiVersion, "kind": kind, "metadata": metadata}
	maps.Copy(o, content)
	return &unstructured.Unstructured{Object: o}
}

// Manifests reads every document of every YAML file of a tree that looks like
// an object; kustomization files and patches without a name are not.
func Manifests(tree fs.FS) ([]*unstructured.Unstructured, error) {
	var manifests []*unstructured.Unstructured
	err := fs.WalkDir(tree, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(file) != ".yaml" {
			return err
		}
		content, err := tree.Open(file)
		if err != nil {
			return err
		}
		defer content.Close()
		found, err := Documents(content)
		if err != nil {
			return fmt.Errorf("read %s: %w", file, err)
		}
		manifests = append(manifests, found...)
		return nil
	})
	return manifests, err
}

// Documents reads the objects of one YAML stream.
func Documents(content io.Reader) ([]*unstructured.Unstructured, error) {
	var manifests []*unstructured.Unstructured
	decoder := yaml.NewYAMLOrJSONDecoder(content, 4096)
	for {
		var document any
		if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
			return manifests, nil
		} else if err != nil {
			return nil, err
		}
		content, _ := document.(map[string]any) // a list is a file of patches
		o := &unstructured.Unstructured{Object: content}
		if o.GetAPIVersion() != "" && o.GetKind() != "" && o.GetName() != "" {
			manifests = append(manifests, o)
		}
	}
}
