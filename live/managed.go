package live

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// specFields are the fields of a Kustomization that a step may change.
var specFields = []string{"path", "prune", "suspend", "deletionPolicy", "sourceRef", "dependsOn", "force", "commonMetadata"}

// entry is one entry of metadata.managedFields.
type entry struct {
	manager ownership.Manager
	fields  map[string]any // fieldsV1
}

// entries gives the entries of a manifest for the object itself, without those
// of subresources, which an apply leaves alone (R5.10); and whether there were
// any.
func entries(manifest map[string]any) (all []entry, known bool) {
	metadata, _ := manifest["metadata"].(map[string]any)
	list, _ := metadata["managedFields"].([]any)
	for _, item := range list {
		m, _ := item.(map[string]any)
		if text(m, "subresource") != "" {
			continue
		}
		fields, _ := m["fieldsV1"].(map[string]any)
		all = append(all, entry{ownership.Manager{Name: text(m, "manager"), Operation: text(m, "operation")}, fields})
	}
	return all, len(all) > 0
}

func text(m map[string]any, field string) string {
	s, _ := m[field].(string)
	return s
}

// within descends into fieldsV1; nil where the entry does not have the field.
func within(fields map[string]any, path ...string) map[string]any {
	for _, name := range path {
		next, ok := fields["f:"+name].(map[string]any)
		if !ok {
			return nil
		}
		fields = next
	}
	return fields
}

// watched lists the fields of an object whose managers matter, each as it is
// named and as it lies in fieldsV1.
func watched(kustomization bool) map[string][]string {
	fields := map[string][]string{"metadata.finalizers": {"metadata", "finalizers"}}
	for _, key := range ownership.SteeringKeys() {
		fields[ownership.LabelField(key)] = []string{"metadata", "labels", key}
		fields[ownership.AnnotationField(key)] = []string{"metadata", "annotations", key}
	}
	if kustomization {
		for _, field := range specFields {
			fields["spec."+field] = []string{"spec", field}
		}
	}
	return fields
}

// managersOf gives the managers of the fields that matter.
func managersOf(manifest map[string]any, kustomization bool) (managers []ownership.FieldManagers, known bool) {
	all, known := entries(manifest)
	for field, path := range watched(kustomization) {
		var of []ownership.Manager
		for _, e := range all {
			if within(e.fields, path...) != nil {
				of = append(of, e.manager)
			}
		}
		if len(of) > 0 {
			slices.SortFunc(of, ownership.Manager.Compare)
			managers = append(managers, ownership.FieldManagers{Field: field, Managers: slices.Compact(of)})
		}
	}
	slices.SortFunc(managers, func(a, b ownership.FieldManagers) int { return cmp.Compare(a.Field, b.Field) })
	return managers, known
}

// content gives the fields of an entry beside metadata and status by name, with
// nothing below them: that somebody writes them, not what.
func content(e entry) map[string]any {
	fields := map[string]any{}
	for name := range e.fields {
		if name != "f:metadata" && name != "f:status" {
			fields[name] = map[string]any{}
		}
	}
	return fields
}

// writersOf gives the managers of an object's content.
func writersOf(manifest map[string]any) []ownership.Manager {
	all, _ := entries(manifest)
	var writers []ownership.Manager
	for _, e := range all {
		if len(content(e)) > 0 {
			writers = append(writers, e.manager)
		}
	}
	slices.SortFunc(writers, ownership.Manager.Compare)
	return slices.Compact(writers)
}

// reduced gives managedFields with the fields that matter only, and the names of
// the others, in a fixed order: who manages what, not when.
func reduced(manifest map[string]any, kustomization bool) []any {
	all, _ := entries(manifest)
	var list []any
	for _, e := range all {
		kept := content(e)
		for _, path := range watched(kustomization) {
			if value := within(e.fields, path...); value != nil {
				put(kept, value, path)
			}
		}
		list = append(list, map[string]any{"manager": e.manager.Name, "operation": e.manager.Operation,
			"fieldsType": "FieldsV1", "fieldsV1": kept})
	}
	slices.SortStableFunc(list, func(a, b any) int {
		x, y := a.(map[string]any), b.(map[string]any)
		return cmp.Or(strings.Compare(text(x, "manager"), text(y, "manager")), strings.Compare(text(x, "operation"), text(y, "operation")))
	})
	return list
}

// put writes a value at a path of fieldsV1.
func put(fields, value map[string]any, path []string) {
	for _, name := range path[:len(path)-1] {
		next, ok := fields["f:"+name].(map[string]any)
		if !ok {
			next = map[string]any{}
			fields["f:"+name] = next
		}
		fields = next
	}
	fields["f:"+path[len(path)-1]] = value
}
