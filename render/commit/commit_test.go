package commit_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/render/commit"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// repository has main with a script, a file with carriage returns and a
// manifest, and a branch change that renames the manifest.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	git(t, dir, "init", "-q", "-b", "main")
	git(t, dir, "config", "user.name", "Ann")
	git(t, dir, "config", "user.email", "ann@example.org")
	write(t, dir, "run.sh", "#!/bin/sh\n", 0o755)
	write(t, dir, "dos.yaml", "a: 1\r\nb: 2\r\n", 0o644)
	write(t, dir, "old.yaml", "one: 1\ntwo: 2\nthree: 3\nfour: 4\n", 0o644)
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-qm", "before")
	git(t, dir, "switch", "-qc", "change")
	git(t, dir, "mv", "old.yaml", "new.yaml")
	git(t, dir, "commit", "-qm", "rename it")
	git(t, dir, "switch", "-q", "main")
	return dir
}

func write(t *testing.T, dir, name, content string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), mode); err != nil {
		t.Fatal(err)
	}
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// protection edits every file of main, and adds one.
func protection() commit.Content {
	return commit.Content{On: "main", Subject: "Protect", Body: "Why.", Files: map[string][]byte{
		"run.sh": []byte("#!/bin/sh\n# guarded\n"), "dos.yaml": []byte("a: 1\r\nb: 3\r\n"),
		"old.yaml": []byte("one: 1\ntwo: 2\nthree: 3\nfour: 4\nguard: on\n"), "stub/kustomization.yaml": []byte("resources: []\n"),
	}}
}

func change() commit.Content { return commit.Content{On: "change", Subject: "Change", Body: "It."} }

func TestPatchesKeepModesAndLineEndsAndEndInTheLastContent(t *testing.T) {
	dir := repository(t)
	folder := filepath.Join(t.TempDir(), "deep", "patches")
	files, err := commit.Patches(dir, folder, "main", []commit.Content{protection(), change()})
	if err != nil || len(files) != 2 {
		t.Fatalf("%v, %v", files, err)
	}
	if cr, _ := commit.HasCarriageReturns(files[0].File); !cr {
		t.Error("nobody is told to keep the carriage returns")
	}
	git(t, dir, "am", "-q", "--keep-cr", files[0].File)
	if mode := git(t, dir, "ls-tree", "HEAD", "run.sh"); !strings.HasPrefix(mode, "100755") {
		t.Errorf("the script is %s", mode)
	}
	before, err := tree.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	main, _ := before.Revision("main~1")
	if want := main.With(protection().Files).Hash(); git(t, dir, "rev-parse", "HEAD^{tree}") != want {
		t.Errorf("the tree is not %s, which the same files give", want)
	}
	git(t, dir, "am", "-q", "--keep-cr", files[1].File)
	git(t, dir, "diff", "--exit-code", "change")
	git(t, dir, "fsck")
}

func TestAFileThatIsToGoIsRemoved(t *testing.T) {
	dir := repository(t)
	made, err := commit.Branch(dir, "plan", "main", []commit.Content{{On: "main", Subject: "x", Files: map[string][]byte{"dos.yaml": nil}}})
	if err != nil {
		t.Fatal(err)
	}
	if files := git(t, dir, "ls-tree", "--name-only", made[0].Commit); files != "old.yaml\nrun.sh" {
		t.Errorf("files: %s", files)
	}
}

func TestNothingIsLeftWherePatchesFail(t *testing.T) {
	dir := repository(t)
	folder := filepath.Join(t.TempDir(), "patches")
	objects := git(t, dir, "count-objects")
	bad := protection()
	bad.On = "nowhere"
	if _, err := commit.Patches(dir, folder, "main", []commit.Content{protection(), bad}); err == nil {
		t.Error("a revision that is not there is no error")
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Error("there is a folder")
	}
	if _, err := commit.Patches(dir, folder, "main", []commit.Content{{On: "main", Subject: "x"}}); err == nil || !strings.Contains(err.Error(), "changes a file") {
		t.Errorf("nothing to write: %v", err)
	}
	if _, err := commit.Patches(dir, filepath.Join(t.TempDir(), "p"), "main", []commit.Content{protection()}); err != nil {
		t.Error(err)
	}
	if now := git(t, dir, "count-objects"); now != objects {
		t.Errorf("the repository had %s, and has %s", objects, now)
	}
}

func TestPatchesGoIntoAnEmptyFolder(t *testing.T) {
	dir, folder := repository(t), t.TempDir()
	files, err := commit.Patches(dir, folder, "main", []commit.Content{protection()})
	if err != nil || len(files) != 1 || filepath.Dir(files[0].File) != folder {
		t.Errorf("wrote %v: %v", files, err)
	}
}

func TestAMeaningOfGitsOwnIsNoNameForABranch(t *testing.T) {
	dir := repository(t)
	for _, name := range []string{"HEAD", "@", "@{-1}", "-x", "a b", "x..y"} {
		if _, err := commit.Branch(dir, name, "main", []commit.Content{protection()}); err == nil || !strings.Contains(err.Error(), "is no name") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if refs := git(t, dir, "branch", "--format=%(refname:short)"); refs != "change\nmain" {
		t.Errorf("branches: %s", refs)
	}
}

func TestThereIsNoBranchWhereACommitFails(t *testing.T) {
	dir := repository(t)
	bad := protection()
	bad.On = "nowhere"
	if _, err := commit.Branch(dir, "plan", "main", []commit.Content{protection(), bad}); err == nil {
		t.Error("a revision that is not there is no error")
	}
	if refs := git(t, dir, "branch", "--format=%(refname:short)"); refs != "change\nmain" {
		t.Errorf("branches: %s", refs)
	}
}

func TestAMergeCarriesAnEditIntoARenamedFile(t *testing.T) {
	dir := repository(t)
	objects := git(t, dir, "count-objects")
	m, err := commit.Merge(dir, "main", protection(), "change")
	if err != nil || len(m.Conflicts) > 0 {
		t.Fatalf("%v, %v", m.Conflicts, err)
	}
	var names []string
	for name := range m.Files {
		names = append(names, name)
	}
	slices.Sort(names)
	if got := strings.Join(names, " "); got != "dos.yaml new.yaml run.sh stub/kustomization.yaml" {
		t.Errorf("files that differ from the change: %s", got)
	}
	if !strings.HasSuffix(string(m.Files["new.yaml"]), "guard: on\n") {
		t.Errorf("new.yaml is %q", m.Files["new.yaml"])
	}
	if now := git(t, dir, "count-objects"); now != objects {
		t.Errorf("the repository had %s, and has %s", objects, now)
	}
}

func TestAMergeThatGitLeavesToAPersonNamesTheFiles(t *testing.T) {
	dir := repository(t)
	git(t, dir, "switch", "-q", "change")
	write(t, dir, "dos.yaml", "a: 1\r\nb: 4\r\n", 0o644)
	git(t, dir, "commit", "-qam", "another value")
	git(t, dir, "switch", "-q", "main")
	m, err := commit.Merge(dir, "main", protection(), "change")
	if err != nil || strings.Join(m.Conflicts, " ") != "dos.yaml" || m.Files != nil {
		t.Errorf("%v, %v", m.Conflicts, err)
	}
}
