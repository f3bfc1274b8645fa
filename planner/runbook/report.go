package runbook

import (
	"crypto/sha256"
	_ "embed" // the template, the style and the script of a report
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

//go:embed report/report.tmpl
var reportTemplate string

//go:embed report/style.css
var reportStyle string

//go:embed report/script.js
var reportScript string

var reportPage = template.Must(template.New("report").Funcs(template.FuncMap{
	"v":      page.Visible,
	"phrase": page.HTMLOf,
	"tone":   page.Tone.Class,
}).Parse(reportTemplate))

// HTML writes the plan as one file for a browser, which loads nothing from
// anywhere: the story as a picture to step through, owners before and after,
// what depends on what, the stages, and all that the other views say. Without a
// script it is the same, in lists. needs may be zero: then the picture of
// dependencies has the owners alone. Errors are those of w.
func HTML(w io.Writer, p *planner.Plan, needs Dependencies) error {
	if err := reportPage.Execute(w, newReport(p, needs)); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

// report is what the template shows.
type report struct {
	Title   string
	Policy  string // what the browser may load: this style and this script
	Style   template.CSS
	Script  template.JS
	Answers []page.Answer
	Proved  bool // the plan
	Why     string
	Unknown string

	Story  *story
	AtRisk template.HTML
	Rules  template.HTML

	Owners []ownersOf
	Kinds  []string // of changes there are
	Graph  *drawing

	Lead   string // of the stages
	Before template.HTML
	Stages []stageOf
	Plain  template.HTML // what to do, where no protection is needed

	Rest  []section
	Index []entry // what the search looks in
	Large bool    // too long to be printed whole
	Seal  string  // of the plan: ticks are remembered by it
}

// longestWhole is of how many things a plan is printed with every list.
const longestWhole = 150

// section is a part that is shown as the other views show it.
type section struct {
	ID   string
	Body template.HTML
}

func newReport(p *planner.Plan, needs Dependencies) *report {
	a := author{plan: p, most: 12, few: 6, folds: true, said: &said{}, showTried: true}
	r := &report{
		Title: a.answer()[0].(page.Heading).Text.Plain(), Policy: policy(), Style: template.CSS(reportStyle), Script: template.JS(reportScript),
		Answers: answers(p), Proved: p.Verdict == verdict.Proved, Why: reasonOf(p), Seal: p.Seal,
		Story: a.storyboard(), Owners: a.ownersBeforeAndAfter(), Graph: draw(p, needs),
	}
	if n := len(p.Unknowns); n > 0 {
		r.Unknown = count(n, "thing") + " could not be found out"
	}
	if len(p.Naive.AtRisk) > 0 {
		r.AtRisk = page.HTML(a.atRisk(p.Naive.AtRisk))
	}
	for _, o := range r.Owners {
		if !slices.Contains(r.Kinds, o.Kind) {
			r.Kinds = append(r.Kinds, o.Kind)
		}
	}
	r.Rules = page.HTML(a.hazards())
	r.stages(a)
	r.rest(a)
	r.Index = r.index()
	r.Large = len(r.Index) > longestWhole
	return r
}

// rest takes over the parts that come last in every view.
func (r *report) rest(a author) {
	for _, s := range []struct {
		id   string
		body page.Page
	}{
		{"deletions", a.deletions()}, {"tried", a.tried()}, {"prerequisites", a.prerequisites()}, {"unknowns", a.unknowns()},
		{"assumptions", a.assumptions()}, {"proof", a.proof()}, {"basis", a.basis()},
	} {
		if len(s.body) > 0 && (s.id != "tried" || len(a.plan.Tried) > 0) {
			r.Rest = append(r.Rest, section{s.id, page.HTML(page.Page(asPart(s.body)))})
		}
	}
}

// asPart makes the headings of a part one level higher: page.HTML leaves room
// for the title.
func asPart(blocks page.Page) page.Page {
	out := make(page.Page, len(blocks))
	for i, b := range blocks {
		if h, ok := b.(page.Heading); ok {
			h.Level--
			b = h
		}
		out[i] = b
	}
	return out
}

// policy allows the style and the script of the page, and nothing else: no
// image, no font, no connection, no form, no script that a name brings along.
func policy() string {
	return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + digest(reportStyle) + "; script-src " + digest(reportScript)
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
