package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
)

// controller stands behind the snapshot of the demo, which has none.
const controller = `
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: kustomize-controller, namespace: flux-system}
spec: {template: {spec: {containers: [{image: "fluxcd/kustomize-controller:v1.9.6", args: []}]}}}
`

// input is what is changed: in what the cluster shows, in the layout, or a flag.
type input struct {
	live, layout [2]string // old, new
	flags        []string
}

// TestAPlanIsStaleOnceAnInputChanges plans the switch of the demo again with one
// input changed, and compares what the two plans say they were made from.
func TestAPlanIsStaleOnceAnInputChanges(t *testing.T) {
	repo := t.TempDir()
	if err := os.CopyFS(repo, os.DirFS("../../testdata/demo")); err != nil {
		t.Fatal(err)
	}
	before := basisOf(t, repo, input{})
	for _, tt := range []struct {
		name       string
		changed    input
		stillHolds bool
	}{
		{"nothing", input{}, true},
		{"a revision applied anew", input{live: [2]string{"Applied revision: main@sha1:8301ef", "Applied revision: main@sha1:9301ef"}}, true},
		{"a variable that nothing uses", input{flags: []string{"--var", "NOBODY=x"}}, true},
		{"a variable", input{flags: []string{"--var", "EDGE_HOST=shop.example"}}, false},
		{"a label", input{live: [2]string{"kustomize.toolkit.fluxcd.io/name: edge-tls", "kustomize.toolkit.fluxcd.io/name: other"}}, false},
		{"a shard", input{live: [2]string{"labels:", "labels: {sharding.fluxcd.io/key: east}\n    was:"}}, false},
		{"a gate", input{live: [2]string{"args: []", "args: [--feature-gates=StrictPostBuildSubstitutions=true]"}}, false},
		{"a version", input{live: [2]string{"controller:v1.9.6", "controller:v1.7.3"}}, false},
		{"a field of a spec", input{live: [2]string{"prune: true", "prune: false"}}, false},
		{"a field of a root", input{layout: [2]string{"prune: true", "prune: false"}}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			after := basisOf(t, repo, tt.changed)
			if same := reflect.DeepEqual(before, after); same != tt.stillHolds {
				t.Errorf("the basis is the same: %t\n%+v\n%+v", same, before, after)
			}
		})
	}
}

func basisOf(t *testing.T, repo string, changed input) planner.Basis {
	t.Helper()
	live := written(t, "live.yaml", read(t, "../../testdata/snapshots/tls.yaml")+controller, changed.live)
	layout := written(t, "layout.yaml", read(t, "../../testdata/demo/fluxmigrate.yaml"), changed.layout)
	var stdout, stderr bytes.Buffer
	run(append([]string{"plan", "--from", "tls", "--to", "ip", "--repo", repo, "--live", live, "--layout", layout,
		"--budget", "0", "-o", "json"}, changed.flags...), &stdout, &stderr)
	p, err := planner.Decode(stdout.Bytes())
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	p.Basis.Live = "" // the file has another name each time
	return p.Basis
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// written gives a file with a text in which one thing is changed.
func written(t *testing.T, name, text string, change [2]string) string {
	t.Helper()
	if !strings.Contains(text, change[0]) {
		t.Fatalf("%s has no %q", name, change[0])
	}
	if change[0] != "" {
		text = strings.ReplaceAll(text, change[0], change[1])
	}
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
