package runbook

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// TestGolden shows each plan of testdata as both views. The goldens are meant
// to be read.
func TestGolden(t *testing.T) {
	plans, err := filepath.Glob("testdata/*.json")
	if err != nil || len(plans) == 0 {
		t.Fatalf("no plans: %v", err)
	}
	for _, file := range plans {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			p := readPlan(t, file)
			var text, markdown strings.Builder
			if err := Text(&text, p, page.Style{}); err != nil {
				t.Fatal(err)
			}
			if err := Markdown(&markdown, p); err != nil {
				t.Fatal(err)
			}
			golden(t, "testdata/"+name+".txt.golden", text.String())
			golden(t, "testdata/"+name+".md.golden", markdown.String())
		})
	}
}

func readPlan(t *testing.T, file string) *planner.Plan {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var p planner.Plan
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return &p
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; if that is meant, run go test ./planner/runbook -update and read the diff. Got:\n%s", file, got)
	}
}
