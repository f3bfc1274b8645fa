package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/render/commit"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// foreseen is what git makes of a merge.
type foreseen struct {
	tree      *tree.Tree // nil where it does not come out clean
	conflicts []string
	unknown   string
}

// merge foresees what git makes of merging the state after into a branch that
// has the protection of an earlier commit. It gives nothing where nothing is
// merged, or the very content of the commit comes out.
func (e *Editor) merge(before []step.Commit, c step.Commit, made *content) *step.Merge {
	f, merges := e.mergedInto(before, c)
	switch {
	case !merges || c.Merged:
		return nil
	case f.tree == nil:
		return &step.Merge{Conflicts: f.conflicts, Unknown: f.unknown}
	}
	if files := e.differing(f.tree, made.tree); len(files) > 0 {
		return &step.Merge{Tree: f.tree.Hash(), Files: files}
	}
	return nil
}

// mergedInto gives what git makes of merging the state after into the first of
// the commits before that has edits; nothing where no commit of a plan merges it.
func (e *Editor) mergedInto(before []step.Commit, c step.Commit) (f foreseen, merges bool) {
	i := slices.IndexFunc(before, func(b step.Commit) bool { return !b.OnTo && len(b.Edits) > 0 })
	again := slices.ContainsFunc(before, func(b step.Commit) bool { return b.OnTo })
	from, to := e.span.first.tree.Commit(), e.span.last.tree.Commit()
	if i < 0 || again || !c.OnTo || e.repository.git == nil || from == "" || to == "" || from == to {
		return foreseen{}, false
	}
	return e.foresee(before[i], from, to), true
}

// contentOf gives the content of a commit that comes after others.
func (e *Editor) contentOf(before []step.Commit, c step.Commit) (*content, error) {
	if !c.Merged {
		return e.commit(c)
	}
	f, merges := e.mergedInto(before, c)
	if !merges || f.tree == nil {
		return nil, fmt.Errorf("nobody knows what git makes of merging %s", e.span.last.name)
	}
	return &content{tree: f.tree, edits: make([]step.Placed, len(c.Edits))}, nil
}

// foresee asks git, once for each protection.
func (e *Editor) foresee(protection step.Commit, from, to string) foreseen {
	made, err := e.commit(protection)
	if err != nil {
		return foreseen{unknown: err.Error()}
	}
	if len(made.files.Changed()) == 0 {
		return foreseen{tree: e.span.last.tree}
	}
	files, _ := e.Changed(protection) // made already
	if f, known := e.merges[made.tree.Hash()]; known {
		return f
	}
	f := e.merged(from, commit.Content{On: from, Files: files}, to)
	e.merges[made.tree.Hash()] = f
	return f
}

func (e *Editor) merged(from string, ours commit.Content, to string) foreseen {
	m, err := commit.Merge(e.repository.dir, from, ours, to)
	if err != nil {
		return foreseen{unknown: err.Error()}
	}
	if len(m.Conflicts) > 0 {
		return foreseen{conflicts: m.Conflicts}
	}
	changed := map[string][]byte{}
	for p, data := range m.Files {
		if inTree, ok := strings.CutPrefix(p, below(e.span.last.tree)); ok {
			changed[inTree] = data
		}
	}
	return foreseen{tree: e.span.last.tree.With(changed)}
}

// differing lists the files, by their path in the repository, that two trees
// do not have alike.
func (e *Editor) differing(a, b *tree.Tree) []string {
	var all []string
	for _, p := range append(a.Paths(), b.Paths()...) {
		one, _ := a.Lookup(p)
		other, _ := b.Lookup(p)
		if one == nil || other == nil || one.ID != other.ID {
			all = append(all, below(b)+p)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
