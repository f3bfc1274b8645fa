package tree

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repo is a git repository made with the git command, which is also the
// oracle of these tests.
type repo struct {
	t   *testing.T
	dir string
}

func newRepo(t *testing.T) repo {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+who+"_NAME", "test")
		t.Setenv("GIT_"+who+"_EMAIL", "test@example.org")
	}
	r := repo{t, t.TempDir()}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r repo) git(args ...string) string {
	r.t.Helper()
	out, err := r.try(args...)
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func (r repo) try(args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// write writes files: path, content, path, content.
func (r repo) write(files ...string) repo {
	r.t.Helper()
	for i := 0; i < len(files); i += 2 {
		p := filepath.Join(r.dir, files[i])
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(files[i+1]), 0o644); err != nil {
			r.t.Fatal(err)
		}
	}
	return r
}

func (r repo) commit(message string) string {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", message)
	return r.git("rev-parse", "HEAD")
}

func (r repo) clone(args ...string) repo {
	r.t.Helper()
	c := repo{r.t, filepath.Join(r.t.TempDir(), "clone")}
	r.git(append(append([]string{"clone", "-q"}, args...), "file://"+r.dir, c.dir)...)
	return c
}

func (r repo) open() *Repository {
	r.t.Helper()
	opened, err := Open(r.dir)
	if err != nil {
		r.t.Fatal(err)
	}
	return opened
}

func (r repo) revision(rev string) *Tree {
	r.t.Helper()
	t, err := r.open().Revision(rev)
	if err != nil {
		r.t.Fatal(err)
	}
	return t
}

// read gives a file's content, or the error in brackets.
func read(t *Tree, p string) string {
	content, err := t.ReadFile(p)
	if err != nil {
		return "[" + err.Error() + "]"
	}
	return string(content)
}

func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; want one that has %q", parts)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q does not say %q", err, part)
		}
	}
}
