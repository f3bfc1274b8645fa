package execute

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

const (
	guardKey   = ownership.KustomizationGroup + "/prune"
	requestKey = "reconcile.fluxcd.io/requestedAt"
)

// pathOf splits a field as plans name it: "spec.prune", or
// "metadata.annotations[KEY]".
func pathOf(field string) []string {
	before, rest, keyed := strings.Cut(field, "[")
	path := strings.Split(before, ".")
	if keyed {
		path = append(path, strings.TrimSuffix(rest, "]"))
	}
	return path
}

// valueOf gives a value as the API takes it: nil removes a field.
func valueOf(field, value string) any {
	switch {
	case value == "":
		return nil
	case field == "spec.suspend" || field == "spec.prune":
		return value == "true"
	}
	return value
}

// body nests a value at a path: the smallest patch that sets it.
func body(path []string, value any) map[string]any {
	for _, name := range slices.Backward(path) {
		value = map[string]any{name: value}
	}
	return value.(map[string]any)
}

// storedIn is V1. A path counts in its clean form, a dependency as an entry of
// the list; what is not set is false or, of a policy, that of Flux.
func storedIn(k object, field, want string) string {
	got, set, err := unstructured.NestedFieldNoCopy(k.Object, pathOf(field)...)
	switch {
	case err != nil:
		return err.Error()
	case field == "spec.dependsOn":
		return dependsOn(k, want)
	case !set && (want == "" || want == "false"), set && want == "" && got == false:
		return ""
	case !set:
		return field + " is not set"
	}
	text := fmt.Sprint(got)
	if text == want || field == "spec.path" && ownership.CleanPath(text) == ownership.CleanPath(want) {
		return ""
	}
	return field + " is " + text
}

// storedNow gives a field as JSON, "" of one that is not set.
func storedNow(o object, field string) string {
	got, set, err := unstructured.NestedFieldNoCopy(o.Object, pathOf(field)...)
	if !set || err != nil {
		return ""
	}
	text, err := json.Marshal(got)
	if err != nil {
		return ""
	}
	return string(text)
}

func dependsOn(k object, want string) string {
	spec, err := ownership.SpecFromManifest(k.GetNamespace(), k.Object)
	if err != nil {
		return err.Error()
	}
	if slices.ContainsFunc(spec.DependsOn, func(d ownership.Dependency) bool { return d.On.String() == want }) {
		return ""
	}
	return "spec.dependsOn does not name " + want
}
