package tree

import (
	"fmt"
	"io"

	"github.com/go-git/go-git/v5/plumbing"
)

// maxKept is the size up to which the content of a blob is kept after it was
// read: two revisions share most of their blobs.
const maxKept = 1 << 20

// file makes a file of a blob that is read when asked for. Git's trees do not
// say how large a blob is.
func (r *Repository) file(p string, h plumbing.Hash, executable bool) *File {
	return &File{ID: h.String(), Size: -1, Executable: executable, Read: func() ([]byte, error) {
		content, err := r.blob(h)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", p, err)
		}
		return content, nil
	}}
}

func (r *Repository) blob(h plumbing.Hash) ([]byte, error) {
	if content, ok := r.blobs.Load(h); ok {
		return content.([]byte), nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.loadBlob(h)
}

// loadBlob reads a blob. The caller holds the lock.
func (r *Repository) loadBlob(h plumbing.Hash) ([]byte, error) {
	obj, err := r.store.EncodedObject(plumbing.BlobObject, h)
	if err != nil {
		return nil, r.missing("blob", h, err)
	}
	reader, err := obj.Reader()
	if err != nil {
		return nil, r.missing("blob", h, err)
	}
	defer reader.Close()
	content, err := io.ReadAll(reader)
	if err != nil {
		return nil, r.missing("blob", h, err)
	}
	if len(content) <= maxKept {
		r.blobs.Store(h, content)
	}
	return content, nil
}

// linkTarget gives where a symlink points, "" where it cannot be read: it is
// only ever used in sentences.
func (r *Repository) linkTarget(h plumbing.Hash) string {
	content, err := r.loadBlob(h)
	if err != nil || len(content) > maxPath {
		return ""
	}
	return string(content)
}
