package tree

import (
	"crypto/sha1" //nolint:gosec // git's object ids are SHA-1
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// FromFiles makes a tree of path → content, for tests and stand-ins. A path
// that ends in "/" makes an empty directory. A path that leads outside of
// the root ends at it.
func FromFiles(name string, files map[string]string) *Tree {
	b := newBuilder()
	for _, p := range slices.Sorted(maps.Keys(files)) {
		c := path.Clean("/" + p)[1:]
		switch {
		case c == "":
		case strings.HasSuffix(p, "/"):
			b.addDir(c)
		default:
			b.addFile(c, Bytes([]byte(files[p])))
		}
	}
	return b.tree(name, "")
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
