package proof_test

import (
	"context"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
	"github.com/fluxmigrate/fluxmigrate/render"
)

func openCase(t testing.TB, name, cluster string) *render.Repository {
	t.Helper()
	r, err := render.Open(render.Options{
		Repo: plantest.CloneCase(t, "../..", name), Layout: plantest.LayoutOfCase("../..", name), Cluster: cluster,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// nobody answers nothing, so that only the making of scenes is looked at.
func nobody(context.Context, *scene.Scene, sim.Options) (sim.Answer, error) {
	return sim.Answer{Safety: verdict.Unknown, Completion: verdict.Unknown, Why: "nobody asked"}, nil
}

// TestAStormOfAHundredHandoversIsAFewQuestions holds how far likeness goes: of
// hundreds of objects few scenes are left, whoever they belong to.
func TestAStormOfAHundredHandoversIsAFewQuestions(t *testing.T) {
	transition, err := openCase(t, "namespace-move-unguarded", "").Transition("start", "moved")
	if err != nil {
		t.Fatal(err)
	}
	p := proof.Prove(context.Background(), proof.Question{Transition: transition, Controller: "v1.9.6", Visit: nobody})
	objects, digests := 0, map[string]bool{}
	for _, c := range p.Components {
		objects += len(c.Objects)
		digests[c.Digest] = true
		if c.Scene == nil || c.Scene.Check() != nil {
			t.Errorf("%s: no scene that can be asked: %s", c.Objects[0].Display(), c.Why)
		}
	}
	if objects < 550 || len(p.Components) > 170 || len(digests) > 12 {
		t.Errorf("%d objects, %d components, %d questions", objects, len(p.Components), len(digests))
	}
}

// TestASharedNameIsSafeInEveryMode proves the switches of the one tag in which
// nothing changes hands, and refutes the merge that leads there.
func TestASharedNameIsSafeInEveryMode(t *testing.T) {
	r := openCase(t, "spi-ingress-modes", "")
	memory := proof.NewAnswers()
	for _, c := range []struct {
		from, to string
		want     verdict.Verdict
		lost     string
	}{
		{"shared-identity:core-azure", "shared-identity:core-ip", verdict.Proved, ""},
		{"shared-identity:core-ip", "shared-identity:core-dns", verdict.Proved, ""},
		{"contested:core-azure", "shared-identity:core-azure", verdict.Refuted, "HelmRepository"},
		{"contested:core-azure", "contested:core-ip", verdict.Refuted, "Gateway"},
	} {
		transition, err := r.Transition(c.from, c.to)
		if err != nil {
			t.Fatal(err)
		}
		p := proof.Prove(context.Background(), proof.Question{Transition: transition, Controller: "v1.9.6", Budget: 500_000, Answers: memory})
		lost := ""
		for _, c := range p.Components {
			if c.Safety == verdict.Refuted {
				lost += c.Objects[0].Kind
			}
		}
		if p.Safety != c.want || lost != c.lost {
			t.Errorf("%s to %s: %s, lost %q, want %s and %q", c.from, c.to, p.Safety, lost, c.want, c.lost)
		}
	}
}
