package main

import (
	"fmt"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// page is the answer, then every claim, then why those that do not hold do not.
func (v *verified) page() page.Page {
	p := page.Page{
		page.Paragraph{Text: page.Join(page.Words("The claims of the proof: "), runbook.Verdict(v.Verdict),
			page.Words(fmt.Sprintf(", %s; %d states were visited.", v.Reason, v.States)))},
		page.Paragraph{Text: page.Join(page.Words("The plan itself says "), runbook.Verdict(v.Plan), page.Words("."))},
		v.table(),
	}
	for _, c := range v.Claims {
		if c.Verdict != verdict.Proved {
			p = append(p, c.page()...)
		}
	}
	return append(p, page.Paragraph{Text: page.Words("Whether the plan is still that of the repository and of the cluster was not checked: plan again for that.")})
}

func (v *verified) table() page.Table {
	t := page.Table{Head: []string{"question", "objects", "states", "claimed", "checked"}}
	for _, c := range v.Claims {
		t.Rows = append(t.Rows, []page.Cell{{page.Words(c.Of), page.Words(c.Controller)}, {manyObjects(c.Objects)},
			{page.Words(fmt.Sprint(c.States))}, c.Claimed.cell(), c.Checked.cell()})
	}
	return t
}

// manyObjects names the first and counts the others.
func manyObjects(all []ownership.ObjectID) page.Phrase {
	first := page.Name(all[0].Display())
	if len(all) == 1 {
		return first
	}
	return page.Join(first, page.Words(fmt.Sprintf(" and %d more", len(all)-1)))
}

// cell says both answers where they differ.
func (a answer) cell() page.Cell {
	safety := runbook.Verdict(a.Safety)
	if a.Completion == a.Safety || a.Safety != verdict.Proved {
		return page.Cell{safety}
	}
	return page.Cell{safety, page.Join(page.Words("target "), runbook.Verdict(a.Completion))}
}

// capped says whether the checker had no room to answer.
func (c *claim) capped() bool {
	return c.Verdict == verdict.Unknown && strings.HasPrefix(c.Why, "there are more than")
}

// page says why a claim does not hold, or could not be checked.
func (c *claim) page() page.Page {
	what := "The plan says what the checker denies: "
	if c.Verdict == verdict.Unknown {
		what = "Not checked: "
	}
	p := page.Page{
		page.Heading{Level: 2, Text: manyObjects(c.Objects)},
		page.Paragraph{Text: page.Words(what + c.Why + ".")},
	}
	if c.capped() {
		p = append(p, page.Paragraph{Text: page.Say("%s lets it visit more.", "--limit N")})
	}
	if len(c.Story) > 0 {
		var lines []page.Phrase
		for _, line := range c.Story {
			lines = append(lines, page.Words(line))
		}
		p = append(p, page.List{Numbered: true, Items: lines})
	}
	return p
}
