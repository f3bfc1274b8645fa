package runbook

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// answer is the first thing anyone reads: the verdict and what it means.
func (a author) answer() page.Page {
	p := a.plan
	title := page.Say("Migration from %s to %s", p.Basis.From.Name, p.Basis.To.Name)
	if p.Basis.From.Name == "" || p.Basis.To.Name == "" {
		title = page.Words("Migration")
	}
	line := page.Join(Verdict(p.Verdict), page.Words("  "+meaning(p)))
	out := page.Page{page.Heading{Level: 1, Text: title}, page.Paragraph{Text: line}}
	if p.Reason != "" {
		out = append(out, page.Paragraph{Text: page.Words("Why: " + sentence(p.Reason))})
	}
	if n := len(p.Unknowns); n > 0 {
		out = append(out, page.Paragraph{Text: page.Toned(page.Doubtful, sayf("%s could not be found out; see “Not known” below.", count(n, "thing")))})
	}
	return out
}

// meaning says what the verdict is to the person who asked.
func meaning(p *planner.Plan) string {
	switch p.Verdict {
	case verdict.Proved:
		if len(p.Stages) == 0 || p.Naive.Verdict == verdict.Proved {
			return "Nothing that should live can be lost" + but(p)
		}
		return sayf("Nothing that should live can be lost if the %s below are followed in order.", count(len(p.Stages), "stage"))
	case verdict.Refuted:
		return "No safe way was found. Do not merge or switch this."
	}
	if len(p.Stages) > 0 {
		return "The stages below are meant to be safe, and nobody has proved it yet. This is not a go-ahead."
	}
	return "It is not known whether something would be lost. This is not a go-ahead."
}

// but says what else to know of a change that needs no protection.
func but(p *planner.Plan) string {
	blocked := slices.ContainsFunc(p.Hazards, func(h hazard.Hazard) bool { return h.Severity == hazard.Blocks })
	protected := 0
	for _, d := range p.Deletions {
		if d.Protected != "" {
			protected++
		}
	}
	switch {
	case blocked:
		return ", but the target may never be reached: see what the rules found."
	case protected > 0:
		return sayf(". On purpose it deletes %s, %d of a protected kind: agree to each by name before you merge or switch.",
			count(len(p.Deletions), "object"), protected)
	case len(p.Deletions) > 0:
		return sayf(". On purpose it deletes %s. Merge or switch as it is; no protection is needed.", count(len(p.Deletions), "object"))
	}
	return ". Merge or switch as it is; no protection is needed."
}

// sentence gives the text with a full stop at its end.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "?") || strings.HasSuffix(s, "!") {
		return s
	}
	return s + "."
}
