package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

const (
	exampleBegins = "<!-- example: made by make generate -->\n"
	exampleEnds   = "<!-- /example -->\n"
)

// TestDocsReadmeShowsWhatTheDemoPrints compares the example with the first
// lines of the demo's plan, up to the end of its overview.
func TestDocsReadmeShowsWhatTheDemoPrints(t *testing.T) {
	t.Setenv("LC_ALL", "C.UTF-8")
	var stdout, stderr bytes.Buffer
	if status := run([]string{"plan", "--repo", "../../testdata/demo", "--from", "tls", "--to", "ip"}, &stdout, &stderr); status != 0 {
		t.Fatalf("exit status %d: %s", status, stderr.String())
	}
	before, _, ok := strings.Cut(stdout.String(), "\nCosts ")
	if !ok {
		t.Fatalf("no costs in\n%s", stdout.String())
	}
	want := "    $ fluxmigrate plan --from tls --to ip\n"
	for line := range strings.Lines(before + "…\n") {
		want += strings.TrimRight("    "+strings.TrimSuffix(line, "\n"), " ") + "\n"
	}
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	head, middle, begins := strings.Cut(string(text), exampleBegins)
	got, tail, ends := strings.Cut(middle, exampleEnds)
	if !begins || !ends {
		t.Fatal("README.md has no place for the example")
	}
	if want = "\n" + want + "\n"; got == want {
		return
	}
	if !*update {
		t.Fatalf("README.md is out of date: run make generate. Got\n%s\nwant\n%s", got, want)
	}
	if err := os.WriteFile("../../README.md", []byte(head+exampleBegins+want+exampleEnds+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}
