package runbook

import (
	"regexp"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

// deletions lists what is deleted on purpose.
func (a author) deletions() page.Page {
	if len(a.plan.Deletions) == 0 {
		return nil
	}
	out := page.Page{
		head("Deleted on purpose"),
		page.Paragraph{Text: page.Words("The target no longer has these. A person has to agree to each protected one by its name.")},
	}
	all := slices.SortedStableFunc(slices.Values(a.plan.Deletions), func(x, y planner.Deletion) int {
		return rank(x.Protected) - rank(y.Protected)
	})
	return append(out, a.alike(all)...)
}

// alike lists deletions one by one, and those that many share the reason of
// under one line.
func (a author) alike(all []planner.Deletion) page.Page {
	var order []planner.Deletion
	members := map[planner.Deletion][]planner.Deletion{}
	for _, d := range all {
		key := planner.Deletion{Object: ownership.ObjectID{Group: d.Object.Group, Kind: d.Object.Kind}, By: d.By, How: d.How, Protected: d.Protected}
		if members[key] == nil {
			order = append(order, key)
		}
		members[key] = append(members[key], d)
	}
	var out page.Page
	var single []page.Phrase
	for _, key := range order {
		same := members[key]
		if len(same) <= 3 {
			for _, d := range same {
				single = append(single, deletion(d))
			}
			continue
		}
		out = append(out, page.Paragraph{Text: manyDeletions(key, same)})
		items := make([]page.Phrase, len(same))
		for i, d := range same {
			items[i] = page.Name(d.Object.Display())
			if d.Takes > 0 {
				items[i] = page.Join(items[i], page.Words(", and takes "+count(d.Takes, "object")+" with it"))
			}
		}
		out = append(out, a.fold(items, ".deletions")...)
	}
	if len(single) == 0 {
		return out
	}
	return append(a.fold(single, ".deletions"), out...)
}

func manyDeletions(key planner.Deletion, same []planner.Deletion) page.Phrase {
	line := page.Join(page.Words(count(len(same), key.Object.Kind)), page.Words(" go"))
	if key.By != (ownership.KustomizationID{}) {
		line = page.Join(line, page.Say(sayf("; each %s %%s", hows(key.How)), key.By.String()))
	}
	if key.Protected != "" {
		line = page.Join(line, page.Words("; protected: "+key.Protected))
	}
	return page.Join(line, page.Words(":"))
}

func deletion(d planner.Deletion) page.Phrase {
	line := fate(d.Object, d.How, d.By)
	if d.Takes > 0 {
		line = page.Join(line, page.Words(", and takes "+count(d.Takes, "object")+" with it"))
	}
	if d.Protected != "" {
		line = page.Join(line, page.Words("; protected: "+d.Protected))
	}
	if d.Because != "" {
		line = page.Join(line, page.Words(": "+sentence(d.Because)))
	}
	return line
}

// fold shows the first items and puts the rest where the view keeps it.
func (a author) fold(items []page.Phrase, field string) page.Page {
	shown := min(len(items), 2*a.most)
	left := len(items) - shown
	list := page.List{Items: slices.Clone(items[:shown])}
	switch {
	case left == 0:
		return page.Page{list}
	case !a.folds:
		list.Items = append(list.Items, a.rest(left, field))
		return page.Page{list}
	}
	return page.Page{list, page.Fold{
		Summary: page.Words(sayf("… and %d more", left)),
		Blocks:  []page.Block{page.List{Items: items[shown:]}},
	}}
}

func (a author) prerequisites() page.Page {
	if len(a.plan.Prerequisites) == 0 {
		return nil
	}
	out := page.Page{
		head("Has to be there first"),
		page.Paragraph{Text: page.Words("Without these the target is not reached. Nothing is lost for want of them.")},
	}
	return append(out, a.fold(a.needed(), ".prerequisites")...)
}

// needed has one item for the objects of one kind, name and purpose: a key
// that every namespace needs is one thing to copy.
func (a author) needed() []page.Phrase {
	type want struct{ kind, name, purpose string }
	var order []want
	members := map[want][]planner.Prerequisite{}
	for _, p := range a.plan.Prerequisites {
		w := want{p.Object.Kind, p.Object.Name, p.Purpose}
		if members[w] == nil {
			order = append(order, w)
		}
		members[w] = append(members[w], p)
	}
	items := make([]page.Phrase, len(order))
	for i, w := range order {
		items[i] = a.neededBy(members[w])
	}
	return items
}

func (a author) neededBy(same []planner.Prerequisite) page.Phrase {
	var objects []ownership.ObjectID
	var by []string
	for _, p := range same {
		if !slices.Contains(objects, p.Object) {
			objects = append(objects, p.Object)
		}
		by = append(by, p.Kustomization.String())
	}
	line := page.Join(names(objectNames(objects), a.most), page.Words(" for "), names(by, a.most))
	if same[0].Purpose != "" {
		line = page.Join(line, page.Words(" ("+same[0].Purpose+")"))
	}
	if len(same) == 1 && same[0].Because != "" {
		return page.Join(line, page.Words(": "+sentence(same[0].Because)))
	}
	return line
}

func (a author) unknowns() page.Page {
	if len(a.plan.Unknowns) == 0 {
		return nil
	}
	items := make([]page.Phrase, len(a.plan.Unknowns))
	for i, u := range a.plan.Unknowns {
		items[i] = Unknown(u)
	}
	return append(page.Page{head("Not known")}, a.fold(items, ".unknowns")...)
}

// Unknown says what could not be found out and what to supply.
func Unknown(u planner.Unknown) page.Phrase {
	line := page.Join(page.Name(u.Subject), page.Words(": "+sentence(u.Why)))
	if u.Supply != "" {
		line = page.Join(line, page.Words(" To supply: "+sentence(u.Supply)))
	}
	return line
}

func (a author) assumptions() page.Page {
	if len(a.plan.Assumptions) == 0 {
		return nil
	}
	items := make([]page.Phrase, len(a.plan.Assumptions))
	for i, s := range a.plan.Assumptions {
		items[i] = page.Words(sentence(s.Text))
		if s.Subject != "" {
			items[i] = page.Join(page.Name(s.Subject), page.Words(": "+sentence(s.Text)))
		}
	}
	return append(page.Page{head("Taken for granted")}, a.fold(items, ".assumptions")...)
}

// basis says what the plan was made from and what it costs.
func (a author) basis() page.Page {
	p, b := a.plan, a.plan.Basis
	rows := [][]page.Cell{
		{{page.Words("from")}, {state(b.From)}},
		{{page.Words("to")}, {state(b.To)}},
	}
	row := func(what string, value page.Phrase) {
		rows = append(rows, []page.Cell{{page.Words(what)}, {value}})
	}
	if len(b.Between) > 0 {
		row("between", names(b.Between, a.most))
	}
	row("cluster", page.Words(liveWords(b.Live)))
	if n := len(b.Observed); n > 0 {
		row("bound to", page.Words(count(n, "live Kustomization")+" as seen there: when one differs, plan again"))
	}
	if b.Flux != "" {
		row("Flux", page.Words(b.Flux))
	}
	row("made by", page.Words(b.Tool))
	row("cost", page.Words(cost(p.Cost)))
	return page.Page{head("Made from"), page.Table{Head: []string{"", ""}, Rows: rows}}
}

func liveWords(live string) string {
	if live == "" || live == "assumed" {
		return "assumed to be as the state before says; no cluster was looked at"
	}
	return live
}

func state(s planner.State) page.Phrase {
	p := page.Name(s.Name)
	if s.Mode != "" && s.Mode != s.Name {
		p = page.Join(p, page.Say(", mode %s", s.Mode))
	}
	if s.Commit != "" {
		p = page.Join(p, page.Say(", commit %s", short(s.Commit)))
	}
	if s.Tree != "" {
		p = page.Join(p, page.Say(", tree %s", short(s.Tree)))
	}
	return p
}

var fullHash = regexp.MustCompile(`^[0-9a-f]{40}([0-9a-f]{24})?$`)

// short cuts a git hash to what a person compares.
func short(hash string) string {
	if fullHash.MatchString(hash) {
		return hash[:12]
	}
	return hash
}

func cost(c planner.Cost) string {
	hand := "nothing by hand in the cluster"
	if c.ByHand {
		hand = "edits by hand in the cluster"
	}
	return sayf("%s, %s, %s, %s", count(c.Merges, "merge"), count(c.Waits, "wait"), count(c.Edits, "edit"), hand)
}
