package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// demoPlan is the switch of the demo from tls to ip: the object that moves is the
// Gateway.
var demoPlan = sync.OnceValues(func() ([]byte, error) {
	var stdout, stderr bytes.Buffer
	run([]string{"plan", "--from", "tls", "--to", "ip", "--flux-version", "v1.9.6", "--repo", "../../testdata/demo", "-o", "json"}, &stdout, &stderr)
	p, err := planner.Decode(stdout.Bytes())
	if err != nil {
		return nil, err
	}
	if err := planner.Seal(p); err != nil {
		return nil, err
	}
	return planner.Encode(p)
})

// TestWhatVerifyRefuses changes the plan of the demo and seals it again, as
// somebody would who knows how.
func TestWhatVerifyRefuses(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(p *planner.Plan)
		status int
		says   string // on either stream
	}{
		{"nothing", func(*planner.Plan) {}, 0, "PROVED, all"},
		{"no proof", func(p *planner.Plan) { p.Proofs = planner.Proofs{} }, 1, "the plan has no proof"},
		{"no proof of the stages", func(p *planner.Plan) { p.Proofs.Plan = nil }, 1, "0 proofs of them"},
		{"another model", func(p *planner.Plan) { p.Proofs.Plan[0].Model++ }, 1, "this program knows model"},
		{"the scene of another object", func(p *planner.Plan) {
			gateway(p.Proofs.Plan).Scene = p.Proofs.Plan[0].Components[0].Scene
		}, 1, "another digest than the one that was answered"},
		{"and its digest", func(p *planner.Plan) {
			other := p.Proofs.Plan[0].Components[0]
			gateway(p.Proofs.Plan).Scene, gateway(p.Proofs.Plan).Digest = other.Scene, other.Digest
		}, 1, "is about _public_gateway.networking.k8s.io_GatewayClass"},
		{"a scene that is none", func(p *planner.Plan) {
			edit(gateway(p.Proofs.Plan), func(s *scene.Scene) { s.Subject = 99 })
		}, 1, "subject is 99"},
		{"a scene of another controller", func(p *planner.Plan) {
			edit(gateway(p.Proofs.Plan), func(s *scene.Scene) { s.Controller = "v1.7.3" })
		}, 1, "is of kustomize-controller v1.7.3"},
		{"people who wait for more", func(p *planner.Plan) {
			edit(gateway(p.Proofs.Plan), func(s *scene.Scene) {
				act := &s.Stages[1].Acts[0]
				act.Needs = append(act.Needs, scene.Condition{Kind: scene.Gone, Object: 1})
			})
		}, 1, "no step of the plan waits for what the scene waits for: gone"},
		{"people who do not switch", func(p *planner.Plan) {
			edit(gateway(p.Proofs.Plan), func(s *scene.Scene) { s.Stages[1].Acts = nil })
		}, 1, "the scene leaves out the step SwitchPath"},
		{"people who do more", func(p *planner.Plan) {
			edit(gateway(p.Proofs.Plan), func(s *scene.Scene) {
				s.Stages[0].Acts = append(s.Stages[0].Acts, scene.Act{Kind: scene.Suspend})
			})
		}, 1, "no step of the plan does what the scene does: suspend"},
		{"a stage too many", func(p *planner.Plan) {
			edit(gateway(p.Proofs.Plan), func(s *scene.Scene) { s.Stages = append(s.Stages, scene.Stage{Title: "Rest"}) })
		}, 1, `has a stage "Rest" that the plan does not have`},
		{"a commit that nobody publishes", func(p *planner.Plan) {
			edit(gateway(p.Proofs.Plan), func(s *scene.Scene) { s.Commits = append(s.Commits, "later") })
		}, 1, "publishes commit 0 of 1"},
		{"without the step that guards", func(p *planner.Plan) { p.Stages[0].Steps = nil }, 1, "no step of the plan does what the scene does: guard"},
		{"nothing about the Gateway", func(p *planner.Plan) {
			c := gateway(p.Proofs.Plan)
			c.Objects[0].Name, c.Scene.Objects[0].ID = "other", strings.Replace(c.Scene.Objects[0].ID, "public", "other", 1)
		}, 1, "it says nothing about Gateway edge/public, which should live"},
		{"the Gateway among others", func(p *planner.Plan) {
			c := &p.Proofs.Plan[0].Components[1]
			c.Objects = append(c.Objects, gateway(p.Proofs.Plan).Objects[0])
		}, 1, "are not alike, and have one scene"},
		{"proved without a scene", func(p *planner.Plan) { gateway(p.Proofs.Plan).Scene = nil }, 1, "is proved without a scene"},
		{"a plan that says more than its proof", func(p *planner.Plan) {
			p.Naive.Verdict = verdict.Proved
		}, 1, "Gateway edge/public is refuted, and the plan says proved"},
		{"a gap in what is proved", func(p *planner.Plan) {
			p.Proofs.Plan[0].Gaps = []proof.Gap{{Subject: "Kustomization a/b", Why: "nobody knows"}}
			p.Proofs.Plan[0].Safety, p.Proofs.Plan[0].Completion = verdict.Unknown, verdict.Unknown
		}, 1, "it has gaps, and the plan says proved"},
		{"a whole that is more than its parts", func(p *planner.Plan) {
			p.Proofs.Naive[0].Safety = verdict.Proved
		}, 1, "its parts do not make it proved"},
		{"a loss that is denied", func(p *planner.Plan) {
			deny(&p.Proofs.Naive[0], gateway(p.Proofs.Naive))
			p.Naive.Verdict = verdict.Proved
		}, 3, "1. people: switch flux-system/ingress"},
		{"a loss that is none", func(p *planner.Plan) {
			gateway(p.Proofs.Plan).Safety, p.Proofs.Plan[0].Safety, p.Verdict = verdict.Refuted, verdict.Refuted, verdict.Refuted
		}, 3, "1 of 14 claims do not hold"},
		{"a target that is not reached", func(p *planner.Plan) {
			gateway(p.Proofs.Plan).Completion, p.Proofs.Plan[0].Completion = verdict.Refuted, verdict.Refuted
		}, 3, "1 of 14 claims do not hold"},
		{"less than is so", func(p *planner.Plan) {
			gateway(p.Proofs.Plan).Safety, p.Proofs.Plan[0].Safety, p.Verdict = verdict.Unknown, verdict.Unknown, verdict.Unknown
		}, 0, "PROVED, all"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, said := verifyChanged(t, tt.change)
			if status != tt.status || !strings.Contains(said, tt.says) {
				t.Errorf("exit status %d, and\n%s\nwant %d and %q", status, said, tt.status, tt.says)
			}
		})
	}
}

func verifyChanged(t *testing.T, change func(p *planner.Plan), args ...string) (status int, said string) {
	t.Helper()
	document, err := demoPlan()
	if err != nil {
		t.Fatal(err)
	}
	p, err := planner.Decode(document)
	if err != nil {
		t.Fatal(err)
	}
	change(p)
	if err := planner.Seal(p); err != nil {
		t.Fatal(err)
	}
	if document, err = planner.Encode(p); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(file, document, 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	status = run(append([]string{"verify", file}, args...), &out, &out)
	return status, out.String()
}

// gateway gives the component of the object that moves.
func gateway(proofs []proof.Proof) *proof.Component {
	for i := range proofs[0].Components {
		if c := &proofs[0].Components[i]; c.Objects[0].Kind == "Gateway" {
			return c
		}
	}
	panic("the demo has a Gateway")
}

// edit changes a scene, and writes the digest of the new one.
func edit(c *proof.Component, change func(*scene.Scene)) {
	change(c.Scene)
	c.Digest = c.Scene.Digest()
}

// deny has a proof say that nothing is lost.
func deny(p *proof.Proof, c *proof.Component) {
	c.Safety, c.Story = verdict.Proved, nil
	p.Safety = verdict.Proved
}

// TestWhatNamesAnObject: consent, an edit in Git and what is precautionary do not.
func TestWhatNamesAnObject(t *testing.T) {
	o := ownership.ObjectID{Kind: "ConfigMap", Name: "x"}
	for _, tt := range []struct {
		step step.Step
		want bool
	}{
		{step.Step{Kind: step.GuardObject, Target: o}, true},
		{step.Step{Kind: step.GuardObject, Target: o, File: "x.yaml"}, false},
		{step.Step{Kind: step.GuardObject, Target: o, Precautionary: true}, false},
		{step.Step{Kind: step.GuardObject}, false},
		{step.Step{Leaves: []step.Condition{{Kind: step.Gone, Object: o}}}, true},
		{step.Step{Needs: []step.Condition{{Kind: step.Consented, Object: o}}}, false},
	} {
		if got := namedBy(0, tt.step, o) != ""; got != tt.want {
			t.Errorf("%+v: %t", tt.step, got)
		}
	}
}
