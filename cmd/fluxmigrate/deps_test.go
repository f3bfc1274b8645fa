package main_test

import (
	"slices"
	"strings"
	"testing"
)

// The import policy of the module, as text. A line covers the package it names
// and every package below that has no line of its own. docs/architecture.md
// says why the order is what it is.
//
// Test files are exempt: a scenario test of planner may render a tree, and a
// test may write a file or start a goroutine. What they import ends up in no
// binary.

// importOrder says which packages of this module a package may import, beside
// those under its own line.
const importOrder = `
docs:
planner/verdict:
planner/ownership:
planner/explore:
planner/scene:
graph:
planner/step: planner/ownership
planner/sim: planner/scene planner/explore planner/verdict
planner/verify: planner/scene planner/verdict
planner/proof: planner/scene planner/sim planner/explore planner/ownership planner/step planner/verdict
planner/hazard: planner/verdict planner/ownership planner/step graph
planner: planner/verdict planner/ownership planner/step planner/hazard graph planner/explore planner/sim planner/scene planner/proof
planner/rbac: planner planner/ownership planner/step
planner/runbook: planner/verdict planner/ownership planner/step planner/hazard graph planner planner/scene planner/proof
render: planner/ownership planner/step
live: planner/ownership
live/execute: planner planner/ownership planner/step planner/verdict
cmd: planner/scene planner/sim planner/explore planner/proof planner/verify planner/verdict planner/ownership graph planner/step planner/hazard planner planner/rbac planner/runbook render live live/execute docs
`

// thirdParty names the only line below which a module may be imported.
const thirdParty = `
gonum.org/v1/gonum: graph
github.com/urfave/cli: cmd
sigs.k8s.io/kustomize: render
github.com/go-git: render
github.com/fluxcd/pkg/kustomize: render
k8s.io/client-go: live
`

// The pure core: same input, same bytes. It reads no disk, no cluster and no
// clock, draws nothing at random and starts no goroutine.
const (
	pureCore      = `planner graph`
	impure        = `planner/plantest` // the fake cluster of the tests
	pureForbidden = `os net log syscall io/ioutil path/filepath math/rand crypto/rand unsafe`
	clockReads    = `Now Since Until After AfterFunc Tick NewTimer NewTicker Sleep`
)

// goroutines may start below these only. The output of the explorer does not
// depend on their number or order; its tests hold it to that.
const goroutines = `render live cmd planner/explore`

func TestEveryFileKeepsTheImportPolicy(t *testing.T) {
	files := moduleFiles(t)
	if len(files) < 10 {
		t.Fatalf("found only %d files of the module: the test looks in the wrong folder", len(files))
	}
	for _, f := range files {
		for _, v := range violations(f) {
			t.Error(v)
		}
	}
}

func TestEveryLineOfTheImportPolicyCoversAPackage(t *testing.T) {
	files := moduleFiles(t)
	for line := range parsePolicy(importOrder) {
		if !slices.ContainsFunc(files, func(f sourceFile) bool { return coveringLine(f.dir()) == line }) {
			t.Errorf("importOrder has a line for %s, which has no files: remove the line", line)
		}
	}
}

func TestTheImportPolicyCatches(t *testing.T) {
	for _, tt := range []struct{ name, path, source, want string }{
		{"a leaf that imports the planner", "planner/ownership/x.go",
			`import "github.com/fluxmigrate/fluxmigrate/planner"`, "may import nothing of this module"},
		{"a rule that renders", "planner/hazard/x.go",
			`import "github.com/fluxmigrate/fluxmigrate/render/tree"`, "imports render/tree"},
		{"a reader that imports the writer", "live/x.go",
			`import "github.com/fluxmigrate/fluxmigrate/live/execute"`, "imports live/execute"},
		{"a planner that imports the writer", "planner/x.go",
			`import "github.com/fluxmigrate/fluxmigrate/live/execute"`, "imports live/execute"},
		{"a package nobody put in order", "common/x.go", ``, "no line of importOrder covers"},
		{"gonum outside graph", "planner/hazard/x.go",
			`import "gonum.org/v1/gonum/graph/topo"`, "only below graph"},
		{"the flag library outside cmd", "render/x.go",
			`import "github.com/urfave/cli/v2"`, "only below cmd"},
		{"kyaml outside render", "live/x.go",
			`import "sigs.k8s.io/kustomize/kyaml/yaml"`, "only below render"},
		{"a core that reads a file", "planner/x.go", `import "os"`, "pure core"},
		{"a core that walks a folder", "planner/x.go", `import "path/filepath"`, "pure core"},
		{"a core that opens a connection", "graph/x.go", `import "net/http"`, "pure core"},
		{"a core that logs", "planner/step/x.go", `import "log/slog"`, "pure core"},
		{"a core that draws lots", "planner/x.go", `import "math/rand/v2"`, "pure core"},
		{"a core that asks the time", "planner/x.go", "import \"time\"\nvar now = time.Now", "reads the clock"},
		{"a core that asks the time under another name", "planner/x.go",
			"import t \"time\"\nfunc f() { t.Sleep(1) }", "reads the clock"},
		{"a core that hides the clock", "planner/x.go", `import . "time"`, "dot import"},
		{"a goroutine in the core", "planner/x.go", "func f() { go f() }", "starts a goroutine"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := parseSource(t, tt.path, []byte("package x\n"+tt.source+"\n"))
			got := strings.Join(violations(f), "\n")
			if !strings.Contains(got, tt.want) || !strings.Contains(got, tt.path) {
				t.Errorf("got %q, want a message with %q and the file's name", got, tt.want)
			}
		})
	}
}

func TestTheImportPolicyAllows(t *testing.T) {
	for _, tt := range []struct{ name, path, source string }{
		{"a rule that uses the graph", "planner/hazard/x.go",
			`import "github.com/fluxmigrate/fluxmigrate/graph"`},
		{"a package below a line that imports its sibling", "render/build/x.go",
			`import "github.com/fluxmigrate/fluxmigrate/render/tree"`},
		{"a duration in the core", "planner/x.go", "import \"time\"\nvar d = time.Second"},
		{"a path in the core", "planner/x.go", `import "path"`},
		{"a reader that reads a file", "live/x.go", `import "os"`},
		{"rendering in parallel", "render/x.go", "func f() { go f() }"},
		{"a fake cluster with a file", "planner/plantest/x.go", `import "os"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := parseSource(t, tt.path, []byte("package x\n"+tt.source+"\n"))
			if got := violations(f); len(got) > 0 {
				t.Errorf("got %q, want nothing", got)
			}
		})
	}
}
