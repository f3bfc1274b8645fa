package execute

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// Report is what a run did.
type Report struct {
	Finished     bool        `json:"finished"`
	Undone       bool        `json:"undone,omitempty"`       // what was set by hand is taken back
	StoppedAfter int         `json:"stoppedAfter,omitempty"` // the stage that was asked for
	Objects      []Fate      `json:"objects"`
	Stages       []StageTime `json:"stages"`
	Left         []string    `json:"left,omitempty"` // traces that could not be taken away
}

// Fate is a protected object before and after.
type Fate struct {
	Object      objectID `json:"object"`
	UIDBefore   string   `json:"uidBefore"`
	UIDAfter    string   `json:"uidAfter"`
	OwnerBefore ksID     `json:"ownerBefore,omitzero"`
	OwnerAfter  ksID     `json:"ownerAfter,omitzero"`
}

// Kept says whether it is the same object still.
func (f Fate) Kept() bool { return f.UIDBefore == f.UIDAfter }

// StageTime is how long a stage took, beside how long Flux says its runs took.
type StageTime struct {
	Title  string        `json:"title"`
	Took   time.Duration `json:"took"`
	Flux   []string      `json:"flux,omitempty"`
	Before bool          `json:"before,omitempty"` // an earlier run did it
}

// after reads how the protected objects are now, and gives the first to which
// happened what may not. What cannot be read has no UID.
func (report *Report) after(ctx context.Context, r *run) (violation *ViolationError) {
	if r.store == nil || r.store.journal == nil {
		return nil
	}
	for _, k := range r.store.journal.Kept {
		f := Fate{Object: k.Object, UIDBefore: k.UID, OwnerBefore: k.Owner}
		o, err := r.cluster.get(ctx, k.Object)
		if err == nil && o != nil {
			f.UIDAfter, f.OwnerAfter = string(o.GetUID()), ownership.OwnerOf(o.GetLabels())
		}
		if what := k.violated(o); err == nil && what != "" && violation == nil {
			violation = &ViolationError{Object: k.Object, What: what}
		}
		report.Objects = append(report.Objects, f)
	}
	return violation
}

// fluxTook asks the Kustomizations that a step waited for how long their last run
// took, as they write it themselves.
func (r *run) fluxTook(ctx context.Context, s step.Step) ([]string, error) {
	var all []string
	ran := slices.DeleteFunc(slices.Clone(s.Leaves), func(c step.Condition) bool { return c.Kind == step.Stored || c.Kind == step.Gone })
	for _, id := range subjectsOf(ran) {
		if _, is := id.AsKustomization(); !is {
			continue
		}
		o, err := r.cluster.get(ctx, id)
		if err != nil {
			return nil, err
		}
		if o == nil {
			continue
		}
		history, _, _ := unstructured.NestedSlice(o.Object, "status", "history")
		if len(history) > 0 {
			last, _ := history[0].(map[string]any)
			all = append(all, fmt.Sprintf("%s/%s %v", id.Namespace, id.Name, last["lastReconciledDuration"]))
		}
	}
	return all, nil
}

func sortedKeys[V any](m map[objectID]V) []objectID {
	return slices.SortedFunc(maps.Keys(m), objectID.Compare)
}
