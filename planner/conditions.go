package planner

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

func stored(k ksID, field, value string) step.Condition {
	return step.Condition{Kind: step.Stored, Kustomization: k, Field: field, Value: value}
}
func acted(k ksID) step.Condition   { return step.Condition{Kind: step.Acted, Kustomization: k} }
func barrier(k ksID) step.Condition { return step.Condition{Kind: step.Barrier, Kustomization: k} }
func forgotten(k ksID, o objectID) step.Condition {
	return step.Condition{Kind: step.Forgotten, Kustomization: k, Object: o}
}
func taken(k ksID, o objectID) step.Condition {
	return step.Condition{Kind: step.Taken, Kustomization: k, Object: o}
}
func guarded(o objectID) step.Condition   { return step.Condition{Kind: step.Guarded, Object: o} }
func unguarded(o objectID) step.Condition { return step.Condition{Kind: step.Unguarded, Object: o} }
func present(o objectID) step.Condition   { return step.Condition{Kind: step.Present, Object: o} }
func gone(o objectID) step.Condition      { return step.Condition{Kind: step.Gone, Object: o} }
func consented(o objectID) step.Condition { return step.Condition{Kind: step.Consented, Object: o} }
func published(revision string) step.Condition {
	return step.Condition{Kind: step.Published, Value: revision}
}

// precaution marks conditions on which nothing rests.
func precaution(conditions ...step.Condition) []step.Condition {
	marked := slices.Clone(conditions)
	for i := range marked {
		marked[i].Precautionary = true
	}
	return marked
}

// tidy sorts conditions as step.ConditionKinds does, each once. One that is
// given with and without the mark of a precaution is none.
func tidy(conditions []step.Condition) []step.Condition {
	kinds := step.ConditionKinds()
	slices.SortFunc(conditions, func(a, b step.Condition) int {
		return cmp.Or(cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)),
			a.Kustomization.Compare(b.Kustomization), a.Object.Compare(b.Object),
			cmp.Compare(a.Field, b.Field), cmp.Compare(a.Value, b.Value), cmp.Compare(marks(a), marks(b)))
	})
	return slices.CompactFunc(conditions, func(a, b step.Condition) bool { return a.Fact() == b.Fact() })
}

// unmarked takes the marks off: a step that is a precaution has no others.
func unmarked(conditions []step.Condition) []step.Condition {
	for i := range conditions {
		conditions[i].Precautionary = false
	}
	return conditions
}

func marks(c step.Condition) int {
	if c.Precautionary {
		return 1
	}
	return 0
}

// count writes "1 object", "3 objects".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
