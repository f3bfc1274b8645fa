package execute

import (
	"context"
	"fmt"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// finish takes away every trace of the run, looks whether any is left, and ends
// the journal last.
func (r *run) finish(ctx context.Context) error {
	for _, id := range r.store.journal.touched() {
		left, err := r.clean(ctx, id)
		if err != nil {
			return err
		}
		r.report.Left = append(r.report.Left, left...)
	}
	if err := r.store.end(ctx); err != nil {
		return err
	}
	r.report.Finished = true
	return nil
}

// clean takes the tokens of this run and the field manager off an object, and says
// what is left there that the plan set by hand.
func (r *run) clean(ctx context.Context, id objectID) ([]string, error) {
	for {
		o, err := r.cluster.get(ctx, id)
		if err != nil || o == nil {
			return nil, err
		}
		if token := o.GetAnnotations()[requestKey]; slices.Contains(r.store.journal.tokens()[id], token) {
			err = r.cluster.merge(ctx, id, o, body([]string{"metadata", "annotations", requestKey}, nil), true)
		} else if others := withoutManager(o); others != nil {
			err = r.cluster.send(ctx, id, types.JSONPatchType, []any{
				map[string]any{"op": "replace", "path": "/metadata/managedFields", "value": others},
				map[string]any{"op": "replace", "path": "/metadata/resourceVersion", "value": o.GetResourceVersion()}})
		} else {
			return r.leftOn(id, o), nil
		}
		if err != nil && !apierrors.IsConflict(err) && !apierrors.IsNotFound(err) {
			return nil, err
		}
	}
}

// withoutManager gives the managed fields without those of this program; nil where
// it has none. A list that is empty would make the API server forget them all, and
// an entry that is empty stands for none.
func withoutManager(o object) []any {
	metadata, _ := o.Object["metadata"].(map[string]any)
	entries, _ := metadata["managedFields"].([]any)
	others := slices.DeleteFunc(slices.Clone(entries), func(item any) bool {
		entry, _ := item.(map[string]any)
		return entry["manager"] == Manager
	})
	switch {
	case len(others) == len(entries):
		return nil
	case len(others) == 0:
		return []any{map[string]any{}}
	}
	return others
}

// leftOn lists the fields that the plan set by hand and that still have its value.
func (r *run) leftOn(id objectID, o object) []string {
	var left []string
	for _, s := range r.Plan.Steps() {
		if s.Target == id && s.File == "" && s.Field != "" && s.Value != "" && s.Kind != step.SwitchPath && storedIn(o, s.Field, s.Value) == "" {
			left = append(left, fmt.Sprintf("%s: %s is still %s", id.Display(), s.Field, s.Value))
		}
	}
	return left
}
