package live

import (
	"fmt"
	"path"
	"strings"

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
	isController
)

const controllerName = "kustomize-controller"

func kindOf(manifest map[string]any, id ownership.ObjectID) interest {
	switch {
	case id.Group == ownership.KustomizationGroup && id.Kind == ownership.KustomizationKind:
		return isKustomization
	case id.Group == sourcev1.GroupVersion.Group:
		return isSource
	case id.Group == "apps" && id.Kind == "Deployment" && len(controllerImages(manifest)) > 0:
		return isController
	}
	return nothingElse
}

func observedObject(manifest map[string]any) (ownership.ObservedObject, error) {
	id, err := ownership.ObjectIDOf(manifest)
	if err != nil {
		return ownership.ObservedObject{}, err
	}
	u := unstructured.Unstructured{Object: manifest}
	metadata, _ := manifest["metadata"].(map[string]any)
	labels := ownership.LabelsOf(manifest)
	return ownership.ObservedObject{
		ID:       id,
		UID:      string(u.GetUID()),
		Owner:    ownership.OwnerOf(labels),
		Traits:   ownership.TraitsOf(labels, ownership.AnnotationsOf(manifest)),
		Deleting: metadata["deletionTimestamp"] != nil,
	}, nil
}

// source holds what every kind of source-controller has at the same place.
type source struct {
	Spec struct {
		Suspend bool `json:"suspend,omitempty"`
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
	}
	if s.Status.Artifact != nil {
		observed.Revision = s.Status.Artifact.Revision
	}
	return observed, nil
}

func sourceID(ref ownership.SourceRef) ownership.ObjectID {
	return ownership.ObjectID{Group: sourcev1.GroupVersion.Group, Kind: ref.Kind, Namespace: ref.Namespace, Name: ref.Name}
}

// controller reads the version of kustomize-controller; two versions at once
// (shards, a rollout) leave it unknown.
func (c *collector) controller(manifest map[string]any, id ownership.ObjectID) {
	for _, image := range controllerImages(manifest) {
		version := tagOf(image)
		versions := &c.observed.Versions
		switch {
		case version == "" || version == versions.KustomizeController:
		case versions.KustomizeController == "" && !c.twoVersions:
			versions.KustomizeController = version
		default:
			versions.KustomizeController, c.twoVersions = "", true
			c.observed.Unknowns = append(c.observed.Unknowns, ownership.Unknown{
				Subject: id.Display(),
				Why:     "runs another version of " + controllerName + " than another Deployment",
				Supply:  "the version that applies, under flux: in fluxmigrate.yaml",
			})
		}
	}
}

// controllerImages gives the images of kustomize-controller in a Deployment,
// whatever registry it comes from.
func controllerImages(manifest map[string]any) []string {
	containers, _, _ := unstructured.NestedFieldNoCopy(manifest, "spec", "template", "spec", "containers")
	list, _ := containers.([]any)
	var images []string
	for _, entry := range list {
		container, _ := entry.(map[string]any)
		image, _ := container["image"].(string)
		repository, _, _ := strings.Cut(path.Base(image), ":")
		if repository == controllerName {
			images = append(images, image)
		}
	}
	return images
}

// tagOf gives the tag of an image, "" where it has a digest only.
func tagOf(image string) string {
	name, _, _ := strings.Cut(path.Base(image), "@")
	_, tag, _ := strings.Cut(name, ":")
	return tag
}

// serverVersion reads what `kubectl version` writes.
func serverVersion(manifest map[string]any) (string, bool) {
	if manifest["kind"] != nil {
		return "", false
	}
	version, found, err := unstructured.NestedString(manifest, "serverVersion", "gitVersion")
	return version, found && err == nil
}
