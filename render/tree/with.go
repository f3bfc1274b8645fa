package tree

import "maps"

// With gives the tree with other content in some files; nil removes one, and
// the directories that held nothing else, as git does. It is of no commit.
func (t *Tree) With(changed map[string][]byte) *Tree {
	b := newBuilder()
	for p, f := range t.files {
		if _, ok := changed[p]; !ok {
			b.addFile(p, f)
		}
	}
	for p, content := range changed {
		if content == nil {
			continue
		}
		f := Bytes(content)
		if old, ok := t.files[p]; ok {
			f.Executable = old.Executable
		}
		b.addFile(p, f)
	}
	t.keepEmpty(b)
	maps.Copy(b.drops, t.dropped)
	made := b.tree(t.name, "")
	made.base = t.base
	return made
}

// keepEmpty adds the directories that were without files before: of submodules,
// and on disk.
func (t *Tree) keepEmpty(b *builder) {
	for dir, entries := range t.dirs {
		if len(entries) == 0 {
			b.addDir(dir)
		}
	}
}
