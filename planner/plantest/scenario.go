package plantest

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

// Scenario is one archive: the revisions of a repository, what to ask, and
// the answers that are wanted.
//
// Files below a folder NAME/ make a revision of that name. The first revision
// is whole; each later one is the one before with its own files laid over it,
// and a file that holds only "-" is removed, or a whole folder, if its name
// ends in "/". The first line of the comment says what a user of Flux would
// say; a line that begins with "plan " holds flags of the plan command.
type Scenario struct {
	archive   *txtar.Archive
	Revisions []string // in the order of the archive
	From, To  string   // --from and --to; the first and the last revision where not given
	Route     string   // --route
	Flux      string   // --flux-version
	Live      string   // content of live.yaml; "" where there is none
}

// ParseScenario reads an archive.
func ParseScenario(data []byte) (*Scenario, error) {
	s := &Scenario{archive: txtar.Parse(data)}
	for _, f := range s.archive.Files {
		revision, _, ok := strings.Cut(f.Name, "/")
		switch {
		case f.Name == "live.yaml":
			s.Live = string(f.Data)
		case ok && revision != "want" && !slices.Contains(s.Revisions, revision):
			s.Revisions = append(s.Revisions, revision)
		case !ok:
			return nil, fmt.Errorf("file %s is in no revision", f.Name)
		}
	}
	if len(s.Revisions) == 0 {
		return nil, fmt.Errorf("no revision: files lie below from/, to/ or another name")
	}
	s.From, s.To = s.Revisions[0], s.Revisions[len(s.Revisions)-1]
	return s, s.readFlags()
}

func (s *Scenario) readFlags() error {
	for line := range strings.Lines(string(s.archive.Comment)) {
		if !strings.HasPrefix(line, "plan ") {
			continue
		}
		words := strings.Fields(line)[1:]
		if len(words)%2 != 0 {
			return fmt.Errorf("line %q: every flag has a value", strings.TrimSpace(line))
		}
		for pair := range slices.Chunk(words, 2) {
			field, ok := map[string]*string{"--from": &s.From, "--to": &s.To, "--route": &s.Route, "--flux-version": &s.Flux}[pair[0]]
			if !ok {
				return fmt.Errorf("line %q: unknown flag %s", strings.TrimSpace(line), pair[0])
			}
			*field = pair[1]
		}
	}
	return nil
}

// Repository makes a git repository in a folder with one tagged commit for
// each revision. It needs git.
func (s *Scenario) Repository(dir string) error {
	if err := git(dir, "init", "-q", "-b", "main"); err != nil {
		return err
	}
	files := map[string]string{}
	for _, revision := range s.Revisions {
		if err := s.overlay(files, revision); err != nil {
			return err
		}
		if err := writeAll(dir, files); err != nil {
			return err
		}
		for _, args := range [][]string{{"add", "-A"}, {"commit", "-qm", revision, "--allow-empty"}, {"tag", revision}} {
			if err := git(dir, args...); err != nil {
				return err
			}
		}
	}
	return nil
}

// overlay lays the files of a revision over those of the one before.
func (s *Scenario) overlay(files map[string]string, revision string) error {
	for _, f := range s.archive.Files {
		name, ok := strings.CutPrefix(f.Name, revision+"/")
		if !ok {
			continue
		}
		if strings.TrimSpace(string(f.Data)) != "-" {
			files[name] = string(f.Data)
			continue
		}
		before := len(files)
		maps.DeleteFunc(files, func(p, _ string) bool {
			return p == name || strings.HasSuffix(name, "/") && strings.HasPrefix(p, name)
		})
		if len(files) == before {
			return fmt.Errorf("%s removes what is not there", f.Name)
		}
	}
	return nil
}

func writeAll(dir string, files map[string]string) error {
	if err := git(dir, "rm", "-rqf", "--ignore-unmatch", "."); err != nil {
		return err
	}
	for name, content := range files {
		p := filepath.Join(dir, filepath.FromSlash(path.Clean(name)))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func git(dir string, args ...string) error {
	identity := []string{"-C", dir, "-c", "user.name=scenario", "-c", "user.email=scenario@example.org", "-c", "commit.gpgsign=false"}
	cmd := exec.Command("git", append(identity, args...)...)
	// Answers may name a commit, so the hashes must not depend on the day.
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// Want gives a wanted answer, "want/NAME.txt" of the archive.
func (s *Scenario) Want(name string) string {
	for _, f := range s.archive.Files {
		if f.Name == "want/"+name+".txt" {
			return string(f.Data)
		}
	}
	return ""
}

// Rewritten gives the archive with other answers.
func (s *Scenario) Rewritten(answers map[string]string) []byte {
	a := &txtar.Archive{Comment: s.archive.Comment}
	for _, f := range s.archive.Files {
		if !strings.HasPrefix(f.Name, "want/") {
			a.Files = append(a.Files, f)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(answers)) {
		a.Files = append(a.Files, txtar.File{Name: "want/" + name + ".txt", Data: []byte(answers[name])})
	}
	return txtar.Format(a)
}
