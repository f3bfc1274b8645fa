package controlplane

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fluxcd/cli-utils/pkg/object"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Settle waits until the roots and every Kustomization that they lead to have
// acted on the revision with the spec they have now, and none is being
// deleted. After an error it says which have not, and why.
func (c *Cluster) Settle(ctx context.Context, limit time.Duration, revision string, roots ...ID) error {
	var waiting []string
	err := poll(ctx, limit, "every Kustomization is Ready", func() (bool, error) {
		list, err := c.Dynamic.Resource(kustomizations).List(ctx, metav1.ListOptions{})
		if err != nil {
			return false, err
		}
		waiting = unsettled(list.Items, revision, roots)
		return len(waiting) == 0, c.alive()
	})
	if err != nil && len(waiting) > 0 {
		return fmt.Errorf("%w\n%s", err, strings.Join(waiting, "\n"))
	}
	return err
}

func unsettled(list []unstructured.Unstructured, revision string, roots []ID) []string {
	here := make(map[string]*unstructured.Unstructured)
	var waiting []string
	for i, k := range list {
		here[k.GetNamespace()+"/"+k.GetName()] = &list[i]
		if k.GetDeletionTimestamp() != nil {
			waiting = append(waiting, k.GetNamespace()+"/"+k.GetName()+": is being deleted")
		}
	}
	var queue []string
	for _, root := range roots {
		queue = append(queue, root.Namespace+"/"+root.Name)
	}
	for i := 0; i < len(queue); i++ {
		k, ok := here[queue[i]]
		if !ok {
			waiting = append(waiting, queue[i]+": is not there")
			continue
		}
		if why := Waiting(k, revision); why != "" {
			waiting = append(waiting, queue[i]+": "+why)
		}
		for _, child := range children(k) {
			if !slices.Contains(queue, child) {
				queue = append(queue, child)
			}
		}
	}
	return waiting
}

// Waiting says why it cannot be concluded from one reading of a Kustomization
// that it has acted on the revision and on its spec (V2 of semantics.md); ""
// where it can.
func Waiting(k *unstructured.Unstructured, revision string) string {
	observed, _, _ := unstructured.NestedInt64(k.Object, "status", "observedGeneration")
	applied, _, _ := unstructured.NestedString(k.Object, "status", "lastAppliedRevision")
	suspended, _, _ := unstructured.NestedBool(k.Object, "spec", "suspend")
	switch {
	case suspended:
		return "is suspended"
	case condition(k, "Ready") != "True", condition(k, "Reconciling") != "":
		return "is not Ready: " + message(k)
	case observed != k.GetGeneration():
		return "has not seen its spec"
	case applied != revision:
		return "is at " + applied
	}
	return ""
}

func message(k *unstructured.Unstructured) string {
	conditions, _, _ := unstructured.NestedSlice(k.Object, "status", "conditions")
	for _, c := range conditions {
		if c, ok := c.(map[string]any); ok && c["type"] == "Ready" {
			return fmt.Sprint(c["message"])
		}
	}
	return "no status"
}

// children names the Kustomizations in the inventory of one.
func children(k *unstructured.Unstructured) []string {
	var names []string
	for _, entry := range inventory(k) {
		if entry.GroupKind.Kind == "Kustomization" && entry.GroupKind.Group == kustomizations.Group {
			names = append(names, entry.Namespace+"/"+entry.Name)
		}
	}
	return names
}

// entry is one object of an inventory, with the version it was applied in.
type entry struct {
	object.ObjMetadata
	version string
}

// servedBy says whether the object is of that resource.
func (e entry) servedBy(resource schema.GroupVersionResource) bool {
	plural, _ := meta.UnsafeGuessKindToResource(e.GroupKind.WithVersion(e.version))
	return plural.GroupResource() == resource.GroupResource()
}

func inventory(k *unstructured.Unstructured) []entry {
	entries, _, _ := unstructured.NestedSlice(k.Object, "status", "inventory", "entries")
	var parsed []entry
	for _, e := range entries {
		e, _ := e.(map[string]any)
		id, _ := e["id"].(string)
		version, _ := e["v"].(string)
		if metadata, err := object.ParseObjMetadata(id); err == nil {
			parsed = append(parsed, entry{metadata, version})
		}
	}
	return parsed
}
