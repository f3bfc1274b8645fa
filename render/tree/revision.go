package tree

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// maxPath is the longest path that a checkout, and so source-controller, can
// have on Linux.
const maxPath = 4096

// Revision gives the tree of a commit, named as git names it (a branch, a tag,
// HEAD~2, a short hash, origin/main), from the object database alone. Files
// are read when asked for. The error for a revision that is not at hand names
// it and says what to type.
func (r *Repository) Revision(rev string) (*Tree, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, err := r.commit(rev)
	if err != nil {
		return nil, err
	}
	b := newBuilder()
	if err := r.addTree(b, "", c.TreeHash); err != nil {
		return nil, fmt.Errorf("revision %q: %w", rev, err)
	}
	t := b.tree(rev, c.Hash.String())
	t.hash = c.TreeHash.String
	return t, nil
}

func (r *Repository) addTree(b *builder, dir string, h plumbing.Hash) error {
	t, err := object.GetTree(r.store, h)
	if err != nil {
		return r.missing("tree", h, err)
	}
	for _, e := range t.Entries {
		p := path.Join(dir, e.Name)
		if err := checkName(dir, e.Name); err != nil {
			return err
		}
		if err := r.addEntry(b, p, e); err != nil {
			return err
		}
	}
	return nil
}

func (r *Repository) addEntry(b *builder, p string, e object.TreeEntry) error {
	switch e.Mode {
	case filemode.Dir:
		b.addDir(p)
		return r.addTree(b, p, e.Hash)
	case filemode.Symlink:
		b.drop(Dropped{Path: p, Kind: Symlink, Target: r.linkTarget(e.Hash), ID: e.Hash.String()})
	case filemode.Submodule:
		// A checkout makes its directory and leaves it empty.
		b.addDir(p)
		b.drop(Dropped{Path: p, Kind: Submodule, ID: e.Hash.String()})
	default:
		b.addFile(p, r.file(p, e.Hash, e.Mode == filemode.Executable))
	}
	return nil
}

// checkName refuses what no checkout could hold, so that no path of a tree
// leads outside of it.
func checkName(dir, name string) error {
	switch {
	case name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\x00"):
		return fmt.Errorf("directory %q holds an entry named %q; git fsck may tell more", dir, name)
	case len(dir)+1+len(name) > maxPath:
		return errors.New("a path of more than 4096 bytes cannot be checked out: it begins with " + (dir + "/" + name)[:80])
	}
	return nil
}
