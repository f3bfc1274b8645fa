package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

type ownersDocument struct {
	APIVersion string            `json:"apiVersion"`
	Kind       string            `json:"kind"`
	State      string            `json:"state"`
	Note       string            `json:"note,omitempty"` // how the state was read
	Objects    []ownedObject     `json:"objects"`
	Unknowns   []planner.Unknown `json:"unknowns"`

	others []ownedObject // which only the cluster has
}

type ownedObject struct {
	Object ownership.ObjectID          `json:"object"`
	Owners []ownership.KustomizationID `json:"owners"`
	// Files has one file for each owner, in their order, "" where none is
	// known; of a root, which has no owner, the file that says there is one.
	Files []string `json:"files"`
	// Live is there where live data were asked for.
	Live *liveOwner `json:"live,omitempty"`

	notRendered bool // only the cluster has it
}

func ownersCommand(out output) *cli.Command {
	return &cli.Command{
		Name:      "owners",
		Usage:     "say which Kustomization renders which object, and from which file",
		UsageText: "fluxmigrate owners [STATE] [OBJECT…] [flags]",
		Description: "STATE is a mode, a git revision, REVISION:MODE or a folder; without one it is the work tree, or, where a cluster\n" +
			"is read, live: the revision that it has fetched, with the roots as it has them.\n" +
			"OBJECT is KIND/NAME, KIND/NAMESPACE/NAME, KIND NAMESPACE/NAME or an inventory id; KIND may have its group, as in\n" +
			"Gateway.gateway.networking.k8s.io, and the usual short names are kinds too: svc, deploy, pvc, ns, cm, ks, hr, gw.\n" +
			"Without objects, all are listed by owner.",
		Flags: commonFlags(pageForms...),
		Action: func(ctx *cli.Context) error {
			r := readCommon(ctx)
			if err := r.validate(pageForms...); err != nil {
				return err
			}
			return owners(r, ctx.Args().Slice(), out)
		},
	}
}

func owners(r common, args []string, out output) error {
	l, err := load(r)
	if err != nil {
		return err
	}
	state, objects, err := l.stateAndObjects(args)
	if err != nil {
		return err
	}
	d := ownersOf(state)
	if l.observed != nil {
		d.addLive(l.observed)
	}
	if len(objects) > 0 {
		if d.Objects, err = d.matching(objects); err != nil {
			return err
		}
		d.withoutOthers()
	}
	if err := out.page(r.form, d.page(len(objects) > 0), d); err != nil {
		return err
	}
	if len(d.Unknowns) > 0 {
		return statusOf(verdict.Unknown)
	}
	return nil
}

// stateAndObjects tells whether the first argument names a state. One that
// names none and could be an object, or the kind of one, is one.
func (l *loaded) stateAndObjects(args []string) (*ownership.Desired, []string, error) {
	if len(args) == 0 {
		d, err := l.unnamed()
		return d, nil, err
	}
	d, err := l.repository.State(args[0])
	if err == nil {
		return d, joinKinds(d, args[1:]), nil
	}
	unnamed, failed := l.unnamed()
	if failed != nil || !strings.ContainsAny(args[0], "/_") && !(len(args) > 1 && isKind(unnamed, args[0])) {
		return nil, nil, err
	}
	return unnamed, joinKinds(unnamed, args), nil
}

// unnamed is the state where none is named: that of the cluster if one was
// read and the repository can say what it is, else the work tree.
func (l *loaded) unnamed() (*ownership.Desired, error) {
	if l.observed != nil {
		if d, err := l.repository.State("live"); err == nil {
			return d, nil
		}
	}
	return l.repository.State("")
}

func ownersOf(state *ownership.Desired) *ownersDocument {
	d := &ownersDocument{APIVersion: planner.APIVersion, Kind: "Owners", State: state.Name, Note: noteOn(state), Objects: []ownedObject{}, Unknowns: unknowns(state)}
	byID := state.Owners()
	ids := make([]ownership.ObjectID, 0, len(byID))
	for id := range byID {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, ownership.ObjectID.Compare)
	for _, id := range ids {
		o := ownedObject{Object: id, Owners: nonNil(byID[id]), Files: []string{}}
		for _, owner := range o.Owners {
			k, _ := state.Kustomization(owner)
			rendered, _ := k.Render.Find(id)
			o.Files = append(o.Files, rendered.File)
		}
		if id, ok := id.AsKustomization(); ok && len(o.Owners) == 0 {
			k, _ := state.Kustomization(id)
			o.Files = append(o.Files, k.File)
		}
		d.Objects = append(d.Objects, o)
	}
	return d
}

// matching gives the objects that were asked for. One that there is not is an
// error: nothing else would tell it from one without an owner.
func (d *ownersDocument) matching(asked []string) ([]ownedObject, error) {
	var found []ownedObject
	for _, name := range asked {
		n := len(found)
		for _, o := range slices.Concat(d.Objects, d.others) {
			if named(o.Object, name) {
				found = append(found, o)
			}
		}
		if len(found) == n {
			return nil, fmt.Errorf("the state %s has no object %q"+d.noOther()+"\nwrite KIND/NAME, KIND/NAMESPACE/NAME or an inventory id; fluxmigrate owners lists all objects", d.State, name)
		}
	}
	return found, nil
}

func (d *ownersDocument) noOther() string {
	if len(d.others) == 0 {
		return ""
	}
	return ", and no inventory of the cluster lists it"
}

// page lists what was asked for, or everything by its owner.
func (d *ownersDocument) page(asked bool) page.Page {
	p := page.Page{page.Heading{Level: 1, Text: page.Say("Owners in %s", d.State)}}
	if d.Note != "" {
		p = append(p, page.Paragraph{Text: page.Words(d.Note)})
	}
	switch {
	case asked && len(d.Objects) > 0 && d.Objects[0].Live != nil:
		p = append(p, answers(d.Objects)...)
	case asked:
		p = append(p, ownedTable(d.Objects))
	default:
		p = append(p, d.byOwner()...)
	}
	return append(p, unknownItems(d.Unknowns)...)
}

func (d *ownersDocument) byOwner() page.Page {
	groups := map[ownership.KustomizationID][]ownedObject{}
	for _, o := range d.Objects {
		if len(o.Owners) == 0 {
			groups[ownership.KustomizationID{}] = append(groups[ownership.KustomizationID{}], o)
		}
		for _, owner := range o.Owners {
			groups[owner] = append(groups[owner], o)
		}
	}
	ids := make([]ownership.KustomizationID, 0, len(groups))
	for id := range groups {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, ownership.KustomizationID.Compare)
	var p page.Page
	for _, id := range ids {
		title := page.Name(id.String())
		if id == (ownership.KustomizationID{}) {
			title = page.Words("Roots, which nothing in the repository renders")
		}
		p = append(p, page.Heading{Level: 3, Text: page.Join(title, page.Words(fmt.Sprintf(" (%d)", len(groups[id]))))}, ownedBy(id, groups[id]))
	}
	return p
}

func ownedBy(id ownership.KustomizationID, objects []ownedObject) page.Block {
	t := page.Table{Head: []string{"object", "file"}}
	for _, o := range objects {
		object := page.Cell{page.Name(o.Object.Display())}
		file := strings.Join(o.Files[:min(1, len(o.Files))], "")
		for i, owner := range o.Owners {
			if owner == id {
				file = o.Files[i]
				continue
			}
			object = append(object, page.Join(page.Toned(page.Bad, "also"), page.Say(" rendered by %s", owner.String())))
		}
		t.Rows = append(t.Rows, []page.Cell{object, {page.Name(file)}})
	}
	return t
}

func ownedTable(objects []ownedObject) page.Block {
	t := page.Table{Head: []string{"object", "owner", "file"}}
	for _, o := range objects {
		var owner, file page.Cell
		for i, id := range o.Owners {
			owner, file = append(owner, page.Name(id.String())), append(file, page.Name(o.Files[i]))
		}
		if len(o.Owners) == 0 {
			owner, file = page.Cell{page.Words("nobody: a root")}, page.Cell{page.Name(strings.Join(o.Files, ""))}
		}
		t.Rows = append(t.Rows, []page.Cell{{page.Name(o.Object.Display())}, owner, file})
	}
	if len(t.Rows) == 1 && len(objects[0].Owners) > 1 {
		return page.Fold{Summary: page.Toned(page.Bad, "Rendered by more than one Kustomization: each reverts the others."), Blocks: []page.Block{t}}
	}
	return t
}
