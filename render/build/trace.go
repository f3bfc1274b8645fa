package build

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// trace is all that a build saw of a tree: what is at a path, and what a
// directory lists. A tree that shows the same gives the same result.
type trace map[question]string

type question struct {
	list bool
	path string
}

// What can be at a path; for a file the id of its content follows.
const (
	nothing   = ""
	directory = "directory"
	file      = "file "
)

func (t trace) at(in *tree.Tree, p string) string   { return t.ask(in, question{path: p}) }
func (t trace) list(in *tree.Tree, p string) string { return t.ask(in, question{list: true, path: p}) }

func (t trace) ask(in *tree.Tree, q question) string {
	answer, ok := t[q]
	if !ok {
		answer = q.answer(in)
		t[q] = answer
	}
	return answer
}

func (q question) answer(in *tree.Tree) string {
	if q.list {
		return listing(in, q.path)
	}
	if f, ok := in.Lookup(q.path); ok {
		return file + f.ID
	}
	if in.IsDir(q.path) {
		return directory
	}
	return nothing
}

func listing(in *tree.Tree, p string) string {
	entries, err := in.ReadDir(p)
	if err != nil {
		return nothing
	}
	var b strings.Builder
	for _, e := range entries {
		b.WriteString(e.Name)
		if e.Dir {
			b.WriteByte('/')
		}
		b.WriteByte(0) // no file name holds it
	}
	return b.String()
}

// holds says whether a tree looks the same.
func (t trace) holds(in *tree.Tree) bool {
	for q, answer := range t {
		if q.answer(in) != answer {
			return false
		}
	}
	return true
}
