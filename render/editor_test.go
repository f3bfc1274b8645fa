package render_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/render"
)

var update = flag.Bool("update", false, "rewrite the wanted edits")

// TestEditorFindsWhereAnEditWins runs every archive of testdata/edits: a
// repository in a folder, lines "edit OBJECT FILE FIELD VALUE" in the comment,
// and in want.txt where each edit was made and what it changed.
func TestEditorFindsWhereAnEditWins(t *testing.T) {
	archives, _ := filepath.Glob("testdata/edits/*.txtar")
	if len(archives) == 0 {
		t.Fatal("no archives")
	}
	for _, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := editsOf(t, archive)
			if *update {
				archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return f.Name == "want.txt" })
				archive.Files = append(archive.Files, txtar.File{Name: "want.txt", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := string(archive.Files[len(archive.Files)-1].Data); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func editsOf(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	dir, files := t.TempDir(), map[string]string{}
	for _, f := range archive.Files {
		if f.Name != "want.txt" {
			files[f.Name] = string(f.Data)
		}
	}
	writeFiles(t, dir, files)
	r, err := render.Open(render.Options{Repo: dir})
	if err != nil {
		t.Fatal(err)
	}
	editor, err := r.Editor("", "")
	if err != nil {
		t.Fatal(err)
	}
	c := step.Commit{Revision: "one", Edits: stepsOf(t, string(archive.Comment))}
	staged, err := editor.Stage([]step.Commit{c})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i, p := range staged.Commits[0].Edits {
		fmt.Fprintf(&b, "%s of %s: ", c.Edits[i].Field, c.Edits[i].Target.Display())
		switch {
		case p.Trouble != "":
			fmt.Fprintf(&b, "TROUBLE %s\n", p.Trouble)
		case p.How != "":
			fmt.Fprintf(&b, "in %s, %s\n", p.File, p.How)
		default:
			fmt.Fprintf(&b, "in %s\n", p.File)
		}
	}
	changed, err := editor.Changed(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range slices.Sorted(maps.Keys(changed)) {
		fmt.Fprintf(&b, "--- %s\n%s", p, diff(files[p], string(changed[p])))
	}
	return b.String()
}

func stepsOf(t *testing.T, comment string) []step.Step {
	t.Helper()
	var steps []step.Step
	for line := range strings.Lines(comment) {
		words := strings.Fields(line)
		if len(words) != 5 || words[0] != "edit" {
			continue
		}
		target, err := ownership.ParseObjectID(words[1])
		if err != nil {
			t.Fatal(err)
		}
		field, value := words[3], words[4]
		if field == "guard" {
			field = "metadata.annotations[kustomize.toolkit.fluxcd.io/prune]"
		}
		steps = append(steps, step.Step{Target: target, File: words[2], Field: field, Value: value})
	}
	return steps
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// diff gives the lines that only one of two texts has, in order.
func diff(before, after string) string {
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			common[i][j] = max(common[i+1][j], common[i][j+1])
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	var out strings.Builder
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			out.WriteString("-" + strings.TrimSuffix(a[i], "\n") + "\n")
			i++
		default:
			out.WriteString("+" + strings.TrimSuffix(b[j], "\n") + "\n")
			j++
		}
	}
	return out.String()
}
