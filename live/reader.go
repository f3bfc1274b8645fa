package live

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
)

// reader reads objects. It has no verb that writes, and nothing else of a
// client leaves newReaders.
type reader interface {
	// List gives one page; namespace "" is all of them.
	List(ctx context.Context, of schema.GroupVersionResource, namespace string, options metav1.ListOptions) (runtime.Object, error)
	Get(ctx context.Context, of schema.GroupVersionResource, namespace, name string) (runtime.Object, error)
}

// verbs is what a reader may call of client-go's resource interfaces.
type verbs[O, L runtime.Object] interface {
	Get(ctx context.Context, name string, options metav1.GetOptions, subresources ...string) (O, error)
	List(ctx context.Context, options metav1.ListOptions) (L, error)
}

// readOnly is a reader that reaches a client through verbs alone.
type readOnly[O, L runtime.Object] func(of schema.GroupVersionResource, namespace string) verbs[O, L]

func (r readOnly[O, L]) List(ctx context.Context, of schema.GroupVersionResource, namespace string, options metav1.ListOptions) (runtime.Object, error) {
	list, err := r(of, namespace).List(ctx, options)
	if err != nil {
		return nil, err
	}
	return list, nil
}

func (r readOnly[O, L]) Get(ctx context.Context, of schema.GroupVersionResource, namespace, name string) (runtime.Object, error) {
	object, err := r(of, namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	return object, nil
}

// newReaders gives a reader of whole objects and a reader of metadata.
func newReaders(config *rest.Config) (whole, partial reader, err error) {
	objects, err := dynamic.NewForConfig(config)
	if err != nil {
		return nil, nil, err
	}
	metadatas, err := metadata.NewForConfig(config)
	if err != nil {
		return nil, nil, err
	}
	return wholeReader(objects), metadataReader(metadatas), nil
}

func wholeReader(client dynamic.Interface) reader {
	return readOnly[object, objectList](func(of schema.GroupVersionResource, namespace string) verbs[object, objectList] {
		return client.Resource(of).Namespace(namespace)
	})
}

func metadataReader(client metadata.Interface) reader {
	return readOnly[partialObject, partialList](func(of schema.GroupVersionResource, namespace string) verbs[partialObject, partialList] {
		return client.Resource(of).Namespace(namespace)
	})
}
