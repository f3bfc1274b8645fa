package controlplane_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/switches.txt anew")

// TestEverySwitchOfTheDemo makes every switch from one mode to another as it
// is, and compares what was lost with what was lost when the file was written.
// An object is lost where both modes have it and it is not the same object
// afterwards.
func TestEverySwitchOfTheDemo(t *testing.T) {
	const file = "testdata/switches.txt"
	d := loadDemo(t, "tls")
	modes := slices.Sorted(maps.Keys(d.layout.Modes))
	d.switchTo(modes[0])
	lost := make(map[string]string)
	at := modes[0]
	for _, to := range circuit(modes) {
		before := d.uids()
		d.switchTo(to)
		lost[at+" → "+to] = losses(before, d.uids())
		at = to
	}
	var report strings.Builder
	for _, pair := range slices.Sorted(maps.Keys(lost)) {
		fmt.Fprintf(&report, "%s\n%s", pair, lost[pair])
	}
	if *update {
		if err := os.WriteFile(file, []byte(report.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if report.String() != string(want) {
		t.Errorf("other losses than in %s, which -update writes anew:\n%s", file, &report)
	}
}

func (d *demo) uids() map[string]string {
	d.Helper()
	uids, err := cluster.UIDs(d.Context())
	if err != nil {
		d.Fatal(err)
	}
	return uids
}

// losses says what became of the objects that both inventories list.
func losses(before, after map[string]string) string {
	var lines strings.Builder
	for _, id := range slices.Sorted(maps.Keys(after)) {
		was, both := before[id]
		switch {
		case !both || was == after[id]:
		case after[id] == "":
			fmt.Fprintf(&lines, "  %s is gone\n", id)
		default:
			fmt.Fprintf(&lines, "  %s is another object\n", id)
		}
	}
	return lines.String()
}

// circuit goes from the first mode along every ordered pair of modes once, and
// ends where it began.
func circuit(modes []string) []string {
	var stops []string
	for i := range len(modes) - 1 {
		for _, far := range modes[min(i+2, len(modes)):] {
			stops = append(stops, far, modes[i])
		}
		stops = append(stops, modes[i+1])
	}
	for i := len(modes) - 2; i >= 0; i-- {
		stops = append(stops, modes[i])
	}
	return stops
}
