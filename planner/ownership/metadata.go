package ownership

import (
	"fmt"
	"strings"
)

// Keys that kustomize-controller reads from labels and annotations.
const (
	ownerName      = KustomizationGroup + "/name"
	ownerNamespace = KustomizationGroup + "/namespace"
	pruneKey       = KustomizationGroup + "/prune"
	reconcileKey   = KustomizationGroup + "/reconcile"
	ssaKey         = KustomizationGroup + "/ssa"
	forceKey       = KustomizationGroup + "/force"
)

// TraitsOf reads the traits of an object. The keys are exact, the values count
// without regard to case, and label and annotation alike (R5.6). Where label
// and annotation give ssa two values, the one that keeps the controller
// furthest from the object wins.
func TraitsOf(labels, annotations map[string]string) Traits {
	has := func(key, value string) bool {
		return strings.EqualFold(labels[key], value) || strings.EqualFold(annotations[key], value)
	}
	t := Traits{
		PruneDisabled:     has(pruneKey, "disabled"),
		ReconcileDisabled: has(reconcileKey, "disabled"),
		Force:             has(forceKey, "enabled"),
	}
	for _, value := range []string{"Ignore", "IfNotPresent", "Merge", "Override"} {
		if has(ssaKey, value) {
			t.SSA = value
			break
		}
	}
	return t
}

// OwnerOf gives the Kustomization that the owner labels name (R5.2); the zero
// value unless both labels are there.
func OwnerOf(labels map[string]string) KustomizationID {
	id := KustomizationID{Namespace: labels[ownerNamespace], Name: labels[ownerName]}
	if id.Namespace == "" || id.Name == "" {
		return KustomizationID{}
	}
	return id
}

// ObjectIDOf reads the identity of a decoded manifest: apiVersion, kind,
// metadata.namespace and metadata.name. Without kind or name, or with one of
// them no string, it is an error.
func ObjectIDOf(manifest map[string]any) (ObjectID, error) {
	f := fields{at: "manifest"}
	metadata := f.object(manifest, "metadata")
	group, _ := SplitAPIVersion(f.text(manifest, "apiVersion"))
	id := ObjectID{
		Group:     group,
		Kind:      f.text(manifest, "kind"),
		Namespace: f.text(metadata, "namespace"),
		Name:      f.text(metadata, "name"),
	}
	switch {
	case f.err != nil:
		return ObjectID{}, f.err
	case id.Kind == "":
		return ObjectID{}, fmt.Errorf("manifest has no kind")
	case id.Name == "":
		return ObjectID{}, fmt.Errorf("%s has no metadata.name", id.Kind)
	}
	return id, nil
}

// SplitAPIVersion gives group and version of an apiVersion: "apps/v1" is apps
// and v1, "v1" is the core group "" and v1.
func SplitAPIVersion(apiVersion string) (group, version string) {
	group, version, ok := strings.Cut(apiVersion, "/")
	if !ok {
		return "", group
	}
	return group, version
}

// LabelsOf and AnnotationsOf read metadata.labels and metadata.annotations of
// a decoded manifest; values that are no strings, which the API server
// refuses, are left out.
func LabelsOf(manifest map[string]any) map[string]string { return stringsOf(manifest, "labels") }

// AnnotationsOf: see LabelsOf.
func AnnotationsOf(manifest map[string]any) map[string]string {
	return stringsOf(manifest, "annotations")
}

func stringsOf(manifest map[string]any, field string) map[string]string {
	metadata, _ := manifest["metadata"].(map[string]any)
	values, _ := metadata[field].(map[string]any)
	out := make(map[string]string, len(values))
	for key, v := range values {
		if s, ok := v.(string); ok {
			out[key] = s
		}
	}
	return out
}
