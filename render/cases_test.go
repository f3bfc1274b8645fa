package render_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/render"
)

func openCase(t *testing.T, name, cluster string) *render.Repository {
	t.Helper()
	r, err := render.Open(render.Options{
		Repo: plantest.CloneCase(t, "..", name), Layout: plantest.LayoutOfCase("..", name), Cluster: cluster,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// figures are what the shared cases' README says of a transition, worked out
// there with one flux build per Kustomization.
type figures struct {
	kustomizations, unknown, before, after, contested, moved, pruned int
}

func TestTransitionsOfTheSharedCasesHaveTheKnownFigures(t *testing.T) {
	for _, tt := range []struct {
		name, cluster, from, to string
		want                    figures
	}{
		{"namespace-move-unguarded", "", "start", "moved", figures{116, 2, 693, 693, 0, 513, 505}},
		{"namespace-move-guarded", "", "start", "moved", figures{76, 0, 426, 437, 0, 278, 266}},
		{"namespace-move-guarded", "", "prune-off", "moved", figures{76, 0, 426, 437, 0, 278, 0}},
		// The table has 1 pruning owner here: the root, which prunes unless one
		// reads the manifest of itself that it renders (prune: false).
		{"namespace-move-two-roots", "storage", "start", "moved", figures{31, 2, 121, 140, 0, 51, 0}},
		{"defaults-into-parent-patches", "main", "start", "patched", figures{143, 0, 1004, 1004, 5, 0, 0}},
	} {
		t.Run(tt.name+" "+tt.from+" to "+tt.to, func(t *testing.T) {
			transition, err := openCase(t, tt.name, tt.cluster).Transition(tt.from, tt.to)
			if err != nil {
				t.Fatal(err)
			}
			if got := figuresOf(transition); got != tt.want {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func figuresOf(t *ownership.Transition) figures {
	f := figures{kustomizations: len(t.From.Kustomizations)}
	f.before, f.unknown = rendered(t.From)
	f.after, _ = rendered(t.To)
	for _, c := range ownership.Diff(t.From, t.To) {
		switch {
		case c.Kind == ownership.Contested:
			f.contested++
		case c.Kind == ownership.Moved:
			f.moved++
			if owner, _ := t.From.Kustomization(c.From[0]); owner.Spec.Prunes() {
				f.pruned++
			}
		}
	}
	return f
}

// rendered counts the objects of a state that some Kustomization renders, and
// the Kustomizations whose render is not known.
func rendered(d *ownership.Desired) (objects, unknown int) {
	for _, owners := range d.Owners() {
		if len(owners) > 0 {
			objects++
		}
	}
	for _, k := range d.Kustomizations {
		if !k.Render.Known() {
			unknown++
		}
	}
	return objects, unknown
}

func TestModesOfTheIngressCaseHaveTheKnownCounts(t *testing.T) {
	r := openCase(t, "spi-ingress-modes", "")
	for mode, want := range map[string][2]int{
		"core-azure": {22, 64}, "core-dns": {23, 67}, "core-ip": {18, 55},
		"minimal-azure": {17, 35}, "minimal-dns": {18, 38}, "minimal-ip": {13, 26}, "bare": {0, 0},
	} {
		t.Run(mode, func(t *testing.T) {
			d, err := r.State("contested:" + mode)
			if err != nil {
				t.Fatal(err)
			}
			children := len(d.Kustomizations) - 2
			objects, _ := rendered(d)
			if got := [2]int{children, objects - children}; got != want {
				t.Errorf("children and payload objects: got %v, want %v", got, want)
			}
		})
	}
}
