package planner

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// planned gives the first plan of a file of testdata/build.
func planned(t *testing.T, name string) (*Plan, Input) {
	t.Helper()
	text, err := os.ReadFile("testdata/build/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	s := newScene()
	var plan *Plan
	var of Input
	datadriven.RunTestFromString(t, string(text), func(t *testing.T, d *datadriven.TestData) string {
		switch d.Cmd {
		case "state":
			s.state(d)
		case "view":
			s.view(d)
		case "losses":
			s.losses(d)
		case "needs":
			s.needs(d)
		case "plan":
			if plan == nil {
				of = s.input(d)
				if plan, err = build(of, s.facts(of)); err != nil {
					t.Fatal(err)
				}
			}
		}
		return d.Expected
	})
	return plan, of
}

// stageTitled gives the index of the first stage whose title begins so.
func stageTitled(t *testing.T, p *Plan, title string) int {
	t.Helper()
	for i, s := range p.Stages {
		if strings.HasPrefix(s.Title, title) {
			return i
		}
	}
	t.Fatalf("no stage is titled %q", title)
	return 0
}

// move puts a stage before another one.
func move(t *testing.T, p *Plan, title, before string) {
	t.Helper()
	i := stageTitled(t, p, title)
	s := p.Stages[i]
	p.Stages = append(p.Stages[:i:i], p.Stages[i+1:]...)
	j := stageTitled(t, p, before)
	p.Stages = append(p.Stages[:j:j], append([]Stage{s}, p.Stages[j:]...)...)
}

// noNeeds takes the needs off all steps of a kind: Validate judges by itself.
func noNeeds(p *Plan, kind step.Kind) {
	for i := range p.Stages {
		for j := range p.Stages[i].Steps {
			if s := &p.Stages[i].Steps[j]; s.Kind == kind {
				s.Needs = nil
			}
		}
	}
}

func TestValidateRefusesWhatMayNotHappenYet(t *testing.T) {
	tests := []struct {
		name  string
		plan  string // of testdata/build
		spoil func(t *testing.T, p *Plan)
		want  string
	}{
		{"a change before the guard is in place", "content_move", func(t *testing.T, p *Plan) {
			noNeeds(p, step.Publish)
			move(t, p, "Publish the change", "Protect in Git")
		}, "HelmRepository demo/bitnami is at risk and not protected: flux-system/redis may prune it, and it carries no guard"},
		{"a commit to a source that holds another repository", "content_move", func(t *testing.T, p *Plan) {
			p.Stages[0].Steps[len(p.Stages[0].Steps)-1].Target = objectID{Group: sourceGroup, Kind: "GitRepository", Namespace: "flux-system", Name: "other"}
		}, "what is published reaches no source GitRepository flux-system/other"},
		{"a change before the guard is in force", "content_move", func(t *testing.T, p *Plan) {
			noNeeds(p, step.Publish)
			move(t, p, "Publish the change", "See that the protection")
		}, "its guard was not seen in force at flux-system/redis"},
		{"a change before Orphan is stored", "rename", func(t *testing.T, p *Plan) {
			noNeeds(p, step.Publish)
			move(t, p, "Publish the change", "See that the protection")
		}, "flux-system/apps goes and its finalizer deletes it"},
		{"a change before pruning is off", "rename_emptied_path", func(t *testing.T, p *Plan) {
			noNeeds(p, step.Publish)
			move(t, p, "Publish the change", "See that the protection")
		}, "flux-system/apps may prune it"},
		{"a guard that the new commit takes off", "carried_guard", func(t *testing.T, p *Plan) {
			i := stageTitled(t, p, "Publish the change")
			p.Stages[i].Steps = p.Stages[i].Steps[1:]
		}, "flux-system/apps can still apply apps/gateway.yaml from this commit without the guard, and delete it then"},
		{"a guard taken off before the handover", "switch_distinct_owners", func(t *testing.T, p *Plan) {
			noNeeds(p, step.UnguardObject)
			move(t, p, "Take the protection off", "Wait until the old")
		}, "the guard may not go yet: nobody saw that flux-system/gateway-ip has taken Gateway demo/edge"},
		{"pruning back before the object is forgotten", "content_move_no_file", func(t *testing.T, p *Plan) {
			noNeeds(p, step.EnablePrune)
			move(t, p, "Take the protection out", "Wait until the old")
		}, "pruning comes back before flux-system/apps is seen to have forgotten ConfigMap demo/settings"},
		{"a resume before the handover", "content_move", func(t *testing.T, p *Plan) {
			i := stageTitled(t, p, "Wait until every")
			k := id("flux-system/redis").Object()
			p.Stages[i].Steps = append([]step.Step{{Kind: step.Resume, Target: k}}, p.Stages[i].Steps...)
		}, "it may delete again too early, with HelmRepository demo/bitnami: nobody saw that flux-system/sources has taken"},
		{"a removal of a Kustomization that would take along what must live", "survivors", func(t *testing.T, p *Plan) {
			noNeeds(p, step.RemoveKustomization)
			i := stageTitled(t, p, "Protect on the cluster")
			p.Stages = append(p.Stages[:i:i], p.Stages[i+2:]...)
		}, "StatefulSet demo/db must live, and flux-system/apps goes and its finalizer deletes it"},
		{"a removal of a Kustomization that its parent makes again", "survivors", func(t *testing.T, p *Plan) {
			noNeeds(p, step.RemoveKustomization)
			move(t, p, "Remove the old", "Wait until no parent")
		}, "its parent may make it again: nobody saw that flux-system/cluster acted on the last revision"},
		{"a change while a run may be under way that began before pruning was off", "content_move_no_file", func(t *testing.T, p *Plan) {
			reconcile := &p.Stages[stageTitled(t, p, "See that the protection")].Steps[0]
			reconcile.Leaves = slices.DeleteFunc(reconcile.Leaves, func(c step.Condition) bool { return c.Kind == step.Barrier })
		}, "the plan turns the pruning of flux-system/apps off, and nobody saw a run under that end"},
		{"a guard that comes only with the change", "carried_guard", func(t *testing.T, p *Plan) {
			noNeeds(p, step.Reconcile)
			p.Stages[0].Steps = p.Stages[0].Steps[1:]
		}, "its guard was not seen in force at flux-system/apps"},
		{"a need that nothing provides", "nothing_moves", func(t *testing.T, p *Plan) {
			p.Stages[0].Steps[0].Needs = []step.Condition{guarded(idOf("Gateway", "demo/edge"))}
		}, "it needs that Gateway demo/edge is guarded, and no step before leaves that"},
		{"a change without its prerequisites", "namespace_move", func(t *testing.T, p *Plan) {
			i := stageTitled(t, p, "Have ready")
			p.Stages = append(p.Stages[:i:i], p.Stages[i+1:]...)
			noNeeds(p, step.Publish)
		}, "demo/apps needs Secret demo/sops-key first, and nobody waits for it"},
		{"a wanted deletion that is not named", "wanted_deletions", func(t *testing.T, p *Plan) {
			p.Deletions = p.Deletions[1:]
		}, "Database cache/index goes, and the plan does not name it among its deletions"},
		{"a wanted deletion without consent", "wanted_deletions", func(t *testing.T, p *Plan) {
			noNeeds(p, step.Publish)
		}, "the deletion of Database cache/index has no step that asks for consent"},
		{"a wanted deletion that does not come last", "content_move_no_file", func(t *testing.T, p *Plan) {
			move(t, p, "Delete by name", "Wait until every")
		}, "it comes after a wanted deletion; wanted deletions come last"},
		{"a deletion of what the target has", "content_move_no_file", func(t *testing.T, p *Plan) {
			p.Stages[stageTitled(t, p, "Delete by name")].Steps[0].Target = idOf("ConfigMap", "demo/settings")
		}, "ConfigMap demo/settings belongs to the target state"},
		{"a step on a Kustomization that does not exist", "content_move", func(t *testing.T, p *Plan) {
			p.Stages[1].Steps[0].Target = id("flux-system/nobody").Object()
		}, "there is no Kustomization flux-system/nobody in any state"},
		{"a stage without steps", "content_move", func(t *testing.T, p *Plan) {
			p.Stages = append(p.Stages, Stage{Title: "Rest", Route: step.Cluster})
		}, "stage 6 (Rest): it has no steps"},
		{"no stages", "content_move", func(t *testing.T, p *Plan) { p.Stages = nil }, "the plan has no stages and the target is not reached"},
		{"a change that is not listed", "content_move", func(t *testing.T, p *Plan) { p.Changes = nil },
			"HelmRepository demo/bitnami changes owners or goes, and the plan does not list it among the changes"},
		{"an edit after the commit of its stage", "content_move", func(t *testing.T, p *Plan) {
			s := p.Stages[0].Steps
			s[0], s[len(s)-1] = s[len(s)-1], s[0]
		}, "it edits redis/source.yaml after the commit of this stage was published"},
		{"a tree that is not the one published", "content_move", func(t *testing.T, p *Plan) { p.Stages[0].Tree = "tree-c2" },
			"the stage claims tree tree-c2, which is not what it publishes"},
		{"a false count of merges", "content_move", func(t *testing.T, p *Plan) { p.Cost.Merges = 1 }, "the plan counts 1 merges and publishes 2 times"},
		{"a proof that nobody made", "content_move", func(t *testing.T, p *Plan) { p.Verdict = verdict.Proved },
			`the plan is called proved while the change as it is is "refuted"`},
		{"a refuted plan with stages", "content_move", func(t *testing.T, p *Plan) { p.Verdict = verdict.Refuted },
			"the plan is refuted and has stages all the same"},
		{"a root that is not switched to its target", "switch_distinct_owners", func(t *testing.T, p *Plan) {
			p.Stages[stageTitled(t, p, "Switch")].Steps[0].Value = "./ingress/dns"
		}, "the root flux-system/ingress is never switched to ./ingress/ip"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, in := planned(t, test.plan)
			p.copyLists()
			test.spoil(t, p)
			err := Validate(p, in)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Validate says\n%v\nnot\n%s", err, test.want)
			}
		})
	}
}

func TestValidateRefusesAGuardInAManifestThatIsSkipped(t *testing.T) {
	p, in := planned(t, "content_move")
	for _, k := range in.Transition.From.Kustomizations {
		for i := range k.Render.Objects {
			k.Render.Objects[i].Traits.SSA = "IfNotPresent"
		}
	}
	want := "flux-system/redis skips the manifest with its guard"
	if err := Validate(p, in); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Validate says\n%v\nnot\n%s", err, want)
	}
}

func TestBuildNamesWhatIsWrongWithItsInput(t *testing.T) {
	state := &ownership.Desired{Name: "tls"}
	for _, test := range []struct {
		in   Input
		want string
	}{
		{Input{}, "name both with --from and --to"},
		{Input{Transition: ownership.Transition{From: state, To: state}, Route: "pigeon"}, `there is no route "pigeon"`},
	} {
		if _, err := Build(test.in); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Build says %v, not %s", err, test.want)
		}
	}
}
