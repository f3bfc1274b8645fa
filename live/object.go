package live

import (
	"fmt"

	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// interest says what a manifest is read for beside its metadata.
type interest int

const (
	nothingElse interest = iota
	isKustomization
	isSource
	isRelease
	isController
	isObservation
	isValues
)

// releaseGroup has HelmRelease.
const releaseGroup = "helm.toolkit.fluxcd.io"

func kindOf(manifest map[string]any, id ownership.ObjectID) interest {
	switch {
	case id.Cluster != "": // what another cluster does with it is not read
		return nothingElse
	case id.Group == ownership.KustomizationGroup && id.Kind == ownership.KustomizationKind:
		return isKustomization
	case id.Group == sourcev1.GroupVersion.Group:
		return isSource
	case id.Group == releaseGroup && id.Kind == "HelmRelease":
		return isRelease
	case id.Group == observationGroup && id.Kind == observationKind:
		return isObservation
	case id.Group == "apps" && id.Kind == "Deployment" && len(controllerContainers(manifest)) > 0:
		return isController
	case isConfigMap(id):
		return isValues
	}
	return nothingElse
}

// clusterKey is the annotation by which a snapshot says that an object is of
// another cluster, and of which. Objects do not have it in their cluster.
const clusterKey = observationGroup + "/cluster"

func idOf(manifest map[string]any) (ownership.ObjectID, error) {
	id, err := ownership.ObjectIDOf(manifest)
	if cluster := ownership.AnnotationsOf(manifest)[clusterKey]; err == nil && cluster != "" {
		id.Cluster = cluster
		if _, err = ownership.ParseKustomizationID(cluster); err != nil {
			err = fmt.Errorf("%s: annotation %s: %w", id.Display(), clusterKey, err)
		}
	}
	return id, err
}

func observedObject(manifest map[string]any) (ownership.ObservedObject, error) {
	id, err := idOf(manifest)
	if err != nil {
		return ownership.ObservedObject{}, err
	}
	u := unstructured.Unstructured{Object: manifest}
	metadata, _ := manifest["metadata"].(map[string]any)
	labels := ownership.LabelsOf(manifest)
	managers, known := managersOf(manifest, kindOf(manifest, id) == isKustomization)
	return ownership.ObservedObject{
		ID:            id,
		UID:           string(u.GetUID()),
		Owner:         ownership.OwnerOf(labels),
		Traits:        ownership.TraitsOf(labels, ownership.AnnotationsOf(manifest)),
		Deleting:      metadata["deletionTimestamp"] != nil,
		Finalizers:    texts(metadata["finalizers"]),
		OwnedBy:       ownerReferences(metadata),
		ManagersKnown: known,
		Managers:      managers,
		Writers:       writersOf(manifest),
		Values:        valuesOf(manifest, id),
	}, nil
}

// valuesOf reads the data of a ConfigMap: Kustomizations may substitute from
// it. Those of a Secret are never read.
func valuesOf(manifest map[string]any, id ownership.ObjectID) map[string]string {
	data, ok := manifest["data"].(map[string]any)
	if !isConfigMap(id) || !ok {
		return nil
	}
	values := make(map[string]string, len(data))
	for key, value := range data {
		if text, ok := value.(string); ok {
			values[key] = text
		}
	}
	return values
}

func ownerReferences(metadata map[string]any) []ownership.OwnerReference {
	list, _ := metadata["ownerReferences"].([]any)
	var found []ownership.OwnerReference
	for _, item := range list {
		m, _ := item.(map[string]any)
		group, _ := ownership.SplitAPIVersion(text(m, "apiVersion"))
		controller, _ := m["controller"].(bool)
		found = append(found, ownership.OwnerReference{Group: group, Kind: text(m, "kind"), Name: text(m, "name"),
			UID: text(m, "uid"), Controller: controller})
	}
	return found
}

// originKey is where an artifact of a registry says what it was made from
// (fluxcd/pkg/oci, OriginRevision).
const originKey = "org.opencontainers.image.revision"

// source holds what every kind of source-controller has at the same place.
type source struct {
	Spec struct {
		Suspend bool              `json:"suspend,omitempty"`
		Ref     map[string]string `json:"ref,omitempty"`
	} `json:"spec"`
	Status struct {
		Artifact *meta.Artifact `json:"artifact,omitempty"`
	} `json:"status"`
}

func observedSource(manifest map[string]any, id ownership.ObjectID) (ownership.ObservedSource, error) {
	var s source
	if err := decode(manifest, &s); err != nil {
		return ownership.ObservedSource{}, fmt.Errorf("reading %s: %w", id.Display(), err)
	}
	observed := ownership.ObservedSource{
		Ref:       ownership.SourceRef{Kind: id.Kind, Namespace: id.Namespace, Name: id.Name},
		Suspended: s.Spec.Suspend,
		Pinned:    ownership.PinnedBy(id.Kind, s.Spec.Ref),
	}
	if s.Status.Artifact != nil {
		observed.Revision = s.Status.Artifact.Revision
		observed.Origin = s.Status.Artifact.Metadata[originKey]
	}
	return observed, nil
}

func sourceID(ref ownership.SourceRef) ownership.ObjectID {
	return ownership.ObjectID{Group: sourcev1.GroupVersion.Group, Kind: ref.Kind, Namespace: ref.Namespace, Name: ref.Name}
}

// serverVersion reads what `kubectl version` writes.
func serverVersion(manifest map[string]any) (string, bool) {
	if manifest["kind"] != nil {
		return "", false
	}
	version, found, err := unstructured.NestedString(manifest, "serverVersion", "gitVersion")
	return version, found && err == nil
}
