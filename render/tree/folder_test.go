package tree

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFolderHasTheHashGitWouldGiveIt(t *testing.T) {
	r := history(t)
	tree, err := Folder(r.dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := r.git("rev-parse", "HEAD^{tree}"); tree.Hash() != want || tree.Commit() != "" {
		t.Errorf("hash %s, git says %s", tree.Hash(), want)
	}
	sub, err := tree.Sub("./apps/")
	if want := r.git("rev-parse", "HEAD:apps"); err != nil || sub.Hash() != want || sub.Base() != "apps" {
		t.Errorf("apps has hash %s, %v; git says %s", sub.Hash(), err, want)
	}
}

func TestAFolderKeepsEmptyDirectoriesAndOddNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"Case/x", "case/x", "bad\xffname", "sp ace/é\n", strings.Repeat("d/", 300) + "x"} {
		os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	os.Mkdir(filepath.Join(dir, "empty"), 0o755)
	os.Symlink("/", filepath.Join(dir, "out"))
	tree, err := Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(tree.Paths()) != 5 || !tree.IsDir("empty") || read(tree, "case/x") != "case/x" || read(tree, "bad\xffname") != "bad\xffname" {
		t.Errorf("paths %q", tree.Paths())
	}
	if got := tree.WhyMissing("out/etc"); !strings.Contains(got, "symlink to /") {
		t.Errorf("why is out/etc missing: %q", got)
	}
}

func TestAFolderIsReadWhenAskedForAndMayNotChangeMeanwhile(t *testing.T) {
	dir := t.TempDir()
	big := filepath.Join(dir, "big.yaml")
	if err := os.WriteFile(big, make([]byte, 10<<20), 0o644); err != nil {
		t.Fatal(err)
	}
	tree, err := Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := tree.Lookup("big.yaml")
	if f.Size != 10<<20 || len(read(tree, "big.yaml")) != 10<<20 {
		t.Errorf("size %d", f.Size)
	}
	os.WriteFile(big, []byte("other"), 0o644)
	_, err = f.Read()
	wantError(t, err, "big.yaml changed on disk")
	os.Remove(big)
	_, err = f.Read()
	wantError(t, err, "big.yaml")
}

func TestAFolderThatCannotBeReadIsNamed(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "secret.yaml")
	os.WriteFile(file, nil, 0o000)
	_, err := Folder(filepath.Join(dir, "nowhere"))
	wantError(t, err, "nowhere")
	_, err = Folder(file)
	wantError(t, err, "secret.yaml is a file")
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	_, err = Folder(dir)
	wantError(t, err, "secret.yaml")
}
