package runbook

import (
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// Option changes what a view shows.
type Option func(*author)

// Why shows what was tried that costs no more than the plan, cheapest first,
// each with the shortest story that refutes it.
func Why(a *author) { a.showTried = true }

// tried is that part of the page.
func (a author) tried() page.Page {
	if !a.showTried {
		return nil
	}
	title := "Why nothing cheaper will do"
	if a.plan.Verdict != verdict.Proved {
		title = "What was tried"
	}
	out := page.Page{head(title)}
	if len(a.plan.Tried) == 0 {
		return append(append(out, page.Paragraph{Text: page.Words(nothingTried(a.plan))}), barred(a.plan)...)
	}
	for _, c := range a.plan.Tried {
		out = append(out, candidate(c)...)
	}
	return append(out, barred(a.plan)...)
}

// barred lists what was not tried, and why.
func barred(p *planner.Plan) page.Page {
	if len(p.Barred) == 0 {
		return nil
	}
	var list page.List
	for _, why := range p.Barred {
		list.Items = append(list.Items, page.Words(sentence(why)))
	}
	return page.Page{page.Paragraph{Text: page.Words("Not tried, as it cannot be done:")}, list}
}

func nothingTried(p *planner.Plan) string {
	switch {
	case len(p.Proofs.Naive) == 0:
		return "Nothing was tried: the model was not asked (--budget 0)."
	case p.Naive.Verdict == verdict.Proved:
		return "Nothing cheaper was tried: the change as it is needs no protection."
	}
	return "Nothing was tried: with what is not known, no plan would be proved."
}

// candidate is one line about what was tried, and its story.
func candidate(c planner.Candidate) page.Page {
	line := page.Join(page.Toned(page.Strong, c.What), page.Words(sayf(" (%s): ", price(c.Cost))),
		Verdict(c.Verdict), page.Words(", "+sentence(c.Reason)))
	out := page.Page{page.Paragraph{Text: line}}
	if len(c.Story) > 0 {
		out = append(out, page.List{Items: Story(c.Story)})
	}
	return out
}

// price is what a plan costs, as far as it is not nothing.
func price(c planner.Cost) string {
	text := count(c.Merges, "merge") + ", " + count(c.Waits, "wait")
	if c.Edits > 0 {
		text += ", " + count(c.Edits, "edit")
	}
	if c.ByHand {
		text += " by hand"
	}
	return text
}

// hint says how many plans that cost no more are not safe, and how to see them.
func (a author) hint() string {
	n, refuted := len(a.plan.Tried), 0
	for _, c := range a.plan.Tried {
		if c.Verdict == verdict.Refuted {
			refuted++
		}
	}
	if a.showTried || a.plan.Verdict != verdict.Proved || refuted == 0 {
		return ""
	}
	text := count(n, "cheaper plan") + " would not do"
	if refuted == n {
		text = count(n, "cheaper plan") + " can lose something"
	}
	return " " + text + ": --why shows how."
}
