package sim

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestEveryRuleIsTested takes each rule of testdata/mutants.txt out of the
// model and runs the other tests, of which one has to fail. It takes minutes:
//
//	SIM_MUTATE=1 go test ./planner/sim -run TestEveryRuleIsTested -timeout 60m
//
// SIM_MUTATE=WORD takes the mutants alone whose words have it.
func TestEveryRuleIsTested(t *testing.T) {
	text, err := os.ReadFile("testdata/mutants.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := os.Getenv("SIM_MUTATE")
	for _, m := range mutants(t, string(text)) {
		t.Run(m.what, func(t *testing.T) {
			path, text := m.apply(t)
			if want == "" || want != "1" && !strings.Contains(m.what, want) {
				t.Skip("SIM_MUTATE is not set")
			}
			t.Parallel()
			m.run(t, path, text)
		})
	}
}

// mutant is one change of the code.
type mutant struct{ what, file, old, new string }

// mutants reads blocks of lines: "# words", "file.go", lines "- old", lines
// "+ new", where old is found once in the file.
func mutants(t *testing.T, text string) (all []mutant) {
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		last := len(all) - 1
		switch {
		case strings.HasPrefix(line, "# "):
			all = append(all, mutant{what: line[2:]})
		case strings.HasSuffix(line, ".go"):
			all[last].file = line
		case strings.HasPrefix(line, "- "):
			all[last].old = joined(all[last].old, line[2:])
		case strings.HasPrefix(line, "+ "):
			all[last].new = joined(all[last].new, line[2:])
		case line != "":
			t.Fatalf("mutants.txt: %q", line)
		}
	}
	return all
}

func joined(lines, line string) string {
	if lines == "" {
		return line
	}
	return lines + "\n" + line
}

// apply gives the file with the change. Without SIM_MUTATE too, so that a
// change of the code that the list does not follow is seen.
func (m mutant) apply(t *testing.T) (path, text string) {
	code, err := os.ReadFile(m.file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(code), m.old); n != 1 || m.old == "" {
		t.Fatalf("%s has %q %d times", m.file, m.old, n)
	}
	path, err = filepath.Abs(m.file)
	if err != nil {
		t.Fatal(err)
	}
	return path, strings.Replace(string(code), m.old, m.new, 1)
}

func (m mutant) run(t *testing.T, path, text string) {
	changed := filepath.Join(t.TempDir(), m.file)
	overlay := filepath.Join(t.TempDir(), "overlay.json")
	content, err := json.Marshal(map[string]any{"Replace": map[string]string{path: changed}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(changed, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, content, 0o600); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), "sim.test")
	if out, err := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("it does not build: %v\n%s", err, out)
	}
	for _, tests := range []string{"TestRules", "TestPatterns"} {
		run := exec.Command(binary, "-test.run", tests, "-test.failfast", "-test.timeout", "5m")
		run.Env = append(os.Environ(), "SIM_PLAIN=1", "SIM_MUTATE=") // the reduced model will do
		if err := run.Run(); err != nil {
			return // found
		}
	}
	t.Errorf("no test saw it")
}
