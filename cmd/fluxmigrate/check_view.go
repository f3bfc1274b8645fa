package main

import (
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// namedObjects is how many objects of one hazard are spelled out.
const namedObjects = 6

func (d *checkDocument) page() page.Page {
	p := page.Page{page.Paragraph{Text: page.Toned(d.tone(), d.meaning())}}
	if len(d.States) > 1 {
		p = append(p, d.looked()...)
	}
	for _, s := range d.States {
		if len(d.States) == 1 || len(s.Hazards)+len(s.Unknowns) > 0 {
			p = append(p, s.page()...)
		}
	}
	if len(d.Switches) > 0 {
		p = append(p, d.switches()...)
	}
	return p
}

// looked has a row for each of several states.
func (d *checkDocument) looked() page.Page {
	t := page.Table{Head: []string{"state", "looked at", "found"}}
	for _, s := range d.States {
		t.Rows = append(t.Rows, []page.Cell{{page.Name(s.State)}, {page.Words(s.size())}, {page.Words(s.found())}})
	}
	return page.Page{page.Paragraph{Text: page.Words("Looked for " + lookedFor + ":")}, t}
}

// meaning is not the word of a verdict: rules that find nothing prove nothing.
func (d *checkDocument) meaning() string {
	switch d.Verdict {
	case verdict.Proved:
		return "Nothing found."
	case verdict.Refuted:
		return "Found: something can be lost, or a state may never be reached."
	}
	return "Not known: something could not be found out. This is not a go-ahead."
}

func (d *checkDocument) tone() page.Tone {
	switch d.Verdict {
	case verdict.Proved:
		return page.Good
	case verdict.Refuted:
		return page.Bad
	}
	return page.Doubtful
}

func (s checkedState) page() page.Page {
	p := page.Page{page.Heading{Level: 2, Text: page.Say("State %s", s.State)}}
	if s.Note != "" {
		p = append(p, page.Paragraph{Text: page.Words(s.Note)})
	}
	p = append(p, page.Paragraph{Text: page.Words(s.looked())})
	for _, h := range s.Hazards {
		p = append(p, hazardTask(h))
	}
	return append(p, unknownItems(s.Unknowns)...)
}

// lookedFor is what the rules of one state are about.
const lookedFor = "two owners of one object, dependsOn that dangles or runs in a circle, and what else the rules know of one state"

func (s checkedState) looked() string {
	return fmt.Sprintf("Looked in %s for %s: %s.", s.size(), lookedFor, s.found())
}

func (s checkedState) size() string {
	return counted(s.Kustomizations, "Kustomization") + " and " + counted(s.Objects, "object")
}

func (s checkedState) found() string {
	switch {
	case len(s.Hazards) > 0:
		return counted(len(s.Hazards), "finding")
	case len(s.Unknowns) > 0:
		return "no finding, but not everything could be looked at"
	}
	return "no finding"
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func unknownItems(all []planner.Unknown) page.Page {
	if len(all) == 0 {
		return nil
	}
	items := make([]page.Phrase, len(all))
	for i, u := range all {
		items[i] = runbook.Unknown(u)
	}
	return page.Page{page.Paragraph{Text: page.Words("Not known:")}, page.List{Items: items}}
}

// hazardTask tells one match: what, why, which objects, in which files.
func hazardTask(h hazard.Hazard) page.Block {
	detail := page.Page{page.Paragraph{Text: page.Words(runbook.Harm(h))}}
	if len(h.Objects) > 0 {
		var items []page.Phrase
		for _, o := range h.Objects[:min(namedObjects, len(h.Objects))] {
			items = append(items, page.Name(o.Display()))
		}
		if left := len(h.Objects) - namedObjects; left > 0 {
			items = append(items, page.Say(fmt.Sprintf("… and %d more (%%s lists all)", left), "-o json"))
		}
		detail = append(detail, page.List{Items: items})
	}
	if len(h.Files) > 0 {
		files := page.Words("In ")
		for i, f := range h.Files {
			if i > 0 {
				files = page.Join(files, page.Words(", "))
			}
			files = page.Join(files, page.Name(f))
		}
		detail = append(detail, page.Paragraph{Text: files})
	}
	return page.Task{Text: page.Join(page.Toned(runbook.SeverityTone(h.Severity), h.Code+" "+string(h.Severity)), page.Words(": "+h.Name)), Blocks: detail}
}

// switches lists the switches that are not proved, and counts the others.
func (d *checkDocument) switches() page.Page {
	p := page.Page{page.Heading{Level: 2, Text: page.Words("Switches, each made as it is")}}
	safe := 0
	t := page.Table{Head: []string{"from", "to", "as it is", "at risk"}}
	for _, s := range d.Switches {
		if s.Verdict == verdict.Proved {
			safe++
			continue
		}
		t.Rows = append(t.Rows, []page.Cell{{page.Name(s.From)}, {page.Name(s.To)}, {runbook.Verdict(s.Verdict)}, s.reason()})
	}
	if len(t.Rows) > 0 {
		p = append(p, t)
	}
	return append(p, page.Paragraph{Text: page.Words(fmt.Sprintf("%d of %d switches are proved to lose nothing, made as they are.", safe, len(d.Switches)))})
}

func (s checkedSwitch) reason() page.Cell {
	if len(s.AtRisk) > 0 {
		return riskCell(s.AtRisk)
	}
	if len(s.unknowns) > 0 {
		return page.Cell{runbook.Unknown(s.unknowns[0])}
	}
	return page.Cell{page.Words("nothing is known to be lost; objects change owner")}
}

// riskCell names the first objects, protected ones first.
func riskCell(risks []planner.AtRisk) page.Cell {
	const most = 3
	var cell page.Cell
	for _, protected := range []bool{true, false} {
		for _, r := range risks {
			if (r.Protected != "") == protected && len(cell) < most {
				cell = append(cell, page.Name(r.Object.Display()))
			}
		}
	}
	if left := len(risks) - most; left > 0 {
		cell = append(cell, page.Words(fmt.Sprintf("… and %d more", left)))
	}
	return cell
}
