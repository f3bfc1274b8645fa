package runbook

import (
	"html/template"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

// ownersOf is the objects that change alike between the same owners.
type ownersOf struct {
	Kind, Means string
	From, To    []string
	Objects     []ownedObject
	AtRisk      int
	Few         bool // short enough to be open
}

type ownedObject struct {
	ID        string // of the element
	Name      string
	Other     string // the new name, of a rename
	Protected string
	AtRisk    string
	Files     []string
}

// meaning says what a kind of change is.
var meaning = map[ownership.ChangeKind]string{
	ownership.Moved: "gets another owner", ownership.Contested: "has more than one owner", ownership.Created: "is new",
	ownership.Dropped: "is deleted on purpose", ownership.Orphaned: "stays, and nobody owns it", ownership.Renamed: "goes, and comes back under another name",
	ownership.Undecided: "may or may not be there: it could not be rendered", ownership.Kept: "stays",
}

func (a author) ownersBeforeAndAfter() []ownersOf {
	risks := map[ownership.ObjectID]planner.AtRisk{}
	for _, r := range a.plan.Naive.AtRisk {
		risks[r.Object] = r
	}
	var out []ownersOf
	n := 0
	for _, g := range groupChanges(a.plan.Changes) {
		o := ownersOf{Kind: string(g.kind), Means: meaning[g.kind], From: displays(g.from), To: displays(g.to), Few: len(g.changes) <= 6}
		for _, c := range g.changes {
			n++
			owned := ownedObject{ID: sayf("object-%d", n), Name: c.Object.Display(), Protected: c.Protected, Files: c.Files}
			if c.Other != (ownership.ObjectID{}) {
				owned.Other = c.Other.Display()
			}
			if r, ok := risks[c.Object]; ok {
				owned.AtRisk = strings.TrimPrefix(fate(r.Object, r.How, r.By).Plain(), r.Object.Display()+" ")
				o.AtRisk++
			}
			o.Objects = append(o.Objects, owned)
		}
		out = append(out, o)
	}
	return out
}

// stageOf is one stage.
type stageOf struct {
	N         int
	Title, By string
	Class     string // commit, hand, wait or look
	Body      template.HTML
}

var classOf = map[string]string{"a commit": "commit", "where the root is made": "hand", "by hand in the cluster": "hand", "wait": "wait", "look": "look"}

func (r *report) stages(a author) {
	p := a.plan
	if len(p.Stages) == 0 {
		return
	}
	if needsNone(p) {
		r.Plain = page.HTML(page.Page{a.actions()})
		return
	}
	r.Lead = "Costs " + cost(p.Cost) + ". Do not start a stage before every check of the one before it holds."
	r.Before = page.HTML(a.before())
	for i, s := range p.Stages {
		r.Stages = append(r.Stages, stageOf{N: i + 1, Title: s.Title, By: doneBy(s), Class: classOf[work(s)], Body: page.HTML(a.stage(i, s))})
	}
}

// entry is something that the search finds.
type entry struct {
	Name  string `json:"name"`
	About string `json:"about"`
	At    string `json:"at"` // the element
}

// index lists objects, Kustomizations, stages and parts.
func (r *report) index() []entry {
	var all []entry
	for _, o := range r.Owners {
		about := o.Kind + ": " + orElse(strings.Join(o.From, ", "), "nobody") + " → " + orElse(strings.Join(o.To, ", "), "nobody")
		for _, each := range o.Objects {
			e := entry{Name: page.Visible(each.Name), About: page.Visible(about), At: each.ID}
			if each.AtRisk != "" {
				e.About = "at risk; " + e.About
			}
			all = append(all, e)
		}
	}
	for _, s := range r.Stages {
		all = append(all, entry{Name: sayf("Stage %d: %s", s.N, s.Title), About: s.By, At: sayf("stage-%d", s.N)})
	}
	if r.Graph != nil {
		for _, n := range r.Graph.Nodes {
			all = append(all, entry{Name: n.Full, About: "in the graph: " + n.Words, At: n.ListID()})
		}
	}
	return slices.Clip(all)
}
