package live

import (
	"context"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/pager"
)

type (
	object        = *unstructured.Unstructured
	objectList    = *unstructured.UnstructuredList
	partialObject = *metav1.PartialObjectMetadata
	partialList   = *metav1.PartialObjectMetadataList
)

// pages is how a reader is used: page by page, and again where the server was
// only busy.
type pages struct {
	reader
	size int64
}

// all lists the objects of a kind page by page; where the list grows too old
// on the way (410), it is read again in one piece. Options may select.
func (p pages) all(ctx context.Context, of *apimeta.RESTMapping, namespace string, options metav1.ListOptions) ([]map[string]any, error) {
	list := pager.New(func(ctx context.Context, options metav1.ListOptions) (page runtime.Object, err error) {
		err = again(ctx, func() error {
			page, err = p.List(ctx, of.Resource, namespace, options)
			return err
		})
		return page, err
	})
	list.PageSize = p.size
	found, _, err := list.List(ctx, options)
	if err != nil {
		return nil, err
	}
	items, err := apimeta.ExtractList(found)
	if err != nil {
		return nil, fmt.Errorf("list of %s: %w", of.Resource.Resource, err)
	}
	manifests := make([]map[string]any, len(items))
	for i, item := range items {
		if manifests[i], err = manifestOf(item, of); err != nil {
			return nil, err
		}
	}
	return manifests, nil
}

// one gets one object.
func (p pages) one(ctx context.Context, of *apimeta.RESTMapping, namespace, name string) (map[string]any, error) {
	var found runtime.Object
	err := again(ctx, func() (err error) {
		found, err = p.Get(ctx, of.Resource, namespace, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	return manifestOf(found, of)
}

// manifestOf gives an object as its manifest, under its own kind: metadata
// comes as PartialObjectMetadata.
func manifestOf(o runtime.Object, of *apimeta.RESTMapping) (map[string]any, error) {
	manifest, err := runtime.DefaultUnstructuredConverter.ToUnstructured(o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", of.Resource.Resource, err)
	}
	manifest["apiVersion"], manifest["kind"] = of.GroupVersionKind.ToAPIVersionAndKind()
	return manifest, nil
}

// patience is how long a busy server is asked again.
var patience = wait.Backoff{Duration: 200 * time.Millisecond, Factor: 3, Jitter: 0.1, Steps: 4}

// again calls read until the answer is not that the server is busy or broken.
func again(ctx context.Context, read func() error) error {
	var last error
	err := wait.ExponentialBackoffWithContext(ctx, patience, func(context.Context) (bool, error) {
		last = read()
		if last != nil && passing(last) {
			return false, nil
		}
		return true, last
	})
	if last != nil && ctx.Err() == nil {
		return last
	}
	return err
}

func passing(err error) bool {
	return apierrors.IsInternalError(err) || apierrors.IsServerTimeout(err) || apierrors.IsServiceUnavailable(err) ||
		apierrors.IsTooManyRequests(err) || utilnet.IsConnectionReset(err) || utilnet.IsProbableEOF(err)
}
