package tree

import (
	"crypto/sha1" //nolint:gosec // git's object ids are SHA-1
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"
)

// FromFiles makes a tree of path → content, for tests and stand-ins. A path
// that ends in "/" makes an empty directory.
func FromFiles(name string, files map[string]string) *Tree {
	b := newBuilder()
	for p, content := range files {
		if strings.HasSuffix(p, "/") {
			b.addDir(strings.TrimSuffix(p, "/"))
			continue
		}
		b.addFile(p, Bytes([]byte(content)))
	}
	return b.tree(name, "", "")
}

// Bytes makes a file of content held in memory.
func Bytes(content []byte) *File {
	return &File{ID: blobID(content), Size: int64(len(content)), Read: func() ([]byte, error) { return content, nil }}
}

func blobID(content []byte) string {
	h := sha1.New() //nolint:gosec // as above
	fmt.Fprintf(h, "blob %d\x00", len(content))
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil))
}

// builder collects files and the directories above them.
type builder struct {
	dirs  map[string]map[string]bool // directory → name → is a directory
	files map[string]*File
}

func newBuilder() *builder {
	return &builder{dirs: map[string]map[string]bool{"": {}}, files: map[string]*File{}}
}

func (b *builder) addFile(p string, f *File) {
	b.files[p] = f
	b.addEntry(p, false)
}

func (b *builder) addDir(p string) {
	if p == "" || b.dirs[p] != nil {
		return
	}
	b.dirs[p] = map[string]bool{}
	b.addEntry(p, true)
}

func (b *builder) addEntry(p string, dir bool) {
	parent := path.Dir(p)
	if parent == "." {
		parent = ""
	}
	b.addDir(parent)
	b.dirs[parent][path.Base(p)] = dir
}

// tree freezes what was collected.
func (b *builder) tree(name, commit, hash string) *Tree {
	t := &Tree{name: name, commit: commit, hash: hash, dirs: make(map[string][]Entry, len(b.dirs)), files: b.files}
	for d, names := range b.dirs {
		entries := make([]Entry, 0, len(names))
		for n, dir := range names {
			entries = append(entries, Entry{Name: n, Dir: dir})
		}
		slices.SortFunc(entries, func(x, y Entry) int { return strings.Compare(x.Name, y.Name) })
		t.dirs[d] = entries
	}
	return t
}
