package tree

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-git/go-git/v5/plumbing"
)

// noRevision says why a name may be unknown, and what to type.
func (r *Repository) noRevision(name string) error {
	if r.empty() {
		return fmt.Errorf("%w: the repository %s has no commit yet; make one, or name a folder", errNoRevision, r.where())
	}
	if r.shallow() {
		return fmt.Errorf("%w: %s is not in this shallow clone; try: git fetch --unshallow --tags, or: git fetch origin %s", errNoRevision, name, name)
	}
	return fmt.Errorf("%w: the repository %s has no branch, tag or commit %s; try: git fetch --all --tags", errNoRevision, r.where(), name)
}

// missing says why an object is not at hand, and what to type.
func (r *Repository) missing(kind string, h plumbing.Hash, err error) error {
	switch {
	case !errors.Is(err, plumbing.ErrObjectNotFound):
		return fmt.Errorf("read %s %s of the git repository %s: %w; git fsck may tell more", kind, short(h), r.where(), err)
	case kind == "commit" && r.shallow():
		return fmt.Errorf("%w: commit %s is not in this shallow clone; try: git fetch --unshallow", errNoRevision, short(h))
	case r.partial():
		return fmt.Errorf("%s %s is not in this partial clone; to fetch everything, type: "+
			"git fetch --refetch --no-filter", kind, short(h))
	case kind == "commit":
		return fmt.Errorf("%w: the repository %s has no commit %s; try: git fetch --all --tags", errNoRevision, r.where(), short(h))
	}
	return fmt.Errorf("the git repository %s lacks %s %s; git fsck may tell more", r.where(), kind, short(h))
}

// empty says whether HEAD names no commit and there is no other reference.
func (r *Repository) empty() bool {
	n, err := r.store.CountLooseRefs()
	if err != nil || n > 0 {
		return false
	}
	fi, err := os.Stat(filepath.Join(r.common, "packed-refs"))
	return err != nil || fi.Size() == 0
}

func (r *Repository) shallow() bool {
	commits, err := r.store.Shallow()
	return err == nil && len(commits) > 0
}

func (r *Repository) partial() bool {
	cfg, err := r.store.Config()
	if err != nil || cfg.Raw == nil {
		return false
	}
	for _, s := range cfg.Raw.Section("remote").Subsections {
		if s.Option("promisor") != "" || s.Option("partialclonefilter") != "" {
			return true
		}
	}
	return cfg.Raw.Section("extensions").HasOption("partialclone") || cfg.Raw.Section("extensions").HasOption("partialClone")
}
