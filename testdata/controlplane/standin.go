package controlplane

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
)

// standsFor are the kinds whose controllers are not here, or lead to places
// that nobody reaches from here.
var standsFor = []schema.GroupVersionResource{
	{Group: "source.toolkit.fluxcd.io", Version: "v1", Resource: "helmrepositories"},
	{Group: "source.toolkit.fluxcd.io", Version: "v1", Resource: "ocirepositories"},
	{Group: "source.toolkit.fluxcd.io", Version: "v1", Resource: "gitrepositories"},
	{Group: "source.toolkit.fluxcd.io", Version: "v1", Resource: "buckets"},
	{Group: "helm.toolkit.fluxcd.io", Version: "v2", Resource: "helmreleases"},
}

// standIn says Ready for every object of those kinds that a Kustomization has
// applied, until the context ends. It does nothing else: there is no artifact
// and no release behind it.
func standIn(ctx context.Context, client dynamic.Interface) {
	for {
		for _, resource := range standsFor {
			list, err := client.Resource(resource).List(ctx, metav1.ListOptions{LabelSelector: ownerLabel})
			if err != nil {
				continue // not served yet, or the cluster is stopping
			}
			for _, o := range list.Items {
				markReady(ctx, client.Resource(resource).Namespace(o.GetNamespace()), &o)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(300 * time.Millisecond):
		}
	}
}

func markReady(ctx context.Context, client dynamic.ResourceInterface, o *unstructured.Unstructured) {
	observed, _, _ := unstructured.NestedInt64(o.Object, "status", "observedGeneration")
	if observed == o.GetGeneration() && condition(o, "Ready") == "True" {
		return
	}
	ready := map[string]any{"type": "Ready", "status": "True", "reason": "Succeeded",
		"message": "said by a stand-in", "lastTransitionTime": time.Now().UTC().Format(time.RFC3339)}
	status := map[string]any{"observedGeneration": o.GetGeneration(), "conditions": []any{ready}}
	unstructured.SetNestedMap(o.Object, status, "status")
	// A conflict is settled in the next round.
	client.UpdateStatus(ctx, o, metav1.UpdateOptions{FieldManager: "stand-in"})
}
