package main

import (
	"context"
	"sync"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
)

// seen holds every Kustomization of the cluster as a watch tells: asking for
// them again and again would cost the API server more than Flux does.
type seen struct {
	mu sync.Mutex
	of map[string]map[string]*unstructured.Unstructured // namespace → name
}

// follow watches until the context ends.
func follow(ctx context.Context, cluster *controlplane.Cluster) (*seen, error) {
	watcher, err := cluster.Dynamic.Resource(kustomizations).Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	s := &seen{of: map[string]map[string]*unstructured.Unstructured{}}
	go func() {
		for event := range watcher.ResultChan() {
			if k, ok := event.Object.(*unstructured.Unstructured); ok {
				s.put(k, event.Type == watch.Deleted)
			}
		}
	}()
	return s, nil
}

func (s *seen) put(k *unstructured.Unstructured, gone bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	of := s.of[k.GetNamespace()]
	if of == nil {
		of = map[string]*unstructured.Unstructured{}
		s.of[k.GetNamespace()] = of
	}
	if gone {
		delete(of, k.GetName())
	} else {
		of[k.GetName()] = k
	}
}

// in gives the Kustomizations of a namespace; they are not to be changed.
func (s *seen) in(namespace string) map[string]*unstructured.Unstructured {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := map[string]*unstructured.Unstructured{}
	for name, k := range s.of[namespace] {
		found[name] = k
	}
	return found
}
