package controlplane

import (
	"context"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/go-git/go-billy/v5/memfs"
	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-billy/v5/util"
	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/storage"
	"github.com/go-git/go-git/v5/storage/filesystem"
	"github.com/go-git/go-git/v5/storage/memory"
)

// Repository is a Git repository with one branch, main, served over HTTP.
type Repository struct {
	Name    string
	history *git.Repository
	commits int
}

// URL is where the cluster finds the repository. The name leads nowhere:
// source-controller reaches it through a proxy that is the Git server, so that
// what is recorded is the same in every run.
func (r *Repository) URL() string { return "http://git.example.org/" + r.Name }

// Repository makes an empty repository of that name.
func (c *Cluster) Repository(name string) (*Repository, error) {
	folder := osfs.New(filepath.Join(c.git.Root(), name))
	return newRepository(name, filesystem.NewStorage(folder, cache.NewObjectLRUDefault()))
}

func newRepository(name string, store storage.Storer) (*Repository, error) {
	history, err := git.InitWithOptions(store, memfs.New(), git.InitOptions{DefaultBranch: plumbing.Main})
	if err != nil {
		return nil, fmt.Errorf("create repository %s: %w", name, err)
	}
	return &Repository{Name: name, history: history}, nil
}

// Revision gives the revision that Load gives to a tree: it tells whether a
// recording was made from that tree.
func Revision(tree fs.FS) (string, error) {
	repository, err := newRepository("any", memory.NewStorage())
	if err != nil {
		return "", err
	}
	return repository.Commit(tree)
}

// Commit makes the tree the newest commit and gives its revision as Flux
// writes it. Same trees in the same order, same revisions.
func (r *Repository) Commit(tree fs.FS) (string, error) {
	work, err := r.history.Worktree()
	if err != nil {
		return "", err
	}
	if err := replaceTree(work, tree); err != nil {
		return "", fmt.Errorf("commit a tree: %w", err)
	}
	if err := work.AddWithOptions(&git.AddOptions{All: true}); err != nil {
		return "", err
	}
	r.commits++
	when := time.Date(2025, 1, 1, 0, r.commits, 0, 0, time.UTC)
	author := &object.Signature{Name: "author", Email: "author@example.org", When: when}
	hash, err := work.Commit(fmt.Sprintf("commit %d", r.commits),
		&git.CommitOptions{Author: author, AllowEmptyCommits: true})
	if err != nil {
		return "", err
	}
	return "main@sha1:" + hash.String(), nil
}

func replaceTree(work *git.Worktree, tree fs.FS) error {
	old, err := work.Filesystem.ReadDir(".")
	if err != nil {
		return err
	}
	for _, entry := range old {
		if entry.Name() == git.GitDirName {
			continue
		}
		if err := util.RemoveAll(work.Filesystem, entry.Name()); err != nil {
			return err
		}
	}
	return fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(tree, path)
		if err != nil {
			return err
		}
		return util.WriteFile(work.Filesystem, path, content, 0o644)
	})
}

// Clone clones a repository into a new folder, as a person has it.
func (c *Cluster) Clone(ctx context.Context, name, folder string) error {
	out, err := exec.CommandContext(ctx, "git", "clone", "--quiet", filepath.Join(c.git.Root(), name), folder).CombinedOutput()
	if err != nil {
		return fmt.Errorf("clone %s: %w: %s", name, err, out)
	}
	return nil
}
