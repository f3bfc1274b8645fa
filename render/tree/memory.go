package tree

import (
	"crypto/sha1" //nolint:gosec // git's object ids are SHA-1
	"encoding/hex"
	"fmt"
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
