package tree

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// location is where the parts of a repository lie.
type location struct {
	root   string // of the work tree, "" for a bare repository
	dotGit string // HEAD and index of this work tree
	common string // objects and refs
}

// discover looks for a repository at dir and above it, as git does.
func discover(dir string) (location, error) {
	start, err := absolute(dir)
	if err != nil {
		return location{}, fmt.Errorf("find the git repository of %s: %w", dir, err)
	}
	if _, err := os.Stat(start); err != nil {
		return location{}, fmt.Errorf("find the git repository of %s: %w", dir, err)
	}
	for d := start; ; d = filepath.Dir(d) {
		if found, err := repositoryAt(d); err != nil || found.dotGit != "" {
			return found, err
		}
		if filepath.Dir(d) == d {
			return location{}, fmt.Errorf("%s: %w; change into one, or name it with --repo", dir, ErrNoRepository)
		}
	}
}

// repositoryAt gives the zero location where d itself is no repository.
func repositoryAt(d string) (location, error) {
	dotGit := filepath.Join(d, ".git")
	switch fi, err := os.Stat(dotGit); {
	case err == nil && fi.IsDir() && isGitDir(dotGit):
		return withCommon(location{root: d, dotGit: dotGit})
	case err == nil && fi.Mode().IsRegular():
		return linked(d, dotGit)
	case isGitDir(d) && filepath.Base(d) != ".git":
		return withCommon(location{dotGit: d})
	}
	return location{}, nil
}

// linked follows a .git file, of a linked work tree or a submodule.
func linked(d, file string) (location, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return location{}, fmt.Errorf("read %s: %w", file, err)
	}
	target, ok := strings.CutPrefix(strings.TrimSpace(string(content)), "gitdir:")
	if !ok {
		return location{}, fmt.Errorf("%s is no git file: it does not begin with \"gitdir:\"", file)
	}
	dotGit := below(d, strings.TrimSpace(target))
	if !isHead(dotGit) {
		return location{}, fmt.Errorf("%s names %s, which is no git directory; was the repository moved? Try: git worktree repair", file, dotGit)
	}
	return withCommon(location{root: d, dotGit: dotGit})
}

// withCommon finds the directory that linked work trees share.
func withCommon(l location) (location, error) {
	l.common = l.dotGit
	content, err := os.ReadFile(filepath.Join(l.dotGit, "commondir"))
	if os.IsNotExist(err) {
		return l, nil
	}
	if err != nil {
		return location{}, fmt.Errorf("read the git directory %s: %w", l.dotGit, err)
	}
	l.common = below(l.dotGit, strings.TrimSpace(string(content)))
	return l, nil
}

func below(dir, p string) string {
	if filepath.IsAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(dir, p)
}

func isGitDir(d string) bool {
	fi, err := os.Stat(filepath.Join(d, "objects"))
	return err == nil && fi.IsDir() && isHead(d)
}

func isHead(d string) bool {
	_, err := os.Lstat(filepath.Join(d, "HEAD"))
	return err == nil
}

// readable says whether an extension leaves objects and references as
// fluxmigrate reads them. See gitrepository-layout and git-config, extensions.
func readable(key, value string) bool {
	switch strings.ToLower(key) {
	case "noop", "noop-v1", "partialclone", "preciousobjects", "worktreeconfig", "relativeworktrees":
		return true
	case "objectformat":
		return strings.EqualFold(value, "sha1")
	case "refstorage":
		return strings.EqualFold(value, "files")
	}
	return false
}
