package tree

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/fluxcd/pkg/sourceignore"
	"github.com/fluxcd/pkg/sourceignore/gitignore"
)

// Artifact gives what source-controller archives of a GitRepository's checkout
// (R4.2; fluxcd/pkg artifact/storage/archive.go, Archive and
// SourceIgnoreFilter): everything but what the tree's .sourceignore files and
// spec.ignore match, or Flux's default exclusions where neither has a pattern.
// A directory stays when all its files go, unless a pattern matches the
// directory itself. Only .sourceignore files are read; an error names one that
// cannot be.
func (t *Tree) Artifact(ignore *string) (*Tree, error) {
	patterns, err := t.ignorePatterns("", nil)
	if err != nil {
		return nil, fmt.Errorf("read the ignore rules of %s: %w", t.name, err)
	}
	if ignore != nil {
		patterns = append(patterns, sourceignore.ReadPatterns(strings.NewReader(*ignore), nil)...)
	}
	matcher := sourceignore.NewDefaultMatcher(patterns, nil)
	if len(patterns) > 0 {
		matcher = sourceignore.NewMatcher(append(sourceignore.VCSPatterns(nil), patterns...))
	}
	b := newBuilder()
	t.archive(b, matcher)
	a := b.tree(t.name, t.commit)
	a.base = t.base
	return a, nil
}

// ignorePatterns collects the .sourceignore files below a directory in the
// order of sourceignore.LoadIgnorePatterns, which goes into ignored
// directories as well.
func (t *Tree) ignorePatterns(dir string, domain []string) ([]gitignore.Pattern, error) {
	var patterns []gitignore.Pattern
	if f := t.ignoreFile(dir); f != nil {
		content, err := f.Read()
		if err != nil {
			return nil, err
		}
		patterns = sourceignore.ReadPatterns(bytes.NewReader(content), domain)
	}
	for _, e := range t.dirs[dir] {
		if !e.Dir || e.Name == ".git" {
			continue
		}
		below, err := t.ignorePatterns(path.Join(dir, e.Name), append(domain[:len(domain):len(domain)], e.Name))
		if err != nil {
			return nil, err
		}
		patterns = append(patterns, below...)
	}
	return patterns, nil
}

// ignoreFile gives a directory's .sourceignore. Source-controller opens it in
// the checkout, so that here, and only here, a symlink is followed.
func (t *Tree) ignoreFile(dir string) *File {
	p := path.Join(dir, sourceignore.IgnoreFile)
	for range 8 {
		if f, ok := t.files[p]; ok {
			return f
		}
		link, ok := t.dropped[p]
		if !ok || link.Target == "" || path.IsAbs(link.Target) {
			return nil
		}
		p = path.Join(path.Dir(p), link.Target)
	}
	return nil
}

func (t *Tree) archive(b *builder, matcher gitignore.Matcher) {
	for _, d := range t.dropped {
		b.drop(d)
	}
	for d := range t.dirs {
		switch {
		case d == "":
		case matcher.Match(strings.Split(d, "/"), true):
			b.drop(Dropped{Path: d, Kind: Ignored})
		default:
			b.addDir(d)
		}
	}
	for p, f := range t.files {
		if matcher.Match(strings.Split(p, "/"), false) {
			b.drop(Dropped{Path: p, Kind: Ignored, ID: f.ID})
			continue
		}
		b.addFile(p, f)
	}
}
