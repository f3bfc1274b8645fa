package planner_test

import (
	"os"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
)

func TestADeletionSaysWhatItLeavesBehind(t *testing.T) {
	for name, want := range map[string]string{
		"live-made-by-a-run-that-failed":          "lacks it: it stays behind without an owner, unless flux-system/wine applies from once more",
		"removal-suspended-parent-does-not-prune": "it is suspended, so all that its inventory holds stays behind",
		"path-emptied": "prunes what it no longer renders",
	} {
		data, err := os.ReadFile("../testdata/scenario/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		s, err := plantest.ParseScenario(data)
		if err != nil {
			t.Fatal(err)
		}
		plan := planOf(t, s, nil)
		if len(plan.Deletions) == 0 || !strings.Contains(plan.Deletions[0].Because, want) {
			t.Errorf("%s: %+v", name, plan.Deletions)
		}
	}
}
