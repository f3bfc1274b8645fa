package tree

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/storage/filesystem"
	"github.com/go-git/go-git/v5/storage/filesystem/dotgit"
)

// Repository is a git repository that is read and never written. It is safe
// for concurrent use.
type Repository struct {
	root   string   // of the work tree; "" for a bare repository
	dotGit string   // of this work tree
	common string   // of all work trees
	blobs  sync.Map // blob hash → content, of small blobs

	mu    sync.Mutex // go-git's storage is not safe for concurrent use
	store *filesystem.Storage
}

// ErrNoRepository is returned by Open outside of a git repository.
var ErrNoRepository = errors.New("not inside a git repository")

// Open opens the git repository that dir is or lies in: a work tree, a linked
// work tree, a submodule or a bare repository. The error is ErrNoRepository
// where there is none, and says what to do where the repository has a format
// that cannot be read.
func Open(dir string) (*Repository, error) {
	found, err := discover(dir)
	if err != nil {
		return nil, err
	}
	fs := dotgit.NewRepositoryFilesystem(osfs.New(found.dotGit), osfs.New(found.common))
	r := &Repository{
		root:   found.root,
		dotGit: found.dotGit,
		common: found.common,
		store: filesystem.NewStorageWithOptions(fs, cache.NewObjectLRUDefault(), filesystem.Options{
			KeepDescriptors: true,
			AlternatesFS:    osfs.New("/"),
		}),
	}
	if err := r.checkFormat(); err != nil {
		return nil, err
	}
	return r, nil
}

// Root is the folder of the work tree, "" for a bare repository.
func (r *Repository) Root() string { return r.root }

// where names the repository in errors.
func (r *Repository) where() string {
	if r.root != "" {
		return r.root
	}
	return r.dotGit
}

// checkFormat refuses repositories that would be read wrongly. Extensions
// that change nothing about how objects are read are let pass, though go-git
// itself refuses some of them (repository_extensions.go).
func (r *Repository) checkFormat() error {
	cfg, err := r.store.Config()
	if err != nil {
		return fmt.Errorf("read the configuration of the git repository %s: %w", r.where(), err)
	}
	if cfg.Raw == nil || !cfg.Raw.HasSection("extensions") {
		return nil
	}
	for _, o := range cfg.Raw.Section("extensions").Options {
		if !readable(o.Key, o.Value) {
			return fmt.Errorf("the git repository %s uses extensions.%s = %s, which fluxmigrate cannot read; give folders "+
				"instead of revisions: git worktree add --detach ../before REV, then --from ../before", r.where(), o.Key, o.Value)
		}
	}
	return nil
}

// absolute makes a path absolute and free of symlinks where possible.
func absolute(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real, nil
	}
	return abs, nil
}
