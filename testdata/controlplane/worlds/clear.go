package main

import (
	"context"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var namespaces = schema.GroupVersionResource{Version: "v1", Resource: "namespaces"}

// allow lets every service account do everything, as Flux itself may.
func allow(ctx context.Context, cluster *controlplane.Cluster) error {
	return cluster.Apply(ctx, "setup", &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding",
		"metadata": map[string]any{"name": "accounts"},
		"roleRef":  map[string]any{"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "cluster-admin"},
		"subjects": []any{map[string]any{"apiGroup": "rbac.authorization.k8s.io", "kind": "Group", "name": "system:serviceaccounts"}},
	}})
}

// clear has a world that is over go away, so that its Kustomizations do not
// run on beside the next ones.
func (p *play) clear(ctx context.Context) error {
	for _, name := range []string{"demo", "flux"} {
		if err := p.cluster.Dynamic.Resource(namespaces).Delete(ctx, p.Namespace(name), metav1.DeleteOptions{}); err != nil {
			return err
		}
	}
	return nil
}
