package tree

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// history makes main with three commits and a side branch with one.
func history(t *testing.T) repo {
	r := newRepo(t)
	r.write("apps/a.yaml", "one\n", "README.md", "x\n").commit("one")
	r.git("tag", "light")
	r.git("tag", "-a", "-m", "tag", "annotated")
	r.git("tag", "-a", "-m", "tag of a tag", "twice", "annotated")
	r.git("branch", "side")
	r.write("apps/a.yaml", "two\n").commit("two")
	r.git("checkout", "-q", "side")
	r.write("side.yaml", "s\n").commit("side")
	r.git("checkout", "-q", "main")
	r.git("merge", "-q", "--no-ff", "-m", "merge", "side")
	return r
}

func TestARevisionIsWhatGitSaysItIs(t *testing.T) {
	r := history(t)
	r.git("gc", "-q")
	r.git("update-ref", "refs/remotes/origin/far", "HEAD~1")
	head := r.git("rev-parse", "HEAD")
	opened := r.open()
	for _, rev := range []string{"HEAD", "@", "main", "side", "light", "annotated", "twice", "HEAD~2", "HEAD~", "HEAD^", "HEAD^2", "HEAD^^",
		"main~1^0", "annotated^{commit}", "annotated^{}", "origin/far", "refs/heads/side", "heads/side", "tags/light",
		head, head[:7], head[:10], strings.ToUpper(head[:8]), "light-0-g" + head[:7]} {
		tree, err := opened.Revision(rev)
		if err != nil {
			t.Errorf("%s: %v", rev, err)
			continue
		}
		if want := r.git("rev-parse", rev+"^{commit}"); tree.Commit() != want {
			t.Errorf("%s is commit %s, git says %s", rev, tree.Commit(), want)
		}
		if want := r.git("rev-parse", rev+"^{tree}"); tree.Hash() != want || treeHash(tree, "") != want {
			t.Errorf("%s has tree %s (computed %s), git says %s", rev, tree.Hash(), treeHash(tree, ""), want)
		}
	}
}

func TestARevisionThatIsNotThereIsNamedWithWhatToType(t *testing.T) {
	r := history(t)
	for rev, want := range map[string]string{
		"nowhere":                         "git fetch --all --tags",
		"HEAD~9":                          "is the first of the history",
		"HEAD^3":                          "has only 2 parents",
		"main:apps":                       "git rev-parse",
		"main@{1}":                        "git rev-parse",
		"main..side":                      "git rev-parse",
		"HEAD^{/fix}":                     "git rev-parse",
		"f":                               "no branch, tag or commit f",
		"deadbeef":                        "no branch, tag or commit deadbeef",
		"HEAD~" + "999999999999999999999": "out of range",
		strings.Repeat("0", 40):           "git fetch --all --tags",
	} {
		_, err := r.open().Revision(rev)
		wantError(t, err, want, rev)
	}
}

func TestFilesAreReadFromTheObjectDatabaseAlone(t *testing.T) {
	r := history(t)
	old := r.revision("HEAD~2")
	r.write("apps/a.yaml", "uncommitted\n")
	if got := read(old, "./apps/../apps/a.yaml"); got != "one\n" {
		t.Errorf("apps/a.yaml of the first commit is %q", got)
	}
	f, _ := old.Lookup("apps/a.yaml")
	if want := r.git("rev-parse", "HEAD~2:apps/a.yaml"); f.ID != want {
		t.Errorf("id %s, git says %s", f.ID, want)
	}
}

func TestSymlinksAndSubmodulesAreLeftOutAndExplained(t *testing.T) {
	sub := history(t)
	r := newRepo(t)
	r.write("real/a.yaml", "a\n")
	if err := os.Symlink("real", filepath.Join(r.dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(r.dir, "run"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	r.git("submodule", "--quiet", "add", "file://"+sub.dir, "vendor/mod")
	r.commit("one")
	tree := r.revision("main")
	if tree.IsDir("link") || !tree.IsDir("vendor/mod") {
		t.Error("want no directory link, and an empty one vendor/mod")
	}
	if got := tree.WhyMissing("link/a.yaml"); got != "link is a symlink to real, and source-controller leaves symlinks out of the artifact" {
		t.Errorf("why is link/a.yaml missing: %q", got)
	}
	if got := tree.WhyMissing("vendor/mod/apps"); !strings.Contains(got, "vendor/mod is a submodule") {
		t.Errorf("why is vendor/mod/apps missing: %q", got)
	}
	if got := tree.WhyMissing("real/b.yaml"); got != "" {
		t.Errorf("real/b.yaml is simply not there, but: %q", got)
	}
	_, err := tree.Sub("link")
	wantError(t, err, "symlink to real")
	if treeHash(tree, "") != tree.Hash() {
		t.Error("the hash does not count links and submodules as git does")
	}
	work, err := r.open().WorkTree()
	if err != nil || work.Hash() != tree.Hash() {
		t.Errorf("the clean work tree has hash %s, %v; its commit %s", work.Hash(), err, tree.Hash())
	}
}

func TestAShallowCloneSaysHowToGetTheRest(t *testing.T) {
	c := history(t).clone("--depth", "1")
	_, err := c.open().Revision("HEAD~1")
	wantError(t, err, "git fetch --unshallow", "HEAD~1")
	_, err = c.open().Revision("light")
	wantError(t, err, "git fetch --unshallow", "light")
	_, why := c.open().Between("HEAD~1", "HEAD", 9)
	wantError(t, fmt.Errorf("%s", why), "git fetch --unshallow")
	if got := read(c.revision("HEAD"), "apps/a.yaml"); got != "two\n" {
		t.Errorf("apps/a.yaml is %q", got)
	}
}

func TestAPartialCloneOpensAndSaysHowToGetTheRest(t *testing.T) {
	r := history(t)
	r.git("config", "uploadpack.allowFilter", "true")
	c := r.clone("--filter=blob:none", "--no-checkout")
	c.git("config", "core.repositoryFormatVersion", "1")
	c.git("config", "extensions.partialClone", "origin")
	c.git("config", "extensions.worktreeConfig", "true")
	tree := c.revision("HEAD")
	if !tree.IsDir("apps") {
		t.Error("no directory apps")
	}
	_, err := tree.ReadFile("apps/a.yaml")
	wantError(t, err, "apps/a.yaml", "partial clone", "git fetch --refetch")
}

func TestOtherKindsOfRepositoriesOpen(t *testing.T) {
	r := history(t)
	work := filepath.Join(t.TempDir(), "linked")
	r.git("worktree", "add", "-q", "--detach", work, "HEAD~1")
	bare := r.clone("--bare")
	shared := r.clone("--shared")
	for name, c := range map[string]repo{"linked work tree": {t, work}, "bare": bare, "with alternates": shared,
		"below its root": {t, filepath.Join(r.dir, "apps")}} {
		want := c.git("rev-parse", "HEAD^{tree}")
		if got := c.revision("HEAD").Hash(); got != want {
			t.Errorf("%s: tree %s, git says %s", name, got, want)
		}
	}
	if _, err := bare.open().WorkTree(); err == nil {
		t.Error("a bare repository has a work tree")
	}
	if got, err := (repo{t, work}).open().WorkTree(); err != nil || got.Hash() != r.git("rev-parse", "HEAD~1^{tree}") {
		t.Errorf("linked work tree: %v", err)
	}
}

func TestWhatCannotBeOpenedSaysWhy(t *testing.T) {
	r := newRepo(t)
	_, err := r.open().Revision("HEAD")
	wantError(t, err, "has no commit yet")
	_, err = Open(t.TempDir())
	wantError(t, err, "not inside a git repository", "--repo")
	_, err = Open(filepath.Join(r.dir, "nowhere"))
	wantError(t, err, "nowhere")
	for _, ext := range []string{"objectFormat=sha256", "refStorage=reftable", "someday=true"} {
		r.git("config", "core.repositoryFormatVersion", "1")
		key, value, _ := strings.Cut(ext, "=")
		config := filepath.Join(r.dir, ".git", "config")
		before, _ := os.ReadFile(config)
		os.WriteFile(config, append(bytes.Clone(before), "[extensions]\n\t"+key+" = "+value+"\n"...), 0o644)
		_, err := Open(r.dir)
		wantError(t, err, "extensions."+key, "git worktree add")
		os.WriteFile(config, before, 0o644)
	}
}

func TestCommitsBetweenAreThoseOfTheFirstParents(t *testing.T) {
	r := history(t)
	r.write("b", "b").commit("three\n\nbody")
	r.write("b", "c").commit("four")
	show := func(from, to string, limit int) string {
		commits, why := r.open().Between(from, to, limit)
		s := ""
		for _, c := range commits {
			s += c.Subject + " "
			if r.git("log", "-1", "--format=%s", c.Hash) != c.Subject {
				t.Errorf("%s is not %q", c.Hash, c.Subject)
			}
		}
		return s + why
	}
	for _, c := range []struct {
		from, to string
		limit    int
		want     string
	}{
		{"light", "main", 9, "two merge three "},
		{"light", "main", 2, "merge three 3 commits lie between light and main; the oldest 1 are left out"},
		{"HEAD~1", "main", 9, ""},
		{"main", "main", 9, ""},
		{"side", "main", 9, "merge three "},
		{"main", "light", 9, "the commits between main and light are not known: the first is not an ancestor of the second along first parents; take the first in by a merge or a rebase, and plan to what comes out"},
	} {
		if got := show(c.from, c.to, c.limit); got != c.want {
			t.Errorf("between %s and %s: %q, want %q", c.from, c.to, got, c.want)
		}
	}
	if _, why := r.open().Between("nowhere", "main", 9); !strings.Contains(why, "nowhere") {
		t.Errorf("between nowhere and main: %q", why)
	}
}

func TestTreesOfOneRepositoryMayBeReadTogether(t *testing.T) {
	r := history(t)
	opened := r.open()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			tree, err := opened.Revision(fmt.Sprintf("HEAD~%d", i%3))
			if err != nil {
				t.Error(err)
				return
			}
			for _, p := range tree.Paths() {
				read(tree, p)
			}
			tree.Hash()
		})
	}
	wg.Wait()
}

// TestSharedCases compares every revision of the real trees with git's.
func TestEveryRevisionOfTheRealTreesIsWhatGitSaysItIs(t *testing.T) {
	bundles, _ := filepath.Glob("../../../shared/cases/*.bundle")
	if len(bundles) == 0 {
		t.Skip("../shared/cases is not here")
	}
	for _, bundle := range bundles {
		r := newRepo(t)
		bundle, _ = filepath.Abs(bundle)
		r.git("fetch", "-q", bundle, "refs/tags/*:refs/tags/*")
		opened := r.open()
		for _, tag := range strings.Fields(r.git("tag")) {
			tree, err := opened.Revision(tag)
			if err != nil {
				t.Fatal(err)
			}
			var list strings.Builder
			for _, p := range tree.Paths() {
				f, _ := tree.Lookup(p)
				fmt.Fprintf(&list, "%s %s\n", f.ID, p)
			}
			if got, want := strings.TrimSpace(list.String()), r.git("ls-tree", "-r", "--format=%(objectname) %(path)", tag); got != want {
				t.Errorf("%s %s: other files than git ls-tree has", filepath.Base(bundle), tag)
			}
			if treeHash(tree, "") != tree.Hash() {
				t.Errorf("%s %s: computed hash differs", filepath.Base(bundle), tag)
			}
		}
	}
}
