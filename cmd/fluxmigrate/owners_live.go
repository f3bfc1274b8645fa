package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

// liveOwner is what a cluster says about an object of a state.
type liveOwner struct {
	// Read is "there", "missing", or "not read".
	Read string `json:"read"`
	// Owner is that of the owner labels, "" without.
	Owner       string                      `json:"owner"`
	Inventories []ownership.KustomizationID `json:"inventories"`
	UID         string                      `json:"uid,omitempty"`
	Guarded     bool                        `json:"guarded"`
	Deleting    bool                        `json:"deleting"`
}

// addLive adds what the cluster says to every object of the state.
func (d *ownersDocument) addLive(live *ownership.Observed) {
	holders := map[ownership.ObjectID][]ownership.KustomizationID{}
	for _, k := range live.Kustomizations {
		for _, id := range k.Inventory {
			holders[id] = append(holders[id], k.ID)
		}
	}
	for i, o := range d.Objects {
		found := &liveOwner{Read: "not read", Inventories: nonNil(holders[o.Object])}
		if x, there := live.Object(o.Object); there {
			found.Read, found.UID, found.Guarded, found.Deleting = "there", x.UID, x.Traits.Guarded(), x.Deleting
			if x.Owner != (ownership.KustomizationID{}) {
				found.Owner = x.Owner.String()
			}
		} else if slices.Contains(live.Missing, o.Object) {
			found.Read = "missing"
		}
		d.Objects[i].Live = found
	}
	for _, u := range live.Unknowns {
		d.Unknowns = append(d.Unknowns, planner.Unknown(u))
	}
}

// liveTable says who owns the objects in the cluster, and what the next runs do
// about it.
func liveTable(objects []ownedObject) page.Page {
	t := page.Table{Head: []string{"object", "in the cluster", "next"}}
	for _, o := range objects {
		if o.Live != nil {
			t.Rows = append(t.Rows, []page.Cell{{page.Name(o.Object.Display())}, o.Live.cell(), {page.Words(o.next())}})
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return page.Page{page.Heading{Level: 2, Text: page.Words("In the cluster")}, t}
}

func (l *liveOwner) cell() page.Cell {
	if l.Read != "there" {
		return page.Cell{page.Toned(page.Doubtful, l.Read)}
	}
	cell := page.Cell{page.Words("its labels name no owner")}
	if l.Owner != "" {
		cell = page.Cell{page.Say("its labels name %s", l.Owner)}
	}
	for _, k := range l.Inventories {
		if k.String() != l.Owner {
			cell = append(cell, page.Join(page.Toned(page.Bad, "also"), page.Say(" in the inventory of %s", k.String())))
		}
	}
	if l.Guarded {
		cell = append(cell, page.Words("guarded against prune"))
	}
	if l.Deleting {
		cell = append(cell, page.Toned(page.Bad, "is being deleted"))
	}
	return cell
}

// next says who takes the labels with the next runs of the state (R5.3).
func (o ownedObject) next() string {
	switch {
	case o.Live.Read == "not read":
		return "cannot be told"
	case len(o.Owners) == 0:
		return ""
	case len(o.Owners) > 1:
		names := make([]string, len(o.Owners))
		for i, k := range o.Owners {
			names[i] = k.String()
		}
		return fmt.Sprintf("%s take it from each other: whoever ran last has it", strings.Join(names, " and "))
	case o.Live.Read == "missing":
		return "the next run of " + o.Owners[0].String() + " makes it anew"
	case o.Live.Owner != o.Owners[0].String():
		return "the next run of " + o.Owners[0].String() + " takes it over"
	}
	return "stays"
}
