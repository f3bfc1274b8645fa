package runbook

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// said remembers which step showed a check first.
type said struct{ checks, looks, facts map[string]string }

// first notes a text for a step, unless an earlier one has it, and gives that.
func first(seen *map[string]string, text, at string) (earlier string) {
	if *seen == nil {
		*seen = make(map[string]string)
	}
	if earlier = (*seen)[text]; earlier == "" {
		(*seen)[text] = at
	}
	return earlier
}

// news leaves out what every step of the stage before has left: no stage
// begins before those checks hold.
func (a author) news(index int, all []fact) []fact {
	if index == 0 || index > len(a.plan.Stages) {
		return all
	}
	var held []step.Condition
	for _, s := range a.plan.Stages[index-1].Steps {
		for _, c := range s.Leaves {
			held = append(held, c.Fact())
		}
	}
	var open []step.Condition
	for _, f := range all {
		for _, c := range f.conditions {
			if !slices.Contains(held, c.Fact()) {
				open = append(open, c)
			}
		}
	}
	return facts(open)
}

// words says facts in one sentence, and many of them as a list.
func (a author) words(at, lead string, all []fact) page.Page {
	const most = 4
	if len(all) > most {
		return append(page.Page{page.Paragraph{Text: page.Words(lead + ":")}}, a.listed(at, all)...)
	}
	var text page.Phrase
	for i, f := range all {
		if i > 0 {
			text = page.Join(text, page.Words("; "))
		}
		text = page.Join(text, f.words(a.most))
	}
	if text == nil {
		return nil
	}
	return page.Page{page.Paragraph{Text: page.Join(page.Words(lead+" "), text, page.Words("."))}}
}

// listed says many facts in a list. Those that an earlier list said still hold
// and are only counted.
func (a author) listed(at string, all []fact) page.Page {
	var items []page.Phrase
	repeated, from := 0, ""
	for _, f := range all {
		item := f.words(3)
		if a.said != nil {
			if earlier := first(&a.said.facts, item.Plain(), at); earlier != "" && earlier != at {
				repeated, from = repeated+1, earlier
				continue
			}
		}
		items = append(items, item)
	}
	if repeated > 0 {
		items = append(items, page.Words(sayf("and still %d facts as in %s", repeated, from)))
	}
	return a.fold(items, ".stages")
}

// checks gives the commands that show the facts. The source comes first, and a
// run that has to be asked for before what is looked at after it.
func (a author) checks(at string, all []fact) page.Page {
	all = slices.SortedStableFunc(slices.Values(all), func(x, y fact) int { return order(x) - order(y) })
	shown := min(len(all), max(a.few, 1))
	out := a.checksOf(at, all[:shown])
	left := all[shown:]
	switch {
	case len(left) == 0:
	case a.folds:
		out = append(out, page.Fold{Summary: page.Words(sayf("%d more checks like these", len(left))), Blocks: a.checksOf(at, left)})
	default:
		out = append(out, page.Paragraph{Text: page.Join(page.Words("… and the same for "), names(subjects(left), a.most),
			page.Say(" (%s and %s have the commands).", "-o markdown", "-o json"))})
	}
	return out
}

func order(f fact) int {
	if i := slices.Index([]step.ConditionKind{step.Published, step.Barrier}, f.Kind); i >= 0 {
		return i
	}
	return 2
}

// subjects names what facts are about, each once.
func subjects(all []fact) []string {
	var out []string
	for _, f := range all {
		about := objectNames(f.objects)
		if len(about) == 0 {
			about = displays(f.kustomizations)
		}
		for _, name := range about {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

func (a author) checksOf(at string, all []fact) page.Page {
	var out page.Page
	for _, f := range all {
		commands, looks := a.check(f)
		if len(commands) > 0 {
			out = append(out, a.checkOnce(at, f, commands, looks)...)
		}
	}
	return out
}

// check is that of the fact, and of a source the one that the plan names.
func (a author) check(f fact) ([]page.Command, page.Phrase) {
	if f.Kind == step.Published {
		return a.checkSource(f)
	}
	return f.check()
}

// checkOnce shows a check, and the second time only where it stands.
func (a author) checkOnce(at string, f fact, commands []page.Command, looks page.Phrase) page.Page {
	lead := "Check: "
	if f.Kind == step.Barrier {
		lead = "Ask for the run, and wait for its end: "
	}
	text := page.Join(page.Words(lead), looks, page.Words("."))
	if a.said != nil {
		if earlier := first(&a.said.checks, key(commands)+looks.Plain(), at); earlier != "" {
			return page.Page{page.Paragraph{Text: page.Join(page.Words(again(f)), names(subjects([]fact{f}), a.most), page.Words(" "+where(earlier, at)+"."))}}
		}
		if earlier := first(&a.said.looks, looks.Plain(), at); earlier != "" && len(looks.Plain()) > longLooks {
			text = page.Words(strings.TrimSuffix(lead, ": ") + "; it has to look " + where(earlier, at) + ":")
		}
	}
	if f.Kind == step.Published { // one after the other
		return say(text, commands...)
	}
	return append(page.Page{page.Paragraph{Text: text}}, a.shell(commands)...)
}

func again(f fact) string {
	if f.Kind == step.Barrier {
		return "Ask for a run, and wait for its end, of "
	}
	return "Check "
}

func where(earlier, at string) string {
	if earlier == at {
		return "as above"
	}
	return "as in " + earlier
}

// longLooks is from where on the looks of a check are not repeated.
const longLooks = 60

func key(commands []page.Command) string {
	var b strings.Builder
	for _, c := range commands {
		for _, w := range c {
			b.WriteString(w.Text + "\x00")
		}
		b.WriteString("\n")
	}
	return b.String()
}
