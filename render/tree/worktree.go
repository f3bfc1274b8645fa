package tree

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
	"github.com/go-git/go-git/v5/plumbing/format/index"
)

// WorkTree gives the files as they are on disk: what git add --all would make
// of them, so tracked files and those that git does not ignore. Of a sparse
// checkout the files that are not on disk are those of the index. With
// core.autocrlf, text has the line ends it would have in git. The error for a
// bare repository or an index that cannot be read says what to do.
func (r *Repository) WorkTree() (*Tree, error) {
	if r.root == "" {
		return nil, fmt.Errorf("%s is a bare repository and has no work tree; name a revision", r.dotGit)
	}
	tracked, err := r.tracked()
	if err != nil {
		return nil, err
	}
	w := workWalk{walk: walk{root: r.root, b: newBuilder()}, tracked: tracked, above: directoriesOf(tracked), lines: r.lineEnds()}
	if err := w.dir("", r.userPatterns()); err != nil {
		return nil, fmt.Errorf("read the work tree %s: %w", r.root, err)
	}
	for p, e := range tracked {
		if e.SkipWorktree && e.Mode.IsFile() && w.b.files[p] == nil && e.Mode != filemode.Symlink {
			w.b.addFile(p, r.file(p, e.Hash, e.Mode == filemode.Executable))
		}
	}
	return w.b.tree("work tree", ""), nil
}

// tracked reads the index.
func (r *Repository) tracked() (map[string]*index.Entry, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	idx, err := r.store.Index()
	if errors.Is(err, index.ErrUnknownExtension) {
		return nil, fmt.Errorf("the index of %s is split or sparse, which fluxmigrate cannot read (%w); try: "+
			"git update-index --no-split-index, or: git sparse-checkout reapply --no-sparse-index", r.root, err)
	}
	if err != nil {
		return nil, fmt.Errorf("read the index of %s: %w; git status may tell more", r.root, err)
	}
	tracked := make(map[string]*index.Entry, len(idx.Entries))
	for _, e := range idx.Entries {
		tracked[e.Name] = e
	}
	return tracked, nil
}

// directoriesOf lists the directories that hold tracked files: they are
// visited even if they are ignored.
func directoriesOf(tracked map[string]*index.Entry) map[string]bool {
	above := map[string]bool{}
	for p := range tracked {
		for d := parent(p); d != "" && !above[d]; d = parent(d) {
			above[d] = true
		}
	}
	return above
}

// workWalk collects what git status would look at.
type workWalk struct {
	walk
	tracked map[string]*index.Entry
	above   map[string]bool
	lines   lineEnds
}

func (w workWalk) dir(p string, patterns []gitignore.Pattern) error {
	abs := filepath.Join(w.root, filepath.FromSlash(p))
	entries, err := os.ReadDir(abs)
	if err != nil {
		return err
	}
	patterns = append(patterns[:len(patterns):len(patterns)], readIgnore(filepath.Join(abs, ".gitignore"), components(p))...)
	matcher := gitignore.NewMatcher(patterns)
	for _, e := range entries {
		if e.Name() == ".git" {
			continue
		}
		if err := w.entry(path.Join(p, e.Name()), e, patterns, matcher); err != nil {
			return err
		}
	}
	return nil
}

func (w workWalk) entry(p string, e fs.DirEntry, patterns []gitignore.Pattern, matcher gitignore.Matcher) error {
	known := w.tracked[p]
	if known == nil && !w.above[p] && matcher.Match(components(p), e.IsDir()) {
		return nil
	}
	abs := filepath.Join(w.root, filepath.FromSlash(p))
	switch {
	case e.IsDir() && w.nested(abs, known):
		w.b.addDir(p)
		d := Dropped{Path: p, Kind: Submodule}
		if known != nil {
			d.ID = known.Hash.String()
		}
		w.b.drop(d)
	case e.IsDir():
		return w.dir(p, patterns)
	case e.Type().IsRegular():
		f, err := diskFile(abs, p, w.lines.converter(known))
		if err != nil {
			return err
		}
		w.b.addFile(p, f)
	default:
		w.b.drop(notRegular(abs, p, e.Type()))
	}
	return nil
}

// nested says whether a directory is a submodule or another repository.
func (w workWalk) nested(abs string, known *index.Entry) bool {
	if known != nil && known.Mode == filemode.Submodule {
		return true
	}
	_, err := os.Lstat(filepath.Join(abs, ".git"))
	return err == nil
}

func components(p string) []string {
	if p == "" {
		return nil
	}
	return strings.Split(p, "/")
}
