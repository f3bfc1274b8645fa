package tree

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Folder gives the tree of a folder on disk, which needs no git. Directories
// named .git are left out. Every file is read once, to hash it, and again when
// asked for; an error names the file that cannot be read. An empty directory
// is kept, though git would not hold it: a source whose spec.path is empty
// prunes everything, one whose spec.path is missing nothing (R4.1, R4.4).
func Folder(dir string) (*Tree, error) {
	abs, err := absolute(dir)
	if err != nil {
		return nil, fmt.Errorf("read the folder %s: %w", dir, err)
	}
	if fi, err := os.Stat(abs); err != nil {
		return nil, fmt.Errorf("read the folder %s: %w", dir, err)
	} else if !fi.IsDir() {
		return nil, fmt.Errorf("%s is a file, not a folder", dir)
	}
	w := walk{root: abs, b: newBuilder()}
	if err := filepath.WalkDir(abs, w.visit); err != nil {
		return nil, fmt.Errorf("read the folder %s: %w", dir, err)
	}
	return w.b.tree(dir, ""), nil
}

// walk collects the files of a folder.
type walk struct {
	root string
	b    *builder
}

func (w walk) visit(abs string, e fs.DirEntry, err error) error {
	if err != nil {
		return err
	}
	p := w.path(abs)
	switch {
	case p == "":
	case e.Name() == ".git":
		return skip(e)
	case e.IsDir():
		w.b.addDir(p)
	case e.Type().IsRegular():
		f, err := diskFile(abs, p, nil)
		if err != nil {
			return err
		}
		w.b.addFile(p, f)
	default:
		w.b.drop(notRegular(abs, p, e.Type()))
	}
	return nil
}

// path gives the path in the tree of an absolute path on disk.
func (w walk) path(abs string) string {
	rel, err := filepath.Rel(w.root, abs)
	if err != nil || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

func skip(e fs.DirEntry) error {
	if e.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// notRegular describes a symlink, socket, pipe or device.
func notRegular(abs, p string, mode fs.FileMode) Dropped {
	if mode&fs.ModeSymlink == 0 {
		return Dropped{Path: p, Kind: Special}
	}
	target, err := os.Readlink(abs)
	if err != nil {
		return Dropped{Path: p, Kind: Symlink}
	}
	return Dropped{Path: p, Kind: Symlink, Target: target, ID: blobID([]byte(filepath.ToSlash(target)))}
}
