package ownership_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
)

// Each case: a state, why f/a may not have applied it, and whether that is sure.
var heldUpCases = []struct {
	name, state, why string
	sure             bool
}{
	{"it waits for nobody", `f/a`, "", false},
	{"it waits for what is not there", `f/a dependsOn=f/b`, "f/b is not in now, and something depends on it", true},
	{"it waits for one that is suspended", `
		f/a dependsOn=f/b
		f/b suspend`, "f/b is suspended in now, and something depends on it", false},
	{"what it waits for does not build, and something else is suspended", `
		f/a dependsOn=f/c dependsOn=f/b
		f/b failed
		f/c suspend`, "f/b does not build in now: the build fails", true},
	{"it waits for the health of one that never builds: it has applied before", `
		f/a wait: Kustomization f/b
		f/b failed`, "", false},
}

func TestWhoIsHeldUp(t *testing.T) {
	for _, c := range heldUpCases {
		d, err := plantest.State("now", c.state)
		if err != nil {
			t.Fatal(err)
		}
		if why, sure := ownership.NewHoldUps(d).In(d, ownership.KustomizationID{Namespace: "f", Name: "a"}); why != c.why || sure != c.sure {
			t.Errorf("%s: %q, sure %v", c.name, why, sure)
		}
	}
}
