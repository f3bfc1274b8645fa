package runbook

import (
	"io"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

// Text writes the plan for a terminal. Errors are those of w.
func Text(w io.Writer, p *planner.Plan, style page.Style, options ...Option) error {
	return page.Text(w, author{plan: p, most: 8, few: 4, pairs: 12, said: &said{}}.with(options).page(), style)
}

// Markdown writes the plan for a pull request, short enough for one comment.
// Errors are those of w.
func Markdown(w io.Writer, p *planner.Plan, options ...Option) error {
	return page.Markdown(w, author{plan: p, most: 12, few: 6, folds: true, said: &said{}}.with(options).page(), page.CommentLimit)
}

// author writes the page of a plan. most is how many objects of one kind of
// news are named, few how many checks or commands of one step are shown, and
// pairs how many pairs of owners (0 is all), before the rest is counted; where
// there are folds, the rest is listed inside of one.
type author struct {
	plan      *planner.Plan
	most      int
	few       int
	pairs     int
	folds     bool
	showTried bool  // what was tried is shown as well
	said      *said // nil where everything is said anew
}

func (a author) with(options []Option) author {
	for _, set := range options {
		set(&a)
	}
	return a
}

func (a author) page() page.Page {
	parts := []page.Page{
		a.answer(), a.naive(), a.owners(), a.stages(), a.tried(), a.deletions(),
		a.prerequisites(), a.unknowns(), a.assumptions(), a.proof(), a.basis(),
	}
	var p page.Page
	for _, part := range parts {
		p = append(p, part...)
	}
	return p
}

// head opens a part of the page.
func head(title string) page.Heading { return page.Heading{Level: 2, Text: page.Words(title)} }

// rest says how many are not shown, and in which field of the plan they are.
func (a author) rest(n int, field string) page.Phrase {
	return page.Say(sayf("… and %d more (%%s lists all in %%s)", n), "-o json", field)
}
