package main

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

// answers says of each object who owns it, who else renders it, and who wins
// next.
func answers(objects []ownedObject) page.Page {
	var p page.Page
	for _, o := range objects {
		t := page.Table{Head: []string{"", ""}, Rows: [][]page.Cell{{{page.Words("owner now")}, o.Live.now()}}}
		row := func(name string, cell page.Cell) {
			if len(cell) > 0 {
				t.Rows = append(t.Rows, []page.Cell{{page.Words(name)}, cell})
			}
		}
		row("inventory", o.Live.lists())
		row("rendered by", o.renderers())
		row("next", o.Live.sentences())
		p = append(p, page.Heading{Level: 2, Text: page.Name(o.Object.Display())}, t)
	}
	return p
}

func (l *liveOwner) now() page.Cell {
	cell := page.Cell{page.Words("nobody: its labels name no owner")}
	switch {
	case l.Read == missing:
		return page.Cell{page.Toned(page.Doubtful, "nobody: it is not there")}
	case l.Read == notRead:
		return page.Cell{page.Toned(page.Doubtful, "not known: it was not read")}
	case l.Owner != "":
		cell = page.Cell{page.Join(page.Name(l.Owner), page.Words(", which its labels name"))}
		if l.gone {
			cell = append(cell, page.Toned(page.Bad, "that Kustomization is not there"))
		}
	}
	if l.guard != "" {
		cell = append(cell, page.Words(l.guard))
	}
	if l.Deleting {
		cell = append(cell, page.Toned(page.Bad, "it is being deleted"))
	}
	return cell
}

func (l *liveOwner) lists() (cell page.Cell) {
	for _, k := range l.Inventories {
		cell = append(cell, page.Join(page.Name(k.String()), page.Words(" lists it")))
	}
	return cell
}

func (l *liveOwner) sentences() (cell page.Cell) {
	for _, s := range l.Next {
		cell = append(cell, page.Words(s))
	}
	return cell
}

func (o ownedObject) isRoot() bool { return len(o.Owners) == 0 && !o.notRendered }

func (o ownedObject) renderers() (cell page.Cell) {
	switch {
	case o.isRoot():
		return page.Cell{page.Join(page.Words("nobody: it is a root, which "), page.Name(strings.Join(o.Files, "")), page.Words(" names"))}
	case len(o.Owners) == 0:
		return page.Cell{page.Words("nobody in this state")}
	}
	for i, k := range o.Owners {
		cell = append(cell, page.Join(page.Name(k.String()), page.Words(", from "), page.Name(o.Files[i])))
	}
	return cell
}
