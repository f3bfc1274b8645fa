package proof_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
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
		Repo: plantest.CloneCase(t, "../..", name), Layout: plantest.LayoutOfCase("../..", name), Cluster: cluster, FluxVersion: "v1.9.6",
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

var _ explore.Progress

func TestTryCases(t *testing.T) {
	for _, c := range []struct{ name, cluster, from, to string }{
		{"namespace-move-unguarded", "", "start", "moved"},
		{"namespace-move-guarded", "", "start", "moved"},
		{"namespace-move-guarded", "", "start", "prune-off"},
		{"namespace-move-guarded", "", "prune-off", "moved"},
		{"namespace-move-two-roots", "storage", "start", "moved"},
		{"defaults-into-parent-patches", "main", "start", "patched"},
		{"spi-ingress-modes", "", "contested:core-azure", "contested:core-ip"},
		{"spi-ingress-modes", "", "contested:core-azure", "shared-identity:core-azure"},
		{"spi-ingress-modes", "", "shared-identity:core-azure", "shared-identity:core-ip"},
		{"spi-ingress-modes", "", "distinct-owner:core-azure", "distinct-owner:core-ip"},
	} {
		r := openCase(t, c.name, c.cluster)
		transition, err := r.Transition(c.from, c.to)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		p := proof.Prove(context.Background(), proof.Question{Transition: transition, Controller: "v1.9.6", Visit: nobody})
		took := time.Since(began)
		objects, scenes, whys := 0, []string{}, []string{}
		sizes := map[string]int{}
		for _, c := range p.Components {
			objects += len(c.Objects)
			if c.Digest != "" {
				scenes = append(scenes, c.Digest)
				sizes[fmt.Sprintf("%dK%do%dc", len(c.Scene.Kustomizations), len(c.Scene.Objects), len(c.Scene.Commits))]++
			} else {
				whys = append(whys, c.Why)
			}
		}
		slices.Sort(scenes)
		scenes = slices.Compact(scenes)
		slices.Sort(whys)
		fmt.Printf("%s %s>%s: %d objects, %d components, %d digests, %d without a scene, %d gaps, %v\n  sizes %v\n", c.name, c.from, c.to, objects, len(p.Components), len(scenes), len(whys), len(p.Gaps), took.Round(time.Millisecond), sizes)
		for _, w := range slices.Compact(whys) {
			fmt.Println("   why", w)
		}
		for i, g := range p.Gaps {
			if i < 6 {
				fmt.Println("   gap", g)
			}
		}
	}
}
