package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/render/edit"
)

// place finds a level for each of some edits. They are made together and
// rendered once: what has no effect goes on to its next level. If anything else
// changes, halves of them are tried, so that the few that do it are found.
func (p *placing) place(all []*candidate) error {
	for len(all) > 0 {
		files, left := p.apply(all)
		if all = left; len(all) == 0 {
			return nil
		}
		e, err := p.look(files, all)
		switch {
		case err != nil:
			return err
		case len(e.beside) > 0 && len(all) > 1:
			half := len(all) / 2
			if err := p.place(all[:half]); err != nil {
				return err
			}
			all = all[half:]
		case len(e.beside) > 0:
			all[0].next(p.voidOr(e, "it would change something else too: "+some(e.beside)))
		case len(e.void) > 0:
			for i := range e.void {
				if n := i - len(p.wishes); n >= 0 {
					all[n].next("it has no effect there")
				}
			}
		default:
			p.settle(files, all)
			return nil
		}
	}
	return nil
}

// voidOr says that an edit has no effect, or what is the matter else.
func (p *placing) voidOr(e effect, otherwise string) string {
	if e.void[len(p.wishes)] {
		return "it has no effect there"
	}
	return otherwise
}

// apply makes edits at their levels; those that can be made nowhere are left
// out, with the reason.
func (p *placing) apply(all []*candidate) (files edit.Files, left []*candidate) {
	files = p.files.Clone()
	for _, c := range all {
		for c.level < len(c.levels) {
			err := c.levels[c.level].Apply(files)
			if err == nil {
				break
			}
			c.next(err.Error())
		}
		if c.level < len(c.levels) {
			left = append(left, c)
			continue
		}
		p.placed[c.index].Trouble = c.trouble(p)
	}
	return files, left
}

// look renders the files and holds them against the state before all edits.
func (p *placing) look(files edit.Files, all []*candidate) (effect, error) {
	wishes := slices.Clone(p.wishes)
	for _, c := range all {
		c.wish.patchesOf = c.levels[c.level].PatchesOf
		wishes = append(wishes, c.wish)
	}
	after, err := p.editor.states(p.base, files.Tree())
	if err != nil {
		return effect{}, err
	}
	joined := effect{void: map[int]bool{}}
	for i, s := range p.before {
		e := effectOf(s, after[i], wishes)
		joined.beside = append(joined.beside, e.beside...)
		for w := range e.void {
			joined.void[w] = true
		}
	}
	return p.ofThese(joined), nil
}

// ofThese takes an edit that had its place and lost it by a later one for a
// change beside.
func (p *placing) ofThese(e effect) effect {
	for i, w := range p.wishes {
		if e.void[i] {
			e.beside = append(e.beside, fmt.Sprintf("%s of %s is no longer set", w.edit.Field, w.edit.Object.Display()))
			delete(e.void, i)
		}
	}
	return e
}

func (p *placing) settle(files edit.Files, all []*candidate) {
	p.files = files
	for _, c := range all {
		level := c.levels[c.level]
		p.wishes = append(p.wishes, c.wish)
		p.placed[c.index] = step.Placed{File: below(p.base.tree) + level.File, How: level.How}
	}
}

// next gives up a level.
func (c *candidate) next(why string) {
	level := c.levels[c.level]
	what := level.File
	if level.How != "" {
		what = level.How
	}
	if !strings.HasPrefix(why, level.File+":") {
		why = what + ": " + why
	}
	c.tried = append(c.tried, why)
	c.level++
}

// trouble says what was tried, and who else decides.
func (c *candidate) trouble(p *placing) string {
	text := fmt.Sprintf("%s of %s can be set to %q in no file without another effect (%s)",
		c.wish.edit.Field, c.wish.edit.Object.Display(), c.wish.edit.Value, strings.Join(c.tried, "; "))
	for _, s := range p.before {
		for _, n := range s.nodes {
			if n.root && n.madeBy != "" && slices.ContainsFunc(c.wish.edit.Owners, func(o edit.Owner) bool { return o.ID == n.id }) {
				return text + fmt.Sprintf("; the spec of %s is written by %s", n.id, n.madeBy)
			}
		}
	}
	return text
}

// some lists a few of many.
func some(all []string) string {
	slices.Sort(all)
	all = slices.Compact(all)
	const most = 3
	if len(all) <= most {
		return strings.Join(all, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(all[:most], ", "), len(all)-most)
}
