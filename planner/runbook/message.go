package runbook

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// Message is what the commit of a stage says of itself: what it is for, what
// must hold before it is merged, and what to see before the next commit. The
// index is that of a stage that publishes a commit.
func Message(p *planner.Plan, index int) (subject, body string) {
	m := message{plan: p}
	stage := p.Stages[index]
	m.paragraph(sayf("Stage %d of %d of the migration from %s to %s.", index+1, len(p.Stages), p.Basis.From.Name, p.Basis.To.Name))
	var needs []step.Condition
	for _, s := range stage.Steps {
		if s.Kind == step.Publish {
			needs = append(needs, s.Needs...)
			m.paragraph(sentence("Why: " + s.Because))
		}
	}
	m.edits(stage)
	m.facts("Only when", needs)
	m.facts("Before the next commit of the plan", m.seen(index))
	if stage.Tree != "" {
		m.paragraph(sayf("Content: tree %s. A squash, a rebase or a merge queue makes other commits; the content is what counts.", stage.Tree))
	}
	return stage.Title, strings.Join(m.parts, "\n\n") + "\n"
}

type message struct {
	plan  *planner.Plan
	parts []string
}

const messageWidth = 72

func (m *message) paragraph(text string) { m.parts = append(m.parts, wrapped(text, "")) }

// list puts items below a line. Of very many it gives the first.
func (m *message) list(title string, items []string) {
	const most = 20
	lines := []string{title + ":"}
	for i, item := range items {
		if i == most && len(items) > most+1 {
			lines = append(lines, sayf("- and %d more", len(items)-most))
			break
		}
		lines = append(lines, wrapped("- "+item, "  "))
	}
	if len(items) > 0 {
		m.parts = append(m.parts, strings.Join(lines, "\n"))
	}
}

// wrapped breaks lines between words; behind goes before all but the first.
func wrapped(text, behind string) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case len([]rune(line))+1+len([]rune(word)) > messageWidth:
			lines, line = append(lines, line), behind+word
		default:
			line += " " + word
		}
	}
	return strings.Join(append(lines, line), "\n")
}

func (m *message) edits(stage planner.Stage) {
	var items []string
	for _, s := range stage.Steps {
		if s.File == "" {
			continue
		}
		what := sayf("%s of %s to %s", s.Field, s.Target.Display(), s.Value)
		if s.Value == "" {
			what = sayf("%s of %s to nothing", s.Field, s.Target.Display())
		}
		items = append(items, sayf("%s, in %s", what, s.File))
	}
	m.list("It sets", items)
}

func (m *message) facts(title string, conditions []step.Condition) {
	var items []string
	for _, f := range facts(conditions) {
		items = append(items, plainText(f.words(3)))
	}
	m.list(title, items)
}

func plainText(p page.Phrase) string {
	var b strings.Builder
	for _, span := range p {
		b.WriteString(span.Text)
	}
	return b.String()
}

// seen gives what has to be seen after a commit: by its own steps, and by those
// of the stages up to the next one.
func (m *message) seen(index int) []step.Condition {
	var all []step.Condition
	for i := index; i < len(m.plan.Stages); i++ {
		if i > index && publishes(m.plan.Stages[i]) {
			break
		}
		for _, s := range m.plan.Stages[i].Steps {
			all = append(all, s.Leaves...)
		}
	}
	return all
}
