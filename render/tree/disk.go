package tree

import (
	"crypto/sha1" //nolint:gosec // git's object ids are SHA-1
	"encoding/hex"
	"fmt"
	"io"
	"os"
)

// diskFile makes a file of one on disk. With convert, the content is what
// convert makes of it. A file that changes between now and Read is an error,
// not other content: a tree is immutable.
func diskFile(abs, p string, convert func([]byte) []byte) (*File, error) {
	fi, err := os.Stat(abs)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", p, err)
	}
	id, size, err := hashDisk(abs, convert)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", p, err)
	}
	read := func() ([]byte, error) {
		content, err := load(abs, convert)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", p, err)
		}
		if blobID(content) != id {
			return nil, fmt.Errorf("%s changed on disk while fluxmigrate was reading it; run it again", p)
		}
		return content, nil
	}
	return &File{ID: id, Size: size, Executable: fi.Mode()&0o100 != 0, Read: read}, nil
}

func load(abs string, convert func([]byte) []byte) ([]byte, error) {
	content, err := os.ReadFile(abs)
	if err != nil || convert == nil {
		return content, err
	}
	return convert(content), nil
}

// hashDisk hashes a file, without holding it in memory unless it must be
// converted.
func hashDisk(abs string, convert func([]byte) []byte) (id string, size int64, err error) {
	if convert != nil {
		content, err := load(abs, convert)
		return blobID(content), int64(len(content)), err
	}
	f, err := os.Open(abs)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil {
		return "", 0, err
	}
	h := sha1.New() //nolint:gosec // as above
	fmt.Fprintf(h, "blob %d\x00", fi.Size())
	n, err := io.Copy(h, f)
	if err == nil && n != fi.Size() {
		err = fmt.Errorf("it changed while it was being read; run fluxmigrate again")
	}
	return hex.EncodeToString(h.Sum(nil)), n, err
}
