// Package tree holds the files of one revision or folder, immutable and in
// memory, so that a build never touches the user's work tree and two states
// can share what has equal content.
package tree

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Tree is the content of one revision, folder or artifact. It is safe for
// concurrent use. Paths are slash-separated and relative to its root; "" and
// "." are the root.
type Tree struct {
	name    string
	commit  string
	base    string             // where it lies in the tree it was cut from
	hash    func() string      // computed at most once
	dirs    map[string][]Entry // sorted by name; the root is ""
	files   map[string]*File
	dropped map[string]Dropped // what is there and is not in dirs or files
}

// Entry is one name in a directory.
type Entry struct {
	Name string
	Dir  bool
}

// File is one regular file. ID is the hash git gives its content; Read gives
// the content, which the caller must not change. Read is safe for concurrent
// use; its errors name the file and what to do.
type File struct {
	ID         string
	Size       int64
	Executable bool // only a part of the tree's hash
	Read       func() ([]byte, error)
}

// Name is what the user called the tree; Commit its commit hash, "" where
// there is none; Hash the hash git gives a tree of this content, for folders
// and artifacts too; Base the path, in the tree that Sub was asked of, at
// which this one begins, "" for a whole tree.
func (t *Tree) Name() string   { return t.name }
func (t *Tree) Commit() string { return t.commit }
func (t *Tree) Hash() string   { return t.hash() }
func (t *Tree) Base() string   { return t.base }

// Clean gives the form of a path in which trees look it up. It fails for a
// path that leads outside the root.
func Clean(p string) (string, error) {
	c := path.Clean("/" + p)[1:]
	if up := path.Clean(strings.TrimPrefix(p, "/")); up == ".." || strings.HasPrefix(up, "../") {
		return "", fmt.Errorf("path %q leads outside the repository", p)
	}
	return c, nil
}

// ReadFile gives a file's content, or an error that is fs.ErrNotExist.
func (t *Tree) ReadFile(p string) ([]byte, error) {
	f, ok := t.Lookup(p)
	if !ok {
		return nil, &fs.PathError{Op: "read", Path: p, Err: fs.ErrNotExist}
	}
	return f.Read()
}

// Lookup gives the file at a path.
func (t *Tree) Lookup(p string) (*File, bool) {
	c, err := Clean(p)
	if err != nil {
		return nil, false
	}
	f, ok := t.files[c]
	return f, ok
}

// ReadDir gives a directory's entries, sorted by name, or an error that is
// fs.ErrNotExist. The caller must not change them.
func (t *Tree) ReadDir(p string) ([]Entry, error) {
	c, err := Clean(p)
	if err != nil {
		return nil, err
	}
	entries, ok := t.dirs[c]
	if !ok {
		return nil, &fs.PathError{Op: "readdir", Path: p, Err: fs.ErrNotExist}
	}
	return entries, nil
}

// IsDir says whether a directory exists at a path.
func (t *Tree) IsDir(p string) bool {
	_, err := t.ReadDir(p)
	return err == nil
}

// Paths lists all files, sorted.
func (t *Tree) Paths() []string {
	paths := make([]string, 0, len(t.files))
	for p := range t.files {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths
}
