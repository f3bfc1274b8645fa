package render

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// fixed names the fields that the API server lets nobody change, of kinds that
// people move: pkg/apis/*/validation of Kubernetes. A field
// that one manifest leaves out and the API server fills in is not compared.
var fixed = map[ownership.GroupKind][]string{
	{Group: "apps", Kind: "Deployment"}:                 {"spec.selector"},
	{Group: "apps", Kind: "DaemonSet"}:                  {"spec.selector"},
	{Group: "apps", Kind: "ReplicaSet"}:                 {"spec.selector"},
	{Group: "apps", Kind: "StatefulSet"}:                {"spec.selector", "spec.serviceName", "spec.podManagementPolicy", "spec.volumeClaimTemplates"},
	{Group: "batch", Kind: "Job"}:                       {"spec.selector", "spec.template", "spec.completionMode"},
	{Kind: "PersistentVolumeClaim"}:                     {"spec.accessModes", "spec.storageClassName", "spec.volumeName", "spec.volumeMode", "spec.selector"},
	{Kind: "Service"}:                                   {"spec.clusterIP"},
	{Kind: "Secret"}:                                    {"type"},
	{Group: rbacGroup, Kind: "RoleBinding"}:             {"roleRef"},
	{Group: rbacGroup, Kind: "ClusterRoleBinding"}:      {"roleRef"},
	{Group: "storage.k8s.io", Kind: "StorageClass"}:     {"provisioner", "parameters", "reclaimPolicy", "volumeBindingMode"},
	{Group: "scheduling.k8s.io", Kind: "PriorityClass"}: {"value", "preemptionPolicy"},
}

// fixedOf gives the immutable fields that a manifest sets. The content of a
// ConfigMap or Secret is one while it is marked immutable.
func fixedOf(id ownership.ObjectID, data map[string]any) []ownership.FixedField {
	var all []ownership.FixedField
	for _, name := range fixed[ownership.GroupKind{Group: id.Group, Kind: id.Kind}] {
		if value := valueAt(data, name); value != nil {
			all = append(all, ownership.FixedField{Name: name, Digest: digest(map[string]any{"value": value})})
		}
	}
	if id.Group == "" && (id.Kind == "ConfigMap" || id.Kind == "Secret") && data["immutable"] == true {
		all = append(all, ownership.FixedField{Name: "data", Digest: digest(map[string]any{
			"data": data["data"], "stringData": data["stringData"], "binaryData": data["binaryData"]})})
	}
	slices.SortFunc(all, func(a, b ownership.FixedField) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// valueAt gives the value of a dotted path; nil where there is none.
func valueAt(data map[string]any, dotted string) any {
	var value any = data
	for name := range strings.SplitSeq(dotted, ".") {
		m, _ := value.(map[string]any)
		value = m[name]
	}
	return value
}
