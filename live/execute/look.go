package execute

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

type (
	objectID = ownership.ObjectID
	ksID     = ownership.KustomizationID
	object   = *unstructured.Unstructured
)

// look is what one look at the cluster saw: nil is what is not there. An object
// that is no key was not looked at.
type look map[objectID]object

// subjects lists what a condition is about, in the order in which it has to be
// read: a Kustomization before the object, so that what it says of a run is
// older than what the object shows.
func subjects(c step.Condition) []objectID {
	var all []objectID
	if c.Kustomization != (ksID{}) {
		all = append(all, c.Kustomization.Object())
	}
	if c.Object != (objectID{}) && c.Kind != step.Consented {
		all = append(all, c.Object)
	}
	return all
}

// subjectsOf lists those of several conditions, each once, Kustomizations first.
func subjectsOf(conditions []step.Condition) []objectID {
	var owners, others []objectID
	for _, c := range conditions {
		for _, id := range subjects(c) {
			if _, is := id.AsKustomization(); is {
				owners = append(owners, id)
			} else {
				others = append(others, id)
			}
		}
	}
	slices.SortFunc(owners, objectID.Compare)
	slices.SortFunc(others, objectID.Compare)
	return append(slices.Compact(owners), slices.Compact(others)...)
}

// sourceOf gives the source that a live Kustomization reads.
func sourceOf(k object) objectID {
	text := func(field string) string {
		s, _, _ := unstructured.NestedString(k.Object, "spec", "sourceRef", field)
		return s
	}
	namespace := text("namespace")
	if namespace == "" {
		namespace = k.GetNamespace()
	}
	return objectID{Group: ownership.SourceGroup, Kind: text("kind"), Namespace: namespace, Name: text("name")}
}

// revisionOf gives the revision of a source's artifact, "" without one.
func revisionOf(source object) string {
	if source == nil {
		return ""
	}
	s, _, _ := unstructured.NestedString(source.Object, "status", "artifact", "revision")
	return s
}

// status gives a text of the status.
func status(o object, field string) string {
	s, _, _ := unstructured.NestedString(o.Object, "status", field)
	return s
}

// readiness gives status, reason and message of a condition of the status.
func readiness(o object, kind string) (value, reason, message string) {
	list, _, _ := unstructured.NestedSlice(o.Object, "status", "conditions")
	for _, item := range list {
		if c, _ := item.(map[string]any); c["type"] == kind {
			value, _ = c["status"].(string)
			reason, _ = c["reason"].(string)
			message, _ = c["message"].(string)
			return value, reason, message
		}
	}
	return "", "", ""
}

// lists says whether a Kustomization has the object in its inventory.
func lists(k object, id objectID) bool {
	entries, _, _ := unstructured.NestedSlice(k.Object, "status", "inventory", "entries")
	return slices.ContainsFunc(entries, func(item any) bool {
		entry, _ := item.(map[string]any)
		text, _ := entry["id"].(string)
		listed, err := ownership.ParseObjectID(text)
		return err == nil && listed == id
	})
}
