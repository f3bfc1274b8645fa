package verify

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestScenes reads testdata: "visit" gives the answer for a scene, the story of a
// loss included; the words behind it are for people, and say what is tested.
func TestScenes(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			if d.Cmd != "visit" {
				t.Fatalf("unknown command %s", d.Cmd)
			}
			limit := 400000
			d.MaybeScanArgs(t, "limit", &limit)
			a := Scene(parseScene(d.Input), limit)
			t.Logf("%s: %d states", d.Pos, a.States)
			return show(a)
		})
	})
}

func show(a Answer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "safety %s, completion %s: %s\n", a.Safety, a.Completion, a.Why)
	for _, line := range a.Story {
		fmt.Fprintf(&b, "  %s\n", line)
	}
	return b.String()
}
