package planner

import (
	"slices"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

func TestPublishNamesTheSourceThatTheCommitReaches(t *testing.T) {
	ref := func(name string) ownership.SourceRef {
		return ownership.SourceRef{Kind: "GitRepository", Namespace: "flux-system", Name: name}
	}
	for _, tt := range []struct {
		name, child string // child is where the changed Kustomization takes its content from
		own         []ownership.SourceRef
		want        string
	}{
		{"one source", "platform", []ownership.SourceRef{ref("platform")}, "GitRepository flux-system/platform"},
		{"one of two", "platform", []ownership.SourceRef{ref("other"), ref("platform")}, "GitRepository flux-system/platform"},
		{"both of two", "other", []ownership.SourceRef{ref("other"), ref("platform")}, ""},
		{"one of them elsewhere", "other", []ownership.SourceRef{ref("platform")}, "GitRepository flux-system/platform"},
		{"none that is known", "platform", nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			state := func(name, objects string) *ownership.Desired {
				d, err := plantest.State(name, "f/root root path=r: Kustomization f/apps\n"+
					"f/apps prune path=a source=GitRepository/flux-system/"+tt.child+": "+objects)
				if err != nil {
					t.Fatal(err)
				}
				d.Commit, d.Tree, d.Own = "commit-"+name, "tree-"+name, tt.own
				return d
			}
			from, to := state("from", "ConfigMap demo/a"), state("to", "ConfigMap demo/a, ConfigMap demo/b")
			to.At.Commit = 1
			p, err := Build(Input{Transition: ownership.Transition{From: from, To: to}})
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(p.Stages, func(s Stage) bool { return s.Steps[0].Kind == step.Publish })
			if i < 0 {
				t.Fatalf("no stage publishes: %+v", p.Stages)
			}
			target := p.Stages[i].Steps[0].Target
			if got := target.Display(); got != tt.want && (tt.want != "" || target != (ownership.ObjectID{})) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
