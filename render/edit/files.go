package edit

import (
	"maps"
	"path"

	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// Files is a tree with edits in it, which are not yet part of any tree. The
// zero value is not usable; see NewFiles.
type Files struct {
	tree    *tree.Tree
	changed map[string][]byte
	known   map[string]inside // by the text that they are in, which is read once
}

// NewFiles begins with a tree as it is.
func NewFiles(t *tree.Tree) Files { return Files{t, map[string][]byte{}, map[string]inside{}} }

// Clone gives a copy whose edits leave this one alone.
func (f Files) Clone() Files { return Files{f.tree, maps.Clone(f.changed), f.known} }

// Changed gives the content of every file that was edited. The caller must not
// change it.
func (f Files) Changed() map[string][]byte { return f.changed }

// Tree gives the tree with the edits.
func (f Files) Tree() *tree.Tree {
	if len(f.changed) == 0 {
		return f.tree
	}
	return f.tree.With(f.changed)
}

func (f Files) read(p string) ([]byte, error) {
	if content, ok := f.changed[path.Clean(p)]; ok {
		return content, nil
	}
	return f.tree.ReadFile(p)
}

func (f Files) write(p string, content []byte) { f.changed[path.Clean(p)] = content }

func (f Files) has(p string) bool {
	_, err := f.read(p)
	return err == nil
}
