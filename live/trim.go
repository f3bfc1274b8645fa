package live

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// metadataKept is what is kept of an object's metadata beside labels,
// annotations and managed fields.
var metadataKept = []string{"name", "namespace", "uid", "generation", "labels", "deletionTimestamp", "finalizers", "ownerReferences"}

// kept is what is kept beside metadata, by the interest in an object. A path
// that is not there is left out. What a source is fetched from is not kept:
// a URL may hold a password.
var kept = map[interest][][]string{
	isKustomization: {{"spec"}, {"status", "observedGeneration"}, {"status", "lastAppliedRevision"},
		{"status", "lastAttemptedRevision"}, {"status", "inventory"}},
	isSource: {{"spec", "suspend"}, {"spec", "ref"}, {"status", "artifact", "revision"}, {"status", "artifact", "digest"},
		{"status", "artifact", "metadata", originKey}},
	isRelease: {{"spec", "suspend"}, {"spec", "kubeConfig"}, {"status", "inventory"}},
	isValues:  {{"data"}}, // is there where the ConfigMap was read whole
}

// trim gives the part of a manifest that an observation is made from. Of an
// object that is no matter of Flux that is metadata only (of a ConfigMap, the
// data as well where they were asked for), so that no data of a
// Secret, nor its copy in an annotation of kubectl, get further than this.
func trim(manifest map[string]any, id ownership.ObjectID) map[string]any {
	what := kindOf(manifest, id)
	out := map[string]any{"apiVersion": manifest["apiVersion"], "kind": manifest["kind"], "metadata": trimMetadata(manifest, id, what)}
	for _, path := range kept[what] {
		copyField(out, manifest, path...)
	}
	switch what {
	case isKustomization, isSource:
		trimConditions(out, manifest)
	case isController:
		trimController(out, manifest)
	}
	return out
}

func copyField(out, manifest map[string]any, path ...string) {
	value, found, err := unstructured.NestedFieldNoCopy(manifest, path...)
	if !found || err != nil {
		return
	}
	for _, name := range path[:len(path)-1] {
		next, ok := out[name].(map[string]any)
		if !ok {
			next = map[string]any{}
			out[name] = next
		}
		out = next
	}
	out[path[len(path)-1]] = value
}

func trimMetadata(manifest map[string]any, id ownership.ObjectID, what interest) map[string]any {
	metadata, _ := manifest["metadata"].(map[string]any)
	out := map[string]any{}
	for _, field := range metadataKept {
		if metadata[field] != nil {
			out[field] = metadata[field]
		}
	}
	annotations := map[string]any{}
	for key, value := range ownership.AnnotationsOf(manifest) {
		if keepsAnnotation(key) {
			annotations[key] = value
		}
	}
	if id.Cluster != "" {
		annotations[clusterKey] = id.Cluster
	}
	if len(annotations) > 0 {
		out["annotations"] = annotations
	}
	if managed := reduced(manifest, what == isKustomization); managed != nil {
		out["managedFields"] = managed
	}
	return out
}

// keepsAnnotation keeps what steers Flux or says who made the object. The
// request to reconcile is a time.
func keepsAnnotation(key string) bool {
	domain, _, _ := strings.Cut(key, "/")
	return key != "reconcile.fluxcd.io/requestedAt" &&
		(strings.HasSuffix(domain, "fluxcd.io") || domain == "meta.helm.sh" || domain == "argocd.argoproj.io")
}

// trimConditions keeps what the conditions say, without times and messages: a
// message may quote anything.
func trimConditions(out, manifest map[string]any) {
	conditions, _, _ := unstructured.NestedFieldNoCopy(manifest, "status", "conditions")
	list, _ := conditions.([]any)
	var short []any
	for _, c := range list {
		condition, _ := c.(map[string]any)
		kept := map[string]any{}
		for _, field := range []string{"type", "status", "reason"} {
			if value := text(condition, field); value != "" {
				kept[field] = value
			}
		}
		short = append(short, kept)
	}
	if len(short) == 0 {
		return
	}
	slices.SortStableFunc(short, func(a, b any) int {
		return strings.Compare(text(a.(map[string]any), "type"), text(b.(map[string]any), "type"))
	})
	copyField(out, map[string]any{"status": map[string]any{"conditions": short}}, "status", "conditions")
}

// trimController keeps image and arguments of the container that is
// kustomize-controller.
func trimController(out, manifest map[string]any) {
	var short []any
	for _, container := range controllerContainers(manifest) {
		kept := map[string]any{"image": container["image"]}
		if container["args"] != nil {
			kept["args"] = container["args"]
		}
		short = append(short, kept)
	}
	path := []string{"spec", "template", "spec", "containers"}
	holder := map[string]any{}
	copyField(holder, map[string]any{"spec": map[string]any{"template": map[string]any{"spec": map[string]any{"containers": short}}}}, path...)
	out["spec"] = holder["spec"]
}
