package execute

import (
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// atFirst is a cluster with one Kustomization that owns one Gateway.
func atFirst() *ownership.Observed {
	repo := ownership.SourceRef{Kind: "GitRepository", Namespace: "flux-system", Name: "repo"}
	return &ownership.Observed{
		Kustomizations: []ownership.ObservedKustomization{{ID: b, Spec: ownership.Spec{Source: repo},
			RawSpec: map[string]any{"path": "./new", "prune": true}, Inventory: []ownership.ObjectID{gateway}}},
		Objects: []ownership.ObservedObject{{ID: gateway, UID: "one"}},
		Sources: []ownership.ObservedSource{{Ref: repo, Revision: "main@sha1:aaa"}},
	}
}

func TestWhatIsToldAsChangedMidway(t *testing.T) {
	type observed = ownership.Observed
	for _, tt := range []struct {
		name          string
		change        func(*observed)
		before, after string // the change of the plan has begun; "" where nothing is told
	}{
		{"nothing", func(*observed) {}, "", ""},
		{"a path", func(o *observed) { o.Kustomizations[0].RawSpec["path"] = "./other" }, "another spec", ""},
		{"what the plan sets itself", func(o *observed) { o.Kustomizations[0].RawSpec["suspend"] = true }, "", ""},
		{"the owner labels", func(o *observed) { o.Kustomizations[0].Owner = old }, "owner labels: flux-system/old", ""},
		{"the inventory", func(o *observed) { o.Kustomizations[0].Inventory = nil }, "another inventory", ""},
		{"a UID", func(o *observed) { o.Objects[0].UID = "two" }, "another UID", ""},
		{"a run, with its status", func(o *observed) { o.Kustomizations[0].LastAppliedRevision = "x"; o.Kustomizations[0].Ready = true }, "", ""},
		{"a deletion that goes on", func(o *observed) { o.Kustomizations[0].Deleting = true }, "being deleted", "being deleted"},
		{"a deletion", func(o *observed) { o.Kustomizations = nil }, "not there any more", "not there any more"},
		{"a revision", func(o *observed) { o.Sources[0].Revision = "main@sha1:bbb" }, "is at main@sha1:bbb, and the plan is about main@sha1:aaa", "is at main@sha1:bbb"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := &planner.Plan{Basis: planner.Basis{Observed: []planner.Fingerprint{{Kustomization: b}}},
				Stages: []planner.Stage{{Steps: []step.Step{{Kind: step.Suspend, Target: b.Object(), Field: "spec.suspend", Value: "true"}}}}}
			marks := marksOf(p, atFirst())
			j := &Journal{Owners: marks, Sources: revisionsOf(marks, atFirst())}
			now := atFirst()
			tt.change(now)
			for begun, want := range map[bool]string{false: tt.before, true: tt.after} {
				got := strings.Join(drift(p, j, now, begun), "; ")
				if want == "" && got != "" || !strings.Contains(got, want) {
					t.Errorf("begun %t: got %q, want %q", begun, got, want)
				}
			}
		})
	}
}

func TestADeletionThatThePlanNamesIsNoDrift(t *testing.T) {
	p := &planner.Plan{Stages: []planner.Stage{{Steps: []step.Step{{Kind: step.RemoveKustomization, Target: b.Object()}}}}}
	j := &Journal{Owners: []Mark{markOf(b, nil, atFirst())}}
	gone := &ownership.Observed{}
	if got := drift(p, j, gone, true); len(got) > 0 {
		t.Errorf("once the change has begun: %q", got)
	}
	if got := drift(p, j, gone, false); len(got) != 1 {
		t.Errorf("before the change has begun: %q", got)
	}
}
