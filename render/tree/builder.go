package tree

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// builder collects files and the directories above them.
type builder struct {
	dirs  map[string]map[string]bool // directory → name → is a directory
	files map[string]*File
	drops map[string]Dropped
}

func newBuilder() *builder {
	return &builder{dirs: map[string]map[string]bool{"": {}}, files: map[string]*File{}, drops: map[string]Dropped{}}
}

func (b *builder) addFile(p string, f *File) {
	b.files[p] = f
	b.addEntry(p, false)
}

func (b *builder) drop(d Dropped) { b.drops[d.Path] = d }

func (b *builder) addDir(p string) {
	if p == "" || b.dirs[p] != nil {
		return
	}
	b.dirs[p] = map[string]bool{}
	b.addEntry(p, true)
}

func (b *builder) addEntry(p string, dir bool) {
	b.addDir(parent(p))
	b.dirs[parent(p)][path.Base(p)] = dir
}

// tree freezes what was collected.
func (b *builder) tree(name, commit string) *Tree {
	t := &Tree{name: name, commit: commit, dirs: make(map[string][]Entry, len(b.dirs)), files: b.files, dropped: b.drops}
	for d, names := range b.dirs {
		t.dirs[d] = sortedEntries(names)
	}
	t.hash = sync.OnceValue(func() string { return treeHash(t, "") })
	return t
}

func sortedEntries(names map[string]bool) []Entry {
	entries := make([]Entry, 0, len(names))
	for n, dir := range names {
		entries = append(entries, Entry{Name: n, Dir: dir})
	}
	slices.SortFunc(entries, func(x, y Entry) int { return strings.Compare(x.Name, y.Name) })
	return entries
}
