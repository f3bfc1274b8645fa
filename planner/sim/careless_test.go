package sim

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest/scenes"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// carelessStates is the number of states at which a visit gives up.
const carelessStates = 20_000

// answers gives the verdicts of a scene: as it stands, reduced, and reduced by
// one that forgets the condition of a reduction. ok is false where that is not
// known, or makes no difference.
func answers(t *testing.T, s *scene.Scene, forgotten Reductions) (plain, reduced, careless string, ok bool) {
	visit := func(o Options) string {
		if !ok {
			return "not asked"
		}
		o.Limit, o.Workers = carelessStates, 1
		a, err := Visit(t.Context(), s, o)
		if err != nil {
			t.Fatal(err)
		}
		ok = ok && !a.Capped
		return string(a.Safety) + "/" + string(a.Completion)
	}
	ok = true
	reduced, careless = visit(Options{}), visit(Options{careless: forgotten})
	if ok = ok && reduced != careless; ok {
		plain = visit(Options{Plain: true})
	}
	return plain, reduced, careless, ok
}

// TestAReductionWithoutItsConditionIsFound takes the condition of each reduction
// away. testdata/careless.txt has a scene for each that is answered wrongly then;
// that the oracle finds such a scene among random ones is asked with
//
//	SIM_CARELESS=20000 go test ./planner/sim -run WithoutItsCondition -v
//
// which draws so many, and prints the first, made small.
func TestAReductionWithoutItsConditionIsFound(t *testing.T) {
	known := carelessScenes(t)
	for i, name := range reductionNames {
		t.Run(name, func(t *testing.T) {
			if n, err := strconv.Atoi(os.Getenv("SIM_CARELESS")); err == nil {
				t.Parallel()
				drawCareless(t, Reductions(1)<<i, n)
				return
			}
			s, err := scenes.Parse(known[name])
			if err != nil {
				t.Fatal(err)
			}
			plain, reduced, careless, ok := answers(t, s, Reductions(1)<<i)
			if !ok || plain != reduced {
				t.Errorf("plain %s, reduced %s, without the condition %s", plain, reduced, careless)
			}
		})
	}
}

// carelessScenes reads "# NAME", then a scene, then an empty line.
func carelessScenes(t *testing.T) map[string]string {
	text, err := os.ReadFile("testdata/careless.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for part := range strings.SplitSeq(string(text), "\n\n") {
		title, scene, _ := strings.Cut(strings.TrimSpace(part), "\n")
		all[strings.TrimPrefix(title, "# ")] = scene
	}
	return all
}

func drawCareless(t *testing.T, forgotten Reductions, n int) {
	differs := func(s *scene.Scene) bool {
		plain, reduced, _, ok := answers(t, s, forgotten)
		return ok && plain == reduced
	}
	for i := range n {
		text := scenes.Draw(rand.New(rand.NewPCG(9, uint64(i))))
		s, err := scenes.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if differs(s) {
			t.Logf("question %d:\n%s", i, scenes.Shrink(text, differs))
			return
		}
	}
	t.Errorf("none of %d scenes is answered wrongly", n)
}
