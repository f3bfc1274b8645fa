package runbook

import (
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

// mergesClean says whether it is known that a merge of the change gives just
// the content that the stage wants.
func (a author) mergesClean(index int) bool {
	first, s := a.protecting(), a.plan.Stages[index]
	b := a.plan.Basis
	return first >= 0 && a.plan.Stages[first].Tree != "" && s.Merge == nil && b.From.Commit != "" && b.To.Commit != ""
}

// foreseen says what comes out where the change is merged as it is.
func foreseen(s planner.Stage) page.Page {
	m := s.Merge
	switch {
	case m == nil || m.Unknown != "":
		return nil
	case len(m.Conflicts) > 0:
		return page.Page{page.Paragraph{Text: page.Join(page.Words("A merge of the change as it is leaves conflicts in "), names(m.Conflicts, 5),
			page.Words("; there your side is the content that is wanted."))}}
	}
	return page.Page{page.Paragraph{Text: page.Join(page.Words("Merged as it is, the change would keep edits that protect in "), names(m.Files, 5),
		page.Words(". That is not the content of this stage: take them out."))}}
}
