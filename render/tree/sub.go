package tree

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Sub gives the tree below a path, for a source whose content lies in a folder
// of the repository. Its paths begin there; Base says where that is. The error
// is fs.ErrNotExist where there is no such directory.
func (t *Tree) Sub(p string) (*Tree, error) {
	dir, err := Clean(p)
	if err != nil {
		return nil, err
	}
	if dir == "" {
		return t, nil
	}
	if _, ok := t.dirs[dir]; !ok {
		if why := t.WhyMissing(dir); why != "" {
			return nil, fmt.Errorf("directory %s of %s: %s: %w", dir, t.name, why, fs.ErrNotExist)
		}
		return nil, fmt.Errorf("%s has no directory %s: %w", t.name, dir, fs.ErrNotExist)
	}
	sub := t.below(dir).tree(t.name, t.commit)
	sub.base = path.Join(t.base, dir)
	return sub, nil
}

// below collects what lies under a directory.
func (t *Tree) below(dir string) *builder {
	b := newBuilder()
	prefix := dir + "/"
	for d := range t.dirs {
		if rest, ok := strings.CutPrefix(d, prefix); ok {
			b.addDir(rest)
		}
	}
	for p, f := range t.files {
		if rest, ok := strings.CutPrefix(p, prefix); ok {
			b.addFile(rest, f)
		}
	}
	for p, d := range t.dropped {
		if rest, ok := strings.CutPrefix(p, prefix); ok {
			d.Path = rest
			b.drop(d)
		}
	}
	return b
}
