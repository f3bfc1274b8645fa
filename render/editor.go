package render

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/render/commit"
	"github.com/fluxmigrate/fluxmigrate/render/edit"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// Editor makes the commits of a plan: real edits of real files, each where it
// wins, and every commit rendered again. Nothing is written anywhere.
type Editor struct {
	repository *Repository
	span       span
	made       map[string]*content // by what they are made of
	merges     map[string]foreseen
}

// content is that of one commit of a plan.
type content struct {
	tree  *tree.Tree
	files edit.Files
	edits []step.Placed
}

// Editor gives the editor of the transition between two states, named as for
// Transition.
func (r *Repository) Editor(from, to string) (*Editor, error) {
	s, err := r.span(from, to)
	if err != nil {
		return nil, err
	}
	return &Editor{repository: r, span: s, made: map[string]*content{}, merges: map[string]foreseen{}}, nil
}

// Stage makes commits and renders the transition along them. An edit that wins
// nowhere is no error: what is said of it says why.
func (e *Editor) Stage(commits []step.Commit) (*step.Staged, error) {
	steps := []ref{e.span.first}
	staged := &step.Staged{}
	for i, c := range commits {
		made, err := e.contentOf(commits[:i], c)
		if err != nil {
			return nil, err
		}
		at := e.end(c)
		if at.tree = made.tree; len(c.Edits) > 0 || c.Merged {
			at.name += " with the protection"
		}
		staged.Commits = append(staged.Commits, step.Made{Revision: c.Revision, At: len(steps), Tree: made.tree.Hash(), Edits: made.edits, Merge: e.merge(commits[:i], c, made)})
		steps = append(steps, at)
	}
	states, err := e.repository.walkAll(steps, e.span.layout, e.span.first, e.span.last)
	if err != nil {
		return nil, err
	}
	staged.Transition = *transition(states)
	t := &staged.Transition
	noteChangedSources(t.To, states)
	return staged, e.repository.noteOtherLayout(t.From, e.span.first, e.span.last, e.span.layout)
}

// end gives the end of the transition that a commit stands on.
func (e *Editor) end(c step.Commit) ref {
	if c.OnTo {
		return e.span.last
	}
	return e.span.first
}

func (e *Editor) commit(c step.Commit) (*content, error) {
	key := fmt.Sprint(c.OnTo)
	for _, s := range c.Edits {
		key += fmt.Sprintf("\n%s %s %s %s", s.Target, s.Declares(), s.Field, s.Value)
	}
	if e.made[key] == nil {
		p := &placing{editor: e, base: e.end(c)}
		made, err := p.run(c.Edits)
		if err != nil {
			return nil, err
		}
		e.made[key] = made
	}
	return e.made[key], nil
}

// states renders a tree in every mode of the transition.
func (e *Editor) states(base ref, t *tree.Tree) ([]*state, error) {
	base.tree = t
	modes := []string{e.span.first.mode}
	if e.span.last.mode != e.span.first.mode {
		modes = append(modes, e.span.last.mode)
	}
	var states []*state
	for _, mode := range modes {
		at := base
		at.mode, at.unknowns, at.assumptions = mode, nil, nil
		s, err := e.repository.state(at, e.repository.layoutAt(t, e.span.layout), ownership.Position{})
		if err != nil {
			return nil, err
		}
		states = append(states, s)
	}
	return states, nil
}

// placing finds for every edit of one commit the place where it wins.
type placing struct {
	editor *Editor
	base   ref
	before []*state
	files  edit.Files // with every edit that has its place
	wishes []wish     // those edits
	placed []step.Placed
}

// candidate is an edit on its way through the levels.
type candidate struct {
	index  int // of the edit
	wish   wish
	levels []edit.Level
	level  int
	tried  []string // what came of the levels before
}

func (p *placing) run(edits []step.Step) (*content, error) {
	p.files = edit.NewFiles(p.base.tree)
	p.placed = make([]step.Placed, len(edits))
	if len(edits) == 0 {
		return &content{tree: p.base.tree, files: p.files, edits: p.placed}, nil
	}
	var err error
	if p.before, err = p.editor.states(p.base, p.base.tree); err != nil {
		return nil, err
	}
	var all []*candidate
	for i, s := range edits {
		c, why := p.candidate(i, s)
		if why != "" {
			p.placed[i].Trouble = why
			continue
		}
		all = append(all, c)
	}
	if err := p.place(all); err != nil {
		return nil, err
	}
	return &content{tree: p.files.Tree(), files: p.files, edits: p.placed}, nil
}

// candidate prepares an edit: who renders what it is about, and the levels.
func (p *placing) candidate(i int, s step.Step) (*candidate, string) {
	inTree, ok := p.inTree(s.Declares())
	if !ok {
		return nil, fmt.Sprintf("%s lies in no folder that the plan is about", s.Declares())
	}
	e := edit.Edit{Object: s.Target, File: inTree, Field: s.Field, Value: s.Value}
	w := wish{edit: e, file: s.Declares()}
	owners, why := p.owners(w)
	if why != "" {
		return nil, why
	}
	w.edit.Owners = owners
	if k, ok := s.Target.AsKustomization(); ok && s.Field == pathField {
		p.addStub(k, s.Value)
	}
	return &candidate{index: i, wish: w, levels: edit.Levels(p.files, w.edit)}, ""
}

// inTree gives the path in the tree of a file of the repository.
func (p *placing) inTree(file string) (string, bool) {
	return strings.CutPrefix(file, below(p.base.tree))
}

// owners lists who renders the object, from its file; of a Kustomization, from
// whatever file.
func (p *placing) owners(w wish) (owners []edit.Owner, why string) {
	for _, s := range p.before {
		for _, n := range s.nodes {
			if !s.renders(n, w) || slices.ContainsFunc(owners, func(o edit.Owner) bool { return o.ID == n.id }) {
				continue
			}
			if !slices.Contains(s.desired.Own, n.spec.Source) {
				return nil, fmt.Sprintf("%s is read from %s, which is another repository", n.id, n.spec.Source)
			}
			owners = append(owners, p.owner(s, n))
		}
	}
	return owners, ""
}

func (s *state) renders(n *node, w wish) bool {
	for _, o := range n.result.Objects {
		id, why := s.scopes.identity(n.spec, o)
		if why == "" && id == w.edit.Object && (o.File == w.file || !w.isGuard()) {
			return true
		}
	}
	return false
}

func (p *placing) owner(s *state, n *node) edit.Owner {
	o := edit.Owner{ID: n.id}
	if file, ok := p.inTree(n.file); ok {
		o.File = file
	}
	if files := s.walker.sources.content[n.spec.Source]; files != nil {
		dir, _ := p.inTree(below(files) + n.spec.Path)
		o.Dir = dir
	}
	list, _ := lookUp(n.manifest, []string{"spec", "components"})
	components, _ := list.([]any)
	for _, c := range components {
		if text, ok := c.(string); ok {
			o.Components = append(o.Components, text)
		}
	}
	return o
}

// addStub makes the folder that a stub points at, in its source.
func (p *placing) addStub(k ownership.KustomizationID, path string) {
	for _, s := range p.before {
		for _, n := range s.nodes {
			files := s.walker.sources.content[n.spec.Source]
			if n.id != k || files == nil || !slices.Contains(s.desired.Own, n.spec.Source) {
				continue
			}
			if dir, ok := p.inTree(below(files) + ownership.CleanPath(path)); ok {
				edit.AddStub(p.files, dir)
			}
			return
		}
	}
}

// Contents gives commits as git takes them, without a message, and the commit
// that the first of them stands on. It fails where an end of the transition is
// no commit.
func (e *Editor) Contents(commits []step.Commit) (from string, contents []commit.Content, err error) {
	for _, end := range []ref{e.span.first, e.span.last} {
		if e.repository.git == nil || end.tree.Commit() == "" {
			return "", nil, fmt.Errorf("%s is no commit of a git repository, so no commit can stand on it; commit it, and name the commit or a mode", end.name)
		}
	}
	for _, c := range commits {
		files, err := e.Changed(c)
		if err != nil {
			return "", nil, err
		}
		made, _ := e.commit(c) // as Changed did
		for _, placed := range made.edits {
			if placed.Trouble != "" {
				return "", nil, errors.New(placed.Trouble)
			}
		}
		contents = append(contents, commit.Content{On: e.end(c).tree.Commit(), Files: files})
	}
	return e.span.first.tree.Commit(), contents, nil
}

// Dir is a folder of the repository.
func (e *Editor) Dir() string { return e.repository.dir }

// Changed gives the files of a commit that differ from the end it stands on,
// by their path in the repository.
func (e *Editor) Changed(c step.Commit) (map[string][]byte, error) {
	made, err := e.commit(c)
	if err != nil {
		return nil, err
	}
	changed := map[string][]byte{}
	for p, content := range made.files.Changed() {
		changed[below(e.end(c).tree)+p] = content
	}
	return changed, nil
}
