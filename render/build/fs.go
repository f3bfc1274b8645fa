package build

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/filesys"

	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// mount is where kustomize sees the artifact. It is a directory, not "/", so
// that a path which climbs out of the artifact finds nothing, as on a disk.
const mount = "/artifact"

// Limits that no real repository reaches; beyond them a build is unknown
// instead of slow.
const (
	maxFileSize = 8 << 20
	maxReads    = 20_000
)

// artifactFS shows kustomize one artifact, read-only, with the kustomization
// file of one directory put over it. It remembers all that a build saw, so
// that another tree which looks the same can reuse the result. One build owns
// it; it is not safe for concurrent use.
type artifactFS struct {
	tree    *tree.Tree
	blobs   *blobs
	overlay map[string][]byte // by artifact path
	seen    trace
	reads   int
	refused string // why a file was not given to kustomize though it is there

	gathered []string // what the made-up kustomization file has; nil where there was one
	withheld string   // why a path that was asked for is not in the artifact though the repository has it
}

var _ filesys.FileSystem = (*artifactFS)(nil)

var errReadOnly = errors.New("the artifact is read-only")

func newFS(t *tree.Tree, b *blobs) *artifactFS {
	return &artifactFS{tree: t, blobs: b, overlay: map[string][]byte{}, seen: trace{}}
}

// inside gives the artifact path behind a path of kustomize's, and whether it
// lies in the artifact.
func inside(name string) (string, bool) {
	clean := path.Clean(filepath.ToSlash(name))
	if clean == mount {
		return "", true
	}
	return strings.CutPrefix(clean, mount+"/")
}

func notExist(op, name string) error {
	return &fs.PathError{Op: op, Path: display(name), Err: fs.ErrNotExist}
}

func (f *artifactFS) Exists(name string) bool {
	p, ok := inside(name)
	return ok && f.at(p) != nothing
}

func (f *artifactFS) IsDir(name string) bool {
	p, ok := inside(name)
	return ok && f.at(p) == directory
}

// at looks at a path and remembers what is there.
func (f *artifactFS) at(p string) string {
	if _, ok := f.overlay[p]; ok {
		return "overlay"
	}
	at := f.seen.at(f.tree, p)
	if at == nothing && f.withheld == "" {
		f.withheld = f.tree.WhyMissing(p)
	}
	return at
}

// ReadFile gives a file's content. It refuses what would make a build endless.
func (f *artifactFS) ReadFile(name string) ([]byte, error) {
	if f.reads++; f.reads > maxReads {
		return nil, f.refuse("the build reads more than %d files", maxReads)
	}
	p, ok := inside(name)
	if !ok {
		return nil, fmt.Errorf("%s is outside of the artifact: %w", name, fs.ErrNotExist)
	}
	if content, ok := f.overlay[p]; ok {
		return content, nil
	}
	switch f.at(p) {
	case nothing:
		return nil, notExist("open", name)
	case directory:
		return nil, &fs.PathError{Op: "read", Path: display(name), Err: errors.New("is a directory")}
	}
	return f.content(p)
}

func (f *artifactFS) content(p string) ([]byte, error) {
	file, _ := f.tree.Lookup(p)
	if file.Size > maxFileSize {
		return nil, f.refuse("file %s has %.1f MB, and files over %d MB are not read", p, float64(file.Size)/(1<<20), maxFileSize>>20)
	}
	content, err := file.Read()
	if err != nil {
		return nil, f.refuse("file %s cannot be read: %v", p, err)
	}
	if why := f.blobs.bomb(file.ID, content); why != "" {
		return nil, f.refuse("file %s %s", p, why)
	}
	return content, nil
}

func (f *artifactFS) refuse(format string, args ...any) error {
	if f.refused == "" {
		f.refused = fmt.Sprintf(format, args...)
	}
	return errors.New(f.refused)
}

// CleanedAbs splits a path in its directory and file name; of a directory the
// name is empty.
func (f *artifactFS) CleanedAbs(name string) (filesys.ConfirmedDir, string, error) {
	p, ok := inside(name)
	if !ok {
		return "", "", fmt.Errorf("%s is outside of the artifact: %w", name, fs.ErrNotExist)
	}
	clean := path.Join(mount, p)
	switch f.at(p) {
	case nothing:
		return "", "", notExist("stat", name)
	case directory:
		return filesys.ConfirmedDir(clean), "", nil
	}
	return filesys.ConfirmedDir(path.Dir(clean)), path.Base(clean), nil
}

// ReadDir lists the names in a directory, sorted.
func (f *artifactFS) ReadDir(name string) ([]string, error) {
	p, ok := inside(name)
	if !ok || f.at(p) != directory {
		return nil, notExist("open", name)
	}
	var names []string
	for _, e := range f.list(p) {
		names = append(names, e.Name)
	}
	return names, nil
}

// list gives a directory's entries and remembers them.
func (f *artifactFS) list(p string) []tree.Entry {
	f.seen.list(f.tree, p)
	entries, _ := f.tree.ReadDir(p)
	return entries
}

// What kustomize's builders never call with plugins disabled.

func (f *artifactFS) Open(string) (filesys.File, error)   { return nil, errReadOnly }
func (f *artifactFS) Create(string) (filesys.File, error) { return nil, errReadOnly }
func (f *artifactFS) Mkdir(string) error                  { return errReadOnly }
func (f *artifactFS) MkdirAll(string) error               { return errReadOnly }
func (f *artifactFS) RemoveAll(string) error              { return errReadOnly }
func (f *artifactFS) WriteFile(string, []byte) error      { return errReadOnly }
func (f *artifactFS) Glob(string) ([]string, error)       { return nil, errReadOnly }
func (f *artifactFS) Walk(string, filepath.WalkFunc) error {
	return errReadOnly
}
