package tree

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// gitsView gives the tree hash of what git add --all would store, without
// touching the index.
func (r repo) gitsView() string {
	r.t.Helper()
	index := filepath.Join(r.t.TempDir(), "index")
	if content, err := os.ReadFile(filepath.Join(r.dir, ".git", "index")); err == nil {
		os.WriteFile(index, content, 0o600)
	}
	os.Setenv("GIT_INDEX_FILE", index)
	defer os.Unsetenv("GIT_INDEX_FILE")
	r.git("add", "-A")
	return r.git("write-tree")
}

func TestTheWorkTreeIsWhatGitAddWouldStore(t *testing.T) {
	for name, change := range map[string]func(repo){
		"clean":     func(repo) {},
		"edited":    func(r repo) { r.write("apps/a.yaml", "changed\n") },
		"untracked": func(r repo) { r.write("new/dir/b.yaml", "b\n") },
		"deleted":   func(r repo) { os.RemoveAll(filepath.Join(r.dir, "apps")) },
		"empty dir": func(r repo) { os.MkdirAll(filepath.Join(r.dir, "empty/er"), 0o755) },
		"ignored": func(r repo) {
			r.write(".gitignore", "*.tmp\n/build/\n!keep.tmp\n# x\nlogs/*\n!logs/keep\n", "a.tmp", "", "keep.tmp", "", "build/x", "", "sub/build/x", "",
				"logs/a", "", "logs/keep", "", "sub/.gitignore", "*.yaml\n!b.yaml\n", "sub/a.yaml", "", "sub/b.yaml", "b", "sub/c.tmp", "")
		},
		"tracked though ignored": func(r repo) {
			r.write("build/x", "x", "build/y", "y")
			r.git("add", "build/x")
			r.write(".gitignore", "build/\n")
		},
		"info/exclude": func(r repo) { r.write(".git/info/exclude", "secret\n", "secret", "s", "d/secret", "s") },
		"excludesFile": func(r repo) {
			r.git("config", "--global", "core.excludesFile", "~/ignore-me")
			os.WriteFile(filepath.Join(os.Getenv("HOME"), "ignore-me"), []byte("*.swp\n"), 0o644)
			r.write("a.swp", "", "b", "")
		},
		"symlink and executable": func(r repo) {
			os.Symlink("apps", filepath.Join(r.dir, "link"))
			os.Symlink("nowhere", filepath.Join(r.dir, "apps", "broken"))
			r.write("run", "#!")
			os.Chmod(filepath.Join(r.dir, "run"), 0o755)
		},
		"sorting":               func(r repo) { r.write("a.b", "1", "a/x", "2", "a-b", "3", "a0", "4") },
		"CRLF without autocrlf": func(r repo) { r.write("w.yaml", "a\r\nb\r\n") },
		"CRLF with autocrlf": func(r repo) {
			r.git("config", "core.autocrlf", "false")
			r.write("stored.yaml", "a\r\nb\r\n").commit("crlf in git")
			r.git("config", "core.autocrlf", "input")
			r.write("stored.yaml", "a\r\nb\r\nc\r\n", "w.yaml", "a\r\nb\r\n", "bin", "a\r\n\x00", "cr", "a\rb\r\n", "mixed", "a\nb\r\n")
		},
		"sparse checkout": func(r repo) { r.git("sparse-checkout", "set", "--no-cone", "/*", "!/apps/") },
		"nested ignore order": func(r repo) {
			r.write(".gitignore", "x*\n", "d/.gitignore", "!xy\n", "d/xy", "1", "d/xz", "2", "xy", "3")
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := history(t)
			change(r)
			tree, err := r.open().WorkTree()
			if err != nil {
				t.Fatal(err)
			}
			if want := r.gitsView(); tree.Hash() != want {
				t.Errorf("hash %s, git says %s\nours:  %v\ngit's:\n%s", tree.Hash(), want, tree.Paths(), r.git("ls-tree", "-r", want))
			}
			for _, p := range tree.Paths() {
				f, _ := tree.Lookup(p)
				if content, err := f.Read(); err != nil || blobID(content) != f.ID {
					t.Errorf("%s: content is not that of its id: %v", p, err)
				}
			}
		})
	}
}

func TestARepositoryInsideIsASubmoduleWithoutContent(t *testing.T) {
	r := history(t)
	r.write("inside/a.yaml", "")
	(repo{t, filepath.Join(r.dir, "inside")}).git("init", "-q")
	tree, err := r.open().WorkTree()
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(tree.Paths(), "inside/a.yaml") || !strings.Contains(tree.WhyMissing("inside/a.yaml"), "submodule") {
		t.Errorf("paths %v, why %q", tree.Paths(), tree.WhyMissing("inside/a.yaml"))
	}
}

func TestASplitIndexIsRefusedWithWhatToType(t *testing.T) {
	r := history(t)
	r.git("update-index", "--split-index")
	_, err := r.open().WorkTree()
	wantError(t, err, "--no-split-index")
}
