package commit

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// git runs git in a repository, with an index in a folder of its own.
type git struct {
	dir     string // in the repository
	scratch string
	env     []string
}

// open prepares a scratch folder. With apart, what is written goes there and
// not into the repository.
func open(dir string, apart bool) (*git, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, errors.New("git is not on the PATH, and it makes the commits; install it")
	}
	scratch, err := os.MkdirTemp("", "fluxmigrate-")
	if err != nil {
		return nil, err
	}
	g := &git{dir: dir, scratch: scratch, env: []string{"GIT_INDEX_FILE=" + filepath.Join(scratch, "index"), "LC_ALL=C"}}
	if !apart {
		return g, nil
	}
	objects, err := g.text("rev-parse", "--path-format=absolute", "--git-path", "objects")
	if err == nil {
		err = os.Mkdir(filepath.Join(scratch, "objects"), 0o700)
	}
	if err != nil {
		g.close()
		return nil, err
	}
	beside := objects
	if more := os.Getenv("GIT_ALTERNATE_OBJECT_DIRECTORIES"); more != "" {
		beside += string(os.PathListSeparator) + more
	}
	g.env = append(g.env, "GIT_OBJECT_DIRECTORY="+filepath.Join(scratch, "objects"), "GIT_ALTERNATE_OBJECT_DIRECTORIES="+beside)
	return g, nil
}

func (g *git) close() { _ = os.RemoveAll(g.scratch) }

// failure is what git said when it failed.
type failure struct {
	args   []string
	status int
	said   string
}

func (f *failure) Error() string {
	return fmt.Sprintf("git %s: %s", f.args[0], strings.Join(strings.Fields(f.said), " "))
}

// run gives what git writes. It fails as git does.
func (g *git) run(input []byte, args ...string) ([]byte, error) {
	cmd := exec.Command("git", append([]string{"-C", g.dir}, args...)...)
	cmd.Env = append(os.Environ(), g.env...)
	cmd.Stdin = bytes.NewReader(input)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return out.Bytes(), &failure{args, exit.ExitCode(), said.String()}
	}
	return out.Bytes(), err
}

func (g *git) text(args ...string) (string, error) {
	out, err := g.run(nil, args...)
	return strings.TrimSpace(string(out)), err
}
