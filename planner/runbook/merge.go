package runbook

import (
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
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
	return page.Page{page.Paragraph{Text: page.Join(page.Words("Merged as it is, the change would keep edits that protect in "), names(m.Files, 5), page.Words(mergedSafely(m)))}}
}

// mergedSafely says what comes of merging the change as it is.
func mergedSafely(m *planner.MergeResult) string {
	switch m.Verdict {
	case verdict.Proved:
		return ". With that content (tree " + m.Tree + ") nothing is lost either, in any order of events; but it is not what was asked for, " +
			"and what is still protected then is not deleted when it should be. Take them out now, or in a commit of its own after the last stage."
	case verdict.Refuted:
		return ". Do not merge that (tree " + m.Tree + "): " + m.Reason + ". Take them out before."
	}
	return ". That is not the content of this stage, and whether it loses something is not known (" + m.Reason + "). Take them out before it is merged."
}
