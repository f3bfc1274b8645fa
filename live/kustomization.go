package live

import (
	"fmt"
	"slices"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/meta"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// observedKustomization reads a live Kustomization. Entries of its inventory
// that cannot be read are unknowns: what they stand for may be pruned.
func observedKustomization(manifest map[string]any) (ownership.ObservedKustomization, []ownership.Unknown, error) {
	var k kustomizev1.Kustomization
	if err := decode(manifest, &k); err != nil {
		return ownership.ObservedKustomization{}, nil, fmt.Errorf("reading Kustomization %s/%s: %w", k.Namespace, k.Name, err)
	}
	id := ownership.KustomizationID{Namespace: k.Namespace, Name: k.Name}
	if id.Namespace == "" {
		return ownership.ObservedKustomization{}, nil, fmt.Errorf("reading Kustomization %s: it has no namespace", k.Name)
	}
	spec, err := ownership.SpecFromManifest(id.Namespace, manifest)
	if err != nil {
		return ownership.ObservedKustomization{}, nil, fmt.Errorf("reading Kustomization %s: %w", id, err)
	}
	raw, _ := manifest["spec"].(map[string]any)
	inventory, unknowns := readInventory(id.Object(), spec.Cluster, k.Status.Inventory)
	observed := ownership.ObservedKustomization{
		ID:                  id,
		Owner:               ownership.OwnerOf(k.Labels),
		Spec:                spec,
		RawSpec:             raw,
		Inventory:           inventory,
		Generation:          k.Generation,
		ObservedGeneration:  k.Status.ObservedGeneration,
		LastAppliedRevision: k.Status.LastAppliedRevision,
		Ready:               apimeta.IsStatusConditionTrue(k.Status.Conditions, meta.ReadyCondition),
		Deleting:            k.DeletionTimestamp != nil,
		Traits:              ownership.TraitsOf(k.Labels, k.Annotations),
		Shard:               k.Labels[ownership.ShardLabel],

		LastAttemptedRevision: k.Status.LastAttemptedRevision,
		ReadyReason:           readyReason(k.Status.Conditions),
		Reconciling:           apimeta.IsStatusConditionTrue(k.Status.Conditions, meta.ReconcilingCondition),
	}
	observed.Managers, _ = managersOf(manifest, true)
	observed.MadeBy, observed.Evidence = madeBy(manifest, observed)
	return observed, unknowns, nil
}

func readyReason(conditions []metav1.Condition) string {
	if ready := apimeta.FindStatusCondition(conditions, meta.ReadyCondition); ready != nil {
		return ready.Reason
	}
	return ""
}

// readInventory reads the entries as ids of the cluster that the spec names:
// the entries themselves say none (R8.7).
func readInventory(of ownership.ObjectID, cluster string, in *kustomizev1.ResourceInventory) (
	ids []ownership.ObjectID, unknowns []ownership.Unknown) {
	if in == nil {
		return nil, nil
	}
	for _, entry := range in.Entries {
		id, err := ownership.ParseObjectID(entry.ID)
		if err == nil && id.Cluster != "" {
			err = fmt.Errorf("inventory entry %q has a slash", entry.ID)
		}
		if err != nil {
			unknowns = append(unknowns, ownership.Unknown{
				Subject: of.Display(),
				Why:     err.Error(),
				Supply:  "what the entry stands for cannot be told; reconcile the Kustomization and take a new snapshot",
			})
			continue
		}
		id.Cluster = cluster
		ids = append(ids, id)
	}
	slices.SortFunc(ids, ownership.ObjectID.Compare)
	return slices.Compact(ids), unknowns
}
