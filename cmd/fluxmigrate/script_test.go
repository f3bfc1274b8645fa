package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected outputs and the generated documents")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"fluxmigrate": main})
}

// TestScript runs the command line as a user does. The scripts are about
// statuses, streams and usage; what a plan says is tested where it is made.
func TestScript(t *testing.T) {
	demo, err := filepath.Abs("../../testdata/demo")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "fill": fill},
		Setup: func(env *testscript.Env) error {
			env.Setenv("DEMO", filepath.Join(env.WorkDir, "demo"))
			env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			return os.CopyFS(filepath.Join(env.WorkDir, "demo"), os.DirFS(demo))
		},
	})
}

// fill puts the last output in place of a word in files: fill COMMIT live.yaml.
func fill(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: fill WORD FILE…")
	}
	output := strings.TrimSpace(ts.ReadFile("stdout"))
	for _, name := range args[1:] {
		text := ts.ReadFile(name)
		if !strings.Contains(text, args[0]) {
			ts.Fatalf("%s has no %s", name, args[0])
		}
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(strings.ReplaceAll(text, args[0], output)), 0o600))
	}
}

// exits runs a command and wants that exit status: exits 2 fluxmigrate plan.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND [ARGUMENT…]")
	}
	err := ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	got := 0
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if want, _ := strconv.Atoi(args[0]); got != want {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
}
