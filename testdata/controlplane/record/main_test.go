package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

func TestTheSnapshotsAreOfTheDemoAsItIs(t *testing.T) {
	revision, err := controlplane.Revision(os.DirFS("../../demo"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../snapshots/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no snapshots: %v", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(content, []byte("lastAppliedRevision: "+revision)) {
			t.Errorf("%s is not of revision %s; record it anew, as its first lines say", file, revision)
		}
	}
}
