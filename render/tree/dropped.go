package tree

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// DropKind says why a path of the repository is no file of the tree.
type DropKind string

// The reasons.
const (
	Symlink   DropKind = "symlink"   // source-controller archives files and directories only (R4.2)
	Submodule DropKind = "submodule" // its directory exists, without content
	Special   DropKind = "special"   // on disk: a socket, a pipe, a device
	Ignored   DropKind = "ignored"   // matched by an exclusion of the source (Artifact)
)

// Dropped is a path that the repository has and the tree has not.
type Dropped struct {
	Path   string
	Kind   DropKind
	Target string // of a symlink, as written; "" where it could not be read
	ID     string // of a symlink the blob hash, of a submodule its commit
}

// Dropped lists what was left out, sorted by path.
func (t *Tree) Dropped() []Dropped {
	list := make([]Dropped, 0, len(t.dropped))
	for _, d := range t.dropped {
		list = append(list, d)
	}
	slices.SortFunc(list, func(x, y Dropped) int { return strings.Compare(x.Path, y.Path) })
	return list
}

// WhyMissing explains in a sentence why nothing is found at a path of the tree
// though the repository has it, or has it behind a symlink. It gives "" where
// the repository has nothing there either.
func (t *Tree) WhyMissing(p string) string {
	c, err := Clean(p)
	if err != nil {
		return err.Error()
	}
	for ; c != "" && c != "."; c = path.Dir(c) {
		if d, ok := t.dropped[c]; ok {
			return d.why()
		}
	}
	return ""
}

func (d Dropped) why() string {
	switch d.Kind {
	case Symlink:
		return fmt.Sprintf("%s is a symlink%s, and source-controller leaves symlinks out of the artifact", d.Path, d.to())
	case Submodule:
		return fmt.Sprintf("%s is a submodule, whose content this repository does not hold", d.Path)
	case Ignored:
		return fmt.Sprintf("%s is excluded from the artifact by the source's ignore rules (spec.ignore, .sourceignore, or Flux's default exclusions)", d.Path)
	default:
		return fmt.Sprintf("%s is neither a file nor a directory", d.Path)
	}
}

func (d Dropped) to() string {
	if d.Target == "" {
		return ""
	}
	return " to " + d.Target
}
