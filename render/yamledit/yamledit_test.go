package yamledit_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/fluxmigrate/fluxmigrate/render/yamledit"
)

var update = flag.Bool("update", false, "rewrite the expected texts")

// TestEdit makes the edit that the comment of each file in each archive of
// testdata says:
//
//	set DOCUMENT FIELD… = VALUE [behind FIELD…]
//	append DOCUMENT FIELD… = VALUE
//	remove DOCUMENT FIELD…
//
// In a text, ^M is a carriage return, <end> the end without a line end.
func TestEdit(t *testing.T) {
	archives, _ := filepath.Glob("testdata/*.txtar")
	if len(archives) == 0 {
		t.Fatal("no archives")
	}
	for _, file := range archives {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(archive.Files); i += 2 {
			before, after := archive.Files[i], &archive.Files[i+1]
			t.Run(before.Name, func(t *testing.T) {
				got := string(outcome(t, after.Name, decoded(before.Data)))
				if *update {
					after.Data = []byte(encoded(got))
				} else if want := string(decoded(after.Data)); got != want {
					t.Errorf("%s\ngot:\n%s\nwant:\n%s", after.Name, encoded(got), encoded(want))
				}
			})
		}
		if *update {
			if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func outcome(t *testing.T, command string, raw []byte) []byte {
	out, err := run(t, command, raw)
	if err != nil {
		return []byte("error: " + err.Error() + "\n")
	}
	return out
}

func run(t *testing.T, command string, raw []byte) ([]byte, error) {
	words, value, _ := strings.Cut(command, " = ")
	value, behind, _ := strings.Cut(value, " behind ")
	fields := strings.Fields(words)
	doc, err := strconv.Atoi(fields[1])
	if err != nil {
		t.Fatal(err)
	}
	var at yamledit.Path
	for _, f := range fields[2:] {
		if n, err := strconv.Atoi(f); err == nil {
			at = append(at, n)
			continue
		}
		at = append(at, f)
	}
	switch fields[0] {
	case "set":
		return yamledit.Set(raw, doc, at, valueOf(t, value), strings.Fields(behind)...)
	case "append":
		return yamledit.Append(raw, doc, at, valueOf(t, value))
	case "remove":
		return yamledit.Remove(raw, doc, at)
	}
	return nil, errors.New("no such command")
}

func valueOf(t *testing.T, text string) any {
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return ordered(v)
}

func ordered(v any) any {
	m, ok := v.(map[string]any)
	if !ok {
		return v
	}
	var out yamledit.Map
	for _, name := range []string{"kind", "name", "patch"} {
		if inner, ok := m[name]; ok {
			if text, _ := inner.(string); strings.Contains(text, "\n") {
				inner = yamledit.Block(text)
			}
			out = append(out, yamledit.Field{Name: name, Value: inner})
		}
	}
	return out
}

func decoded(data []byte) []byte {
	text := strings.ReplaceAll(string(data), "^M", "\r")
	text, _, _ = strings.Cut(text, "<end>")
	return []byte(text)
}

func encoded(text string) string {
	if !strings.HasSuffix(text, "\n") {
		text += "<end>\n"
	}
	return strings.ReplaceAll(text, "\r", "^M")
}

// FuzzSet holds that an edit is right or refused, and never a panic.
func FuzzSet(f *testing.F) {
	for _, s := range []string{"a: 1\n", "a: {b: 1}\n", "- a\n", "a:\n  b: |\n    x\n", "{}", "a: &x 1\nb: *x\n", "---\r\na: 'b'\r\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if out, err := yamledit.Set([]byte(raw), 0, yamledit.Path{"a", "b"}, "c"); err == nil {
			if _, err := yamledit.Documents(out); err != nil {
				t.Fatalf("%q became %q: %v", raw, out, err)
			}
		}
		_, _ = yamledit.Remove([]byte(raw), 0, yamledit.Path{"a", "b"})
		_, _ = yamledit.Append([]byte(raw), 0, yamledit.Path{"a"}, "c")
	})
}
