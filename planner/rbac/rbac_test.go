package rbac_test

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/live"
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/planner/rbac"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/render"
)

var update = flag.Bool("update", false, "rewrite the roles in testdata")

// TestTheLeastRoles compares the roles for a switch of the demo, and for some
// scenarios on both routes, with those in testdata.
func TestTheLeastRoles(t *testing.T) {
	for _, name := range []string{"demo", "move-in-one-commit", "rename", "child-to-another-root", "live-orphan"} {
		for _, route := range []step.Route{step.Cluster, step.Commits} {
			if name == "demo" && route == step.Commits {
				continue // a switch is an edit of the cluster
			}
			t.Run(name+" on the route "+string(route), func(t *testing.T) {
				in := input(t, name, route)
				for purpose, rules := range map[string][]rbac.Rule{"plan": rbac.Observe(in), "apply": rbac.Apply(in)} {
					file := filepath.Join("testdata", strings.Join([]string{name, string(route), purpose}, ".")+".yaml")
					var b bytes.Buffer
					if err := rbac.Manifests(&b, "fluxmigrate-"+purpose, rbac.Account{Namespace: "flux-system", Name: "fluxmigrate"}, rules, rbac.Notes(in), resource(in)); err != nil {
						t.Fatal(err)
					}
					compare(t, file, b.Bytes())
				}
			})
		}
	}
}

func compare(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the plan needs (%v); if this is right, run: go test ./planner/rbac -update\ngot:\n%s", file, err, got)
	}
}

func resource(in rbac.Input) func(ownership.GroupKind) string {
	defined := rbac.Defined(in.Transition)
	return func(kind ownership.GroupKind) string {
		if name := defined[kind]; name != "" {
			return name
		}
		return live.GuessResource(kind)
	}
}

// input plans, from the demo or a scenario.
func input(t *testing.T, name string, route step.Route) rbac.Input {
	t.Helper()
	dir, s := t.TempDir(), &plantest.Scenario{From: "tls", To: "ip"}
	var err error
	if name == "demo" {
		err = os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "testdata", "demo")))
	} else {
		s, err = scenario(dir, name)
	}
	if err != nil {
		t.Fatal(err)
	}
	in := rbac.Input{RunNamespace: "flux-system"}
	if s.Live != "" {
		if in.Observed, err = live.ReadSnapshot(strings.NewReader(s.Live), "live.yaml"); err != nil {
			t.Fatal(err)
		}
	}
	r, err := render.Open(render.Options{Repo: dir, FluxVersion: s.Flux, Live: in.Observed})
	if err == nil {
		in.Transition, err = r.Transition(s.From, s.To)
	}
	if err != nil {
		t.Fatal(err)
	}
	editor, err := r.Editor(s.From, s.To)
	if err == nil {
		in.Plan, err = planner.Build(planner.Input{Transition: *in.Transition, Observed: in.Observed, Route: route, Flux: s.Flux, Editor: editor})
	}
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func scenario(dir, name string) (*plantest.Scenario, error) {
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "scenario", name+".txtar"))
	if err != nil {
		return nil, err
	}
	s, err := plantest.ParseScenario(data)
	if err != nil {
		return nil, err
	}
	return s, s.Repository(dir)
}

// TestEveryStepOfAPlanMayBeDone holds, beside what is written down, that the
// roles for apply reach whatever the steps of any scenario do.
func TestEveryStepOfAPlanMayBeDone(t *testing.T) {
	for _, name := range []string{"rename", "move-in-one-commit", "rename-parent-does-not-prune", "namespace-move-inputs-missing", "move-of-three-planned-on-the-cluster"} {
		in := input(t, name, step.Cluster)
		rules := rbac.Apply(in)
		for _, s := range in.Plan.Steps() {
			for _, c := range slices.Concat(s.Needs, s.Leaves) {
				if c.Kustomization != (ownership.KustomizationID{}) && !allows(rules, c.Kustomization.Object(), "get") {
					t.Errorf("%s: nothing allows to get %s, of which %s is looked at", name, c.Kustomization, c.Kind)
				}
				if c.Object != (ownership.ObjectID{}) && c.Kind != step.Consented && !allows(rules, c.Object, "get") {
					t.Errorf("%s: nothing allows to get %s, of which %s is looked at", name, c.Object.Display(), c.Kind)
				}
			}
			verb := "patch"
			if s.Deletes() {
				verb = "delete"
			}
			if s.File == "" && (s.Field != "" || verb == "delete") && (s.Kind != step.SwitchPath || s.Maker == "") && !allows(rules, s.Target, verb) {
				t.Errorf("%s: nothing allows to %s %s, as %s does", name, verb, s.Target.Display(), s.Kind)
			}
		}
	}
}

func allows(rules []rbac.Rule, id ownership.ObjectID, verb string) bool {
	return slices.ContainsFunc(rules, func(r rbac.Rule) bool {
		return (r.Namespace == "" || r.Namespace == id.Namespace) && r.Kind == ownership.GroupKind{Group: id.Group, Kind: id.Kind} &&
			(r.Names == nil || slices.Contains(r.Names, id.Name)) && slices.Contains(r.Verbs, verb)
	})
}

// TestNoRuleReachesFartherThanItHasTo: RBAC can name objects for some verbs only.
func TestNoRuleReachesFartherThanItHasTo(t *testing.T) {
	for _, name := range []string{"demo", "rename", "namespace-move-inputs-copied"} {
		for _, r := range rbac.Apply(input(t, name, "")) {
			for _, verb := range r.Verbs {
				named, canBe := r.Names != nil, slices.Contains([]string{"get", "update", "patch", "delete"}, verb)
				if canBe && !named {
					t.Errorf("%s: %s of every %s in %q", name, verb, r.Kind.Kind, r.Namespace)
				}
				if r.Kind.Kind == "Secret" && !named {
					t.Errorf("%s: %s of every Secret in %q", name, verb, r.Namespace)
				}
			}
			if r.Because == "" || strings.Contains(r.Because, "\n") {
				t.Errorf("%s: no reason for %v", name, r)
			}
		}
	}
}

// TestWhoStandsAboveIsConcerned: a plan that was made without a cluster names
// owners, and the fingerprints of one that was made with it have their parents.
func TestWhoStandsAboveIsConcerned(t *testing.T) {
	named := func(name string) ksID { return ksID{Namespace: "flux-system", Name: name} }
	root, parent, child, other := named("root"), named("parent"), named("child"), named("other")
	state := &ownership.Desired{Kustomizations: []ownership.Kustomization{
		{ID: child, Parents: []ksID{parent}}, {ID: other, Parents: []ksID{root}}, {ID: parent, Parents: []ksID{root}}, {ID: root, Root: true},
	}}
	in := rbac.Input{Plan: &planner.Plan{Changes: []planner.Change{{From: []ksID{child}}}}, Transition: &ownership.Transition{From: state, To: state}}
	if got, want := rbac.Concerned(in), (map[ksID]bool{child: true, parent: true, root: true}); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	in.Plan.Basis.Observed = []planner.Fingerprint{{Kustomization: other}}
	if got, want := rbac.Concerned(in), (map[ksID]bool{other: true}); !maps.Equal(got, want) {
		t.Errorf("with a basis: got %v, want %v", got, want)
	}
}

type ksID = ownership.KustomizationID
