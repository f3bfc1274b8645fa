package yamledit

import (
	"bytes"
	"path/filepath"
	"reflect"
	"testing"

	"golang.org/x/tools/txtar"
)

// asWhole holds that a text read part by part is what it is as a whole.
func asWhole(t *testing.T, raw []byte) {
	t.Helper()
	whole, err := values(raw)
	if err != nil {
		return
	}
	var all []any
	var text []byte
	for i, p := range parts(raw) {
		own, err := values(raw[p.begin:p.end])
		if err != nil || p.docs >= 0 && len(own) != p.docs {
			t.Fatalf("part %d of %q has %d documents, was taken to have %d: %v", i, raw, len(own), p.docs, err)
		}
		all, text = append(all, own...), append(text, raw[p.begin:p.end]...)
	}
	if !reflect.DeepEqual(all, whole) || !bytes.Equal(text, raw) {
		t.Fatalf("%q is %v, and %v in parts", raw, whole, all)
	}
}

func TestATextIsWhatItsPartsAre(t *testing.T) {
	for _, text := range []string{
		"", "\n", "# only words\n", "a: 1", "---\na: 1\n---\nb: 2\n", "# first\n---\na: 1\n---\n", "---\n---\na: 1\n", "a: 1\n--- # next\nb: 2\n",
		"--- {a: 1}\n---\tb\n", "a: |\n  ---\n  b\n---\nc: 1\n", "a: 1\r\n---\r\nb: 2\r\n", "a: 1\r---\rb: 2\r", "\ufeffa: 1\n---\nb: 2\n", "\ufeff---\na: 1\n",
		"%YAML 1.1\n---\na: 1\n", "a: 1\n...\n---\nb: 2\n", "a: 1\u2028---\u2028b: 2\n", "----\n", "---a\n", "a: '\n ---\n '\n---\nb: 1",
	} {
		asWhole(t, []byte(text))
	}
	archives, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range archives {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			asWhole(t, f.Data)
		}
	}
}

func TestAPlaceInALaterPartIsOneInTheText(t *testing.T) {
	_, err := Set([]byte("a: 1\n---\nb: &x {}\nc: *x\n"), 1, Path{"c", "d"}, "e")
	if want := "line 4: c is an alias, so an edit below it would change what it stands for"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// FuzzParts looks for texts that fall apart elsewhere than where documents end.
func FuzzParts(f *testing.F) {
	for _, s := range []string{"a: 1\n---\nb: 2\n", "--- |\n a\n--- 'b\n '\n", "- a\n\n--- # c\n", "\ufeff#\n---\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) { asWhole(t, raw) })
}
