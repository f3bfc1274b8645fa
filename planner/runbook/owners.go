package runbook

import (
	"cmp"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

// changeGroup is the objects that change in the same way between the same
// owners, protected ones first.
type changeGroup struct {
	kind     ownership.ChangeKind
	from, to []ownership.KustomizationID
	changes  []planner.Change
}

// changeOrder is the order of the table: what needs a reader's eye comes first.
var changeOrder = []ownership.ChangeKind{
	ownership.Contested, ownership.Moved, ownership.Renamed, ownership.Dropped, ownership.Orphaned,
	ownership.Undecided, ownership.Created, ownership.Kept,
}

func groupChanges(changes []planner.Change) []changeGroup {
	var groups []changeGroup
	for _, c := range changes {
		i := slices.IndexFunc(groups, func(g changeGroup) bool {
			return g.kind == c.Kind && slices.Equal(g.from, c.From) && slices.Equal(g.to, c.To)
		})
		if i < 0 {
			i = len(groups)
			groups = append(groups, changeGroup{kind: c.Kind, from: c.From, to: c.To})
		}
		groups[i].changes = append(groups[i].changes, c)
	}
	for _, g := range groups {
		slices.SortStableFunc(g.changes, func(x, y planner.Change) int {
			return cmp.Or(cmp.Compare(rank(x.Protected), rank(y.Protected)), x.Object.Compare(y.Object))
		})
	}
	slices.SortStableFunc(groups, func(x, y changeGroup) int {
		return cmp.Or(
			cmp.Compare(slices.Index(changeOrder, x.kind), slices.Index(changeOrder, y.kind)),
			cmp.Compare(rank(x.changes[0].Protected), rank(y.changes[0].Protected)),
			slices.CompareFunc(x.from, y.from, ownership.KustomizationID.Compare),
			slices.CompareFunc(x.to, y.to, ownership.KustomizationID.Compare),
		)
	})
	return groups
}

// owners is the table of who owns what before and after.
func (a author) owners() page.Page {
	out := page.Page{head("Owners before → after")}
	if len(a.plan.Changes) == 0 {
		return append(out, page.Paragraph{Text: page.Words("No object changes its owner, appears or disappears.")})
	}
	table := page.Table{Head: []string{"change", "before → after", "objects"}}
	folds := page.Page{}
	groups := groupChanges(a.plan.Changes)
	left := groups[len(groups):]
	if a.pairs > 0 && len(groups) > a.pairs {
		groups, left = groups[:a.pairs], groups[a.pairs:]
	}
	for _, g := range groups {
		cell, fold := a.changed(g)
		table.Rows = append(table.Rows, []page.Cell{
			{page.Words(string(g.kind))},
			{owners(g.from), page.Join(page.Words("→ "), owners(g.to))},
			cell,
		})
		folds = append(folds, fold...)
	}
	out = append(append(out, table), folds...)
	if len(left) == 0 {
		return out
	}
	objects := 0
	for _, g := range left {
		objects += len(g.changes)
	}
	return append(out, page.Paragraph{Text: page.Say(sayf("… and %d more rows with %s (%%s and %%s have all).",
		len(left), count(objects, "object")), "-o markdown", "-o json")})
}

// changed names the objects of a group: the protected ones, up to a number,
// and as many others as there is room for.
func (a author) changed(g changeGroup) (page.Cell, page.Page) {
	lines := make([]page.Phrase, len(g.changes))
	for i, c := range g.changes {
		lines[i] = changedObject(c)
	}
	shown := min(len(lines), max(4, a.most/2))
	left := len(lines) - shown
	if left == 0 {
		return lines, nil
	}
	cell := page.Cell(slices.Clone(lines[:shown]))
	if !a.folds {
		return append(cell, a.rest(left, ".changes")), nil
	}
	fold := page.Fold{
		Summary: page.Join(page.Words(sayf("%d more: %s, ", left, g.kind)), owners(g.from), page.Words(" → "), owners(g.to)),
		Blocks:  []page.Block{page.List{Items: lines[shown:]}},
	}
	return append(cell, page.Words(sayf("… and %d more, listed below", left))), page.Page{fold}
}

func changedObject(c planner.Change) page.Phrase {
	line := page.Name(c.Object.Display())
	switch {
	case c.Kind == ownership.Renamed:
		line = page.Join(line, page.Say(" becomes %s", c.Other.Display()))
	case c.Kind == ownership.Created && c.Other != (ownership.ObjectID{}):
		line = page.Join(line, page.Say(" was %s", c.Other.Display()))
	}
	if c.Protected != "" {
		line = page.Join(line, page.Words(" "), page.Toned(page.Doubtful, "(protected)"))
	}
	return line
}
