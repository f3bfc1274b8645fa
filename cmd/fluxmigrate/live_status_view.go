package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

// page is a table of the Kustomizations, and what does not agree.
func (d *clusterStatus) page() page.Page {
	p := page.Page{
		page.Heading{Level: 1, Text: page.Say("Kustomizations of %s", d.Live)},
		page.Paragraph{Text: page.Words("kustomize-controller " + orNotSeen(d.Flux) + ", Kubernetes " + orNotSeen(d.Kubernetes))},
	}
	for _, c := range d.Controllers {
		if len(c.Flags) > 0 {
			p = append(p, page.Paragraph{Text: page.Join(page.Say("Deployment %s runs with ", c.Name), page.Name(strings.Join(c.Flags, " ")))})
		}
	}
	p = append(p, d.table()...)
	for _, k := range d.Kustomizations {
		p = append(p, k.drift()...)
	}
	p = append(p, d.strays()...)
	p = append(p, unknownItems(d.Unknowns)...)
	if len(d.Assumptions) > 0 {
		list := page.List{}
		for _, a := range d.Assumptions {
			list.Items = append(list.Items, page.Words(a.Subject+": "+a.Text))
		}
		p = append(p, page.Heading{Level: 2, Text: page.Words("Not looked at")}, list)
	}
	return p
}

// table has a column for what was applied where that is not the same of all.
func (d *clusterStatus) table() page.Page {
	one := d.oneRevision()
	t := page.Table{Head: []string{"Kustomization", "state", "applied", "objects", "made by"}}
	var p page.Page
	if one != "" {
		t.Head = slices.Delete(t.Head, 2, 3)
		p = page.Page{page.Paragraph{Text: page.Join(page.Words("All applied "), page.Name(short(one)), page.Words(", where their source is."))}}
	}
	for _, k := range d.Kustomizations {
		row := []page.Cell{{page.Name(k.Name.String())}, k.state(), k.applied(), {page.Words(fmt.Sprint(k.Inventory))}, {page.Words(k.maker())}}
		if one != "" {
			row = slices.Delete(row, 2, 3)
		}
		t.Rows = append(t.Rows, row)
	}
	return append(p, t)
}

// oneRevision gives the revision that every Kustomization applied and every
// source is at, "" where they differ.
func (d *clusterStatus) oneRevision() string {
	if len(d.Kustomizations) < 2 {
		return ""
	}
	one := d.Kustomizations[0].Applied
	for _, k := range d.Kustomizations {
		if k.Applied != one || k.Revision != one {
			return ""
		}
	}
	return one
}

func orNotSeen(version string) string {
	if version == "" {
		return "(version not seen)"
	}
	return version
}

func (k kustomizationStatus) state() page.Cell {
	cell := page.Cell{page.Toned(page.Bad, "not ready")}
	switch {
	case k.Ready:
		cell = page.Cell{page.Toned(page.Good, "ready")}
	case k.Reason != "":
		cell = page.Cell{page.Toned(page.Bad, "not ready: "+k.Reason)}
	}
	if k.Suspended {
		cell = append(cell, page.Toned(page.Doubtful, "suspended"))
	}
	if k.Deleting {
		cell = append(cell, page.Toned(page.Bad, "is being deleted"))
	}
	if !k.Prune {
		cell = append(cell, page.Words("does not prune"))
	}
	return cell
}

func (k kustomizationStatus) applied() page.Cell {
	switch {
	case k.Applied == "":
		return page.Cell{page.Toned(page.Doubtful, "nothing yet")}
	case k.Revision != "" && k.Revision != k.Applied:
		return page.Cell{page.Name(short(k.Applied)), page.Join(page.Words("its source is at "), page.Name(short(k.Revision)))}
	}
	return page.Cell{page.Name(short(k.Applied))}
}

// short cuts the hash of a revision to what people compare.
func short(revision string) string {
	const enough = 8
	if i := strings.LastIndex(revision, ":"); i >= 0 && len(revision) > i+1+enough {
		return revision[:i+1+enough]
	}
	return revision
}

func (k kustomizationStatus) maker() string {
	switch {
	case k.Parent != "":
		return k.Parent
	case k.MadeBy != "":
		return k.MadeBy
	}
	return "not known"
}

// drift lists the objects of its inventory with which something is wrong (S1,
// S3, V5).
func (k kustomizationStatus) drift() page.Page {
	var p page.Page
	for _, group := range []struct {
		what string
		ids  []ownership.ObjectID
	}{
		{"have owner labels that do not name it", k.Others},
		{"are not there", k.Missing},
		{"are being deleted", k.Dying},
		{"were not read", k.NotRead},
	} {
		if len(group.ids) > 0 {
			p = append(p, page.Paragraph{Text: page.Join(page.Name(k.Name.String()),
				page.Words(fmt.Sprintf(": %d of its %d objects %s: %s", len(group.ids), k.Inventory, group.what, firstNames(group.ids))))})
		}
	}
	return p
}

// mostNames is how many objects a sentence names.
const mostNames = 10

func firstNames(ids []ownership.ObjectID) string {
	var names []string
	for i, id := range ids {
		if i == mostNames {
			names = append(names, fmt.Sprintf("%d more", len(ids)-mostNames))
			break
		}
		names = append(names, id.Display())
	}
	return strings.Join(names, ", ")
}

func (d *clusterStatus) strays() page.Page {
	var p page.Page
	if len(d.Contested) > 0 {
		t := page.Table{Head: []string{"object", "in the inventories of"}}
		for _, c := range d.Contested {
			var by page.Cell
			for _, k := range c.By {
				by = append(by, page.Name(k.String()))
			}
			t.Rows = append(t.Rows, []page.Cell{{page.Name(c.Object.Display())}, by})
		}
		p = append(p, page.Heading{Level: 2, Text: page.Words("Objects in more than one inventory")}, t)
	}
	if len(d.Orphans) > 0 {
		t := page.Table{Head: []string{"object", "its labels name"}}
		for _, o := range d.Orphans {
			t.Rows = append(t.Rows, []page.Cell{{page.Name(o.Object.Display())}, {page.Name(o.Owner.String())}})
		}
		p = append(p, page.Heading{Level: 2, Text: page.Words("Orphans: their owner does not list them")}, t)
	}
	return p
}
