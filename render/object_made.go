package render

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// makesKustomizations says whether a Kustomization is among the resources of a

// An expression in a template of a ResourceSet, and the plain kind that stands
// for one input.
var (
	expression = regexp.MustCompile(`<<.*?>>`)
	plainInput = regexp.MustCompile(`^<<-?\s*inputs\.([A-Za-z0-9_]+)\s*-?>>$`)
)

// madeBy lists the objects that the resources of a ResourceSet stand for, with
// "*" for each expression that the manifest does not answer. What is in
// resourcesTemplate is not read.
func madeBy(cluster string, spec map[string]any) []ownership.ObjectID {
	inputs := objectsIn(spec["inputs"])
	if spec["inputsFrom"] != nil || len(inputs) == 0 {
		inputs = []map[string]any{nil}
	}
	var made []ownership.ObjectID
	for _, resource := range objectsIn(spec["resources"]) {
		metadata, _ := resource["metadata"].(map[string]any)
		group, _ := ownership.SplitAPIVersion(textOr(resource, "apiVersion", ""))
		for _, input := range inputs {
			made = append(made, ownership.ObjectID{Cluster: cluster, Group: group, Kind: textOr(resource, "kind", ""),
				Namespace: filledIn(textOr(metadata, "namespace", "*"), input), Name: filledIn(textOr(metadata, "name", "*"), input)})
		}
	}
	slices.SortFunc(made, ownership.ObjectID.Compare)
	return slices.Compact(made)
}

// filledIn puts the values of one input into a template.
func filledIn(template string, input map[string]any) string {
	return expression.ReplaceAllStringFunc(template, func(e string) string {
		name := plainInput.FindStringSubmatch(e)
		if name == nil || input[name[1]] == nil || strings.Contains(asText(input[name[1]]), "*") {
			return "*"
		}
		return asText(input[name[1]])
	})
}
