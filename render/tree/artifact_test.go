package tree

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/fluxcd/pkg/sourceignore"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"
)

// TestArtifact shows what is left of trees: see testdata/artifact. The ignore
// argument is spec.ignore.
func TestArtifact(t *testing.T) {
	datadriven.RunTest(t, "testdata/artifact", func(t *testing.T, d *datadriven.TestData) string {
		files := map[string]string{}
		for _, f := range txtar.Parse([]byte(d.Input)).Files {
			files[f.Name] = string(f.Data)
		}
		var ignore *string
		for _, arg := range d.CmdArgs {
			text := strings.ReplaceAll(strings.Join(arg.Vals, "\n"), `"`, "")
			ignore = &text
		}
		a, err := FromFiles("t", files).Artifact(ignore)
		if err != nil {
			return err.Error()
		}
		return strings.Join(listing(a), "\n") + "\n"
	})
}

// listing gives directories, with a slash at the end, and files.
func listing(t *Tree) []string {
	list := t.Paths()
	for d := range t.dirs {
		if d != "" {
			list = append(list, d+"/")
		}
	}
	slices.Sort(list)
	return list
}

// TestAnArtifactIsWhatSourceControllerWouldArchive compares with the walk of
// storage.Archive over the same files on disk, with Flux's own matcher.
func TestAnArtifactIsWhatSourceControllerWouldArchive(t *testing.T) {
	names := []string{"a", "b.yaml", "c.png", ".github", ".gitignore", "d", "x.sops.yaml", ".sops.yaml", ".git"}
	patterns := []string{"*.png", "/*", "!/a", "a/", "d", "**/b.yaml", "!b.yaml", "/a/**", "# x", "", "!a/d/", "a/d/", "*", "!*/", "[", "\\!a"}
	rapid.Check(t, func(t *rapid.T) {
		files := map[string]string{}
		for range rapid.IntRange(0, 8).Draw(t, "files") {
			parts := rapid.SliceOfN(rapid.SampledFrom(names), 1, 4).Draw(t, "path")
			files[strings.Join(parts, "/")] = "x"
		}
		rules := rapid.SliceOfN(rapid.SampledFrom(patterns), 0, 3)
		for range rapid.IntRange(0, 2).Draw(t, "ignore files") {
			dir := rapid.SampledFrom([]string{"", "a/", "a/d/"}).Draw(t, "of")
			files[dir+".sourceignore"] = strings.Join(rules.Draw(t, "rules"), "\n")
		}
		for p := range files { // a file where another needs a directory
			for q := range files {
				if strings.HasPrefix(q, p+"/") {
					delete(files, p)
				}
			}
		}
		var ignore *string
		if rapid.Bool().Draw(t, "spec.ignore") {
			text := strings.Join(rules.Draw(t, "ignore"), "\n")
			ignore = &text
		}
		a, err := FromFiles("t", files).Artifact(ignore)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := listing(a), archived(t, files, ignore); !slices.Equal(got, want) {
			t.Fatalf("files %q, ignore %v\nours:   %q\nFlux's: %q", files, ignore, got, want)
		}
	})
}

// archived lists what storage.Archive puts into the tarball, and the
// directories that unpacking makes above it.
func archived(t *rapid.T, files map[string]string, ignore *string) []string {
	dir, err := os.MkdirTemp("", "artifact")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for p, content := range files {
		os.MkdirAll(filepath.Dir(filepath.Join(dir, p)), 0o755)
		os.WriteFile(filepath.Join(dir, p), []byte(content), 0o644)
	}
	domain := strings.Split(dir, "/")
	ps, err := sourceignore.LoadIgnorePatterns(dir, domain)
	if err != nil {
		t.Fatal(err)
	}
	if ignore != nil {
		ps = append(ps, sourceignore.ReadPatterns(strings.NewReader(*ignore), domain)...)
	}
	matcher := sourceignore.NewDefaultMatcher(ps, domain)
	if len(ps) > 0 {
		matcher = sourceignore.NewMatcher(append(sourceignore.VCSPatterns(domain), ps...))
	}
	found := map[string]bool{}
	filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || p == dir || matcher.Match(strings.Split(p, "/"), e.IsDir()) {
			return err
		}
		rel, _ := filepath.Rel(dir, p)
		if e.IsDir() {
			found[rel+"/"] = true
		} else {
			found[rel] = true
		}
		for d := parent(rel); d != ""; d = parent(d) {
			found[d+"/"] = true
		}
		return nil
	})
	var list []string
	for p := range found {
		list = append(list, p)
	}
	slices.Sort(list)
	return list
}

func TestWhatTheArtifactLacksIsExplained(t *testing.T) {
	tree := FromFiles("t", map[string]string{"apps/a.yaml": "", "apps/logo.png": "", "ci/x.yaml": "", ".sourceignore": "/ci/"})
	a, err := tree.Artifact(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := a.WhyMissing("ci/x.yaml"); !strings.Contains(got, "ci/x.yaml is excluded") {
		t.Errorf("ci/x.yaml: %q", got)
	}
	if a.Hash() == tree.Hash() || a.WhyMissing("apps/logo.png") != "" {
		t.Error("want another hash, and the default exclusions replaced by the file's")
	}
}

func TestASourceignoreBehindASymlinkIsFollowed(t *testing.T) {
	r := newRepo(t)
	r.write("rules", "*.md\n", "a.md", "", "a.yaml", "")
	if err := os.Symlink("rules", filepath.Join(r.dir, ".sourceignore")); err != nil {
		t.Fatal(err)
	}
	r.commit("one")
	a, err := r.revision("HEAD").Artifact(nil)
	if err != nil || !slices.Equal(a.Paths(), []string{"a.yaml", "rules"}) {
		t.Errorf("%v %v", a.Paths(), err)
	}
}

// FuzzTree: paths and patterns of any kind give trees or errors, and a path
// never leads outside.
func FuzzTree(f *testing.F) {
	f.Add("a/b", "*.yaml\n!a", "a")
	f.Add("../..//x/", "[\n**a/**\n\\", "..")
	f.Add("\x00\xff/", "/", "/../a")
	f.Fuzz(func(t *testing.T, p, ignore, sub string) {
		tree := FromFiles("t", map[string]string{p: "x", "a/b": "y", ".sourceignore": ignore})
		a, err := tree.Artifact(&ignore)
		if err != nil {
			t.Fatal(err)
		}
		a.Hash()
		a.WhyMissing(sub)
		if s, err := a.Sub(sub); err == nil {
			s.Hash()
		}
		if c, err := Clean(p); err == nil && (c == ".." || strings.HasPrefix(c, "../") || strings.HasPrefix(c, "/")) {
			t.Errorf("%q leads to %q", p, c)
		}
	})
}

// FuzzRevision: whatever a user types, there is a tree or an error.
func FuzzRevision(f *testing.F) {
	for _, rev := range []string{"main", "HEAD~1", "HEAD^2^{commit}~", "@{u}", "a:b", "^", "~", "refs/", "../x", "abcd", "HEAD^{", ""} {
		f.Add(rev)
	}
	dir := f.TempDir()
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"-c", "user.name=t", "-c", "user.email=t", "commit", "-q", "--allow-empty", "-m", "x"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if err := cmd.Run(); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, rev string) {
		r, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if tree, err := r.Revision(rev); (tree == nil) == (err == nil) {
			t.Errorf("%q: a tree or an error, not %v and %v", rev, tree, err)
		}
		r.Between(rev, "HEAD", 1)
	})
}
