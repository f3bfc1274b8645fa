package render_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/render"
)

// BenchmarkTransition renders both states of a change of about a hundred
// Kustomizations and seven hundred objects, with the mixed views, from a git
// repository, cold.
func BenchmarkTransition(b *testing.B) {
	dir := plantest.CloneCase(b, "..", "namespace-move-unguarded")
	objects := 0
	for b.Loop() {
		r, err := render.Open(render.Options{Repo: dir, Layout: plantest.LayoutOfCase("..", "namespace-move-unguarded")})
		if err != nil {
			b.Fatal(err)
		}
		t, err := r.Transition("start", "moved")
		if err != nil {
			b.Fatal(err)
		}
		before, _ := rendered(t.From)
		after, _ := rendered(t.To)
		objects = before + after
	}
	b.ReportMetric(float64(objects), "objects/op")
}
