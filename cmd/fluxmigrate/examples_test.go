package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
)

// TestDocsExamplesAreWhatThePlanSays makes the runbooks of docs/examples anew:
// those of scenarios, and that of the demo's switch.
func TestDocsExamplesAreWhatThePlanSays(t *testing.T) {
	t.Setenv("LC_ALL", "C.UTF-8")
	for _, scenario := range []string{
		"rename", "move-in-one-commit", "namespace-move-with-a-claim", "rename-parent-does-not-prune",
	} {
		repo, s := scenarioRepository(t, scenario)
		checkExample(t, scenario, "plan", "--repo", repo, "--from", s.From, "--to", s.To, "--flux-version", "1.9.6")
	}
	demo := t.TempDir() // not in git, so the runbook names no commit of this repository
	if err := os.CopyFS(demo, os.DirFS("../../testdata/demo")); err != nil {
		t.Fatal(err)
	}
	checkExample(t, "switch-of-the-demo", "plan", "--repo", demo, "--from", "tls", "--to", "ip")
}

func scenarioRepository(t *testing.T, name string) (string, *plantest.Scenario) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../testdata/scenario", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := plantest.ParseScenario(data)
	if err != nil {
		t.Fatal(err)
	}
	repo := t.TempDir()
	if err := s.Repository(repo); err != nil {
		t.Fatal(err)
	}
	return repo, s
}

func checkExample(t *testing.T, name string, args ...string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := run(append(args, "--output", "markdown"), &stdout, &stderr); status != 0 {
		t.Fatalf("%s: exit status %d: %s", name, status, stderr.String())
	}
	file := filepath.Join("../../docs/examples", name+".md")
	want := generated + stdout.String()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("%s is out of date (%v): run make generate", file, err)
	}
}
