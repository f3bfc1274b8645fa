package tree

import (
	"cmp"
	"crypto/sha1" //nolint:gosec // git's object ids are SHA-1
	"encoding/hex"
	"fmt"
	"path"
	"slices"
)

// emptyTree is the hash of a tree without entries. Git itself never stores an
// empty directory; an artifact may hold one.
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

// gitEntry is one line of a git tree object.
type gitEntry struct{ mode, name, id string }

// treeHash gives the hash git gives the directory at dir: symlinks and
// submodules count, files that an artifact ignores do not.
func treeHash(t *Tree, dir string) string {
	return hashEntries(gitEntries(t, dir, linksByDir(t)))
}

func linksByDir(t *Tree) map[string][]Dropped {
	links := map[string][]Dropped{}
	for p, d := range t.dropped {
		if d.Kind == Symlink || d.Kind == Submodule {
			links[parent(p)] = append(links[parent(p)], d)
		}
	}
	return links
}

func gitEntries(t *Tree, dir string, links map[string][]Dropped) []gitEntry {
	var entries []gitEntry
	for _, e := range t.dirs[dir] {
		p := path.Join(dir, e.Name)
		switch f := t.files[p]; {
		case f != nil && f.Executable:
			entries = append(entries, gitEntry{"100755", e.Name, f.ID})
		case f != nil:
			entries = append(entries, gitEntry{"100644", e.Name, f.ID})
		case t.dropped[p].Kind != Submodule:
			entries = append(entries, gitEntry{"40000", e.Name, hashEntries(gitEntries(t, p, links))})
		}
	}
	for _, d := range links[dir] {
		mode := "120000"
		if d.Kind == Submodule {
			mode = "160000"
		}
		entries = append(entries, gitEntry{mode, path.Base(d.Path), d.ID})
	}
	return entries
}

// hashEntries hashes a tree object. Git sorts a directory as if its name ended
// in a slash.
func hashEntries(entries []gitEntry) string {
	if len(entries) == 0 {
		return emptyTree
	}
	slices.SortFunc(entries, func(x, y gitEntry) int { return cmp.Compare(x.sortKey(), y.sortKey()) })
	var body []byte
	for _, e := range entries {
		id, err := hex.DecodeString(e.id)
		if err != nil {
			id = []byte(e.id)
		}
		body = append(body, e.mode+" "+e.name+"\x00"...)
		body = append(body, id...)
	}
	h := sha1.New() //nolint:gosec // as above
	fmt.Fprintf(h, "tree %d\x00", len(body))
	h.Write(body)
	return hex.EncodeToString(h.Sum(nil))
}

func (e gitEntry) sortKey() string {
	if e.mode == "40000" {
		return e.name + "/"
	}
	return e.name
}

// parent gives the directory of a path, "" for the root.
func parent(p string) string {
	if d := path.Dir(p); d != "." {
		return d
	}
	return ""
}
