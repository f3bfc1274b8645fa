package ownership

import (
	"cmp"
	"slices"
	"strings"
)

// Operations of a Manager.
const (
	Apply  = "Apply"
	Update = "Update"
)

// Manager is one field manager, as metadata.managedFields names it.
type Manager struct {
	Name      string
	Operation string // Apply or Update
}

// Compare orders by name, then operation.
func (m Manager) Compare(n Manager) int {
	return cmp.Or(cmp.Compare(m.Name, n.Name), cmp.Compare(m.Operation, n.Operation))
}

// FieldManagers says who manages one field: LabelField, AnnotationField, or a
// path as in "spec.path".
type FieldManagers struct {
	Field    string
	Managers []Manager // sorted
}

// LabelField and AnnotationField name a label and an annotation as a field.
func LabelField(key string) string { return "metadata.labels[" + key + "]" }

// AnnotationField: see LabelField.
func AnnotationField(key string) string { return "metadata.annotations[" + key + "]" }

// SteeringKeys are the labels and annotations by which kustomize-controller is
// steered (R5.6), those that name the owner (R5.2) included.
func SteeringKeys() []string {
	return []string{ownerName, ownerNamespace, pruneKey, reconcileKey, ssaKey, forceKey}
}

const fluxManager = "kustomize-controller"

// Stripped says whether the next run of the owner takes a manager's fields
// away: the controller takes them over, and keeps what its manifest has
// (R5.10). Overrides are the values of --override-manager. Names are compared
// by their beginning, as the controller does.
func (m Manager) Stripped(overrides []string) bool {
	starts := func(prefix string) bool { return strings.HasPrefix(m.Name, prefix) }
	switch {
	case starts("kubectl"), slices.ContainsFunc(overrides, starts):
		return true
	case m.Operation == Update:
		return starts("before-first-apply") || starts(fluxManager)
	}
	return false
}

// lasts says whether a field that the manifest lacks outlives an apply if this
// manager holds it (R5.11). What the controller itself applied does not.
func (m Manager) lasts(overrides []string) bool {
	return !m.Stripped(overrides) && m.Name != fluxManager
}

// ManagersOf gives the managers of a field; none where nobody manages it or
// where managed fields were not read.
func ManagersOf(all []FieldManagers, field string) []Manager {
	for _, f := range all {
		if f.Field == field {
			return f.Managers
		}
	}
	return nil
}

// GuardStays says whether the guard the object carries (Traits.Guarded)
// outlives runs of an owner whose manifest does not set it (R5.10, R5.11), and
// whether that can be told at all. Overrides are the values of
// --override-manager.
func (o ObservedObject) GuardStays(overrides []string) (stays, known bool) {
	if !o.Traits.Guarded() {
		return false, true
	}
	if !o.ManagersKnown {
		return false, false
	}
	guarded := o.Traits.PruneDisabled && o.lasting(pruneKey, overrides) ||
		o.Traits.ReconcileDisabled && o.lasting(reconcileKey, overrides)
	return guarded, true
}

// lasting says whether label and annotation of a key last; which of the two
// holds the value that guards is not told apart, so both have to.
func (o ObservedObject) lasting(key string, overrides []string) bool {
	found := false
	for _, field := range []string{LabelField(key), AnnotationField(key)} {
		managers := ManagersOf(o.Managers, field)
		if len(managers) == 0 {
			continue
		}
		found = true
		if !slices.ContainsFunc(managers, func(m Manager) bool { return m.lasts(overrides) }) {
			return false
		}
	}
	return found
}
