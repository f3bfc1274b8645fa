package runbook

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

func needs(s step.Step) []step.Condition  { return s.Needs }
func leaves(s step.Step) []step.Condition { return s.Leaves }
func undo(s step.Step) string             { return s.Undo }
func because(s step.Step) string          { return s.Because }

// stages is the plan itself.
func (a author) stages() page.Page {
	stages := a.plan.Stages
	if len(stages) == 0 {
		return nil
	}
	out := page.Page{head("The plan: " + count(len(stages), "stage")), page.Paragraph{Text: page.Words(
		"Costs " + cost(a.plan.Cost) + ". Do not start a stage before every check of the one before it holds.")}}
	out = append(out, a.before()...)
	for i, s := range stages {
		out = append(out, page.Heading{Level: 3, Text: page.Words(sayf("Stage %d of %d: %s (%s)", i+1, len(stages), s.Title, whereTo(s.Route)))})
		out = append(out, a.stage(i, s)...)
	}
	return out
}

func whereTo(r step.Route) string {
	if r == step.Commits {
		return "a commit in Git"
	}
	return "in the cluster"
}

// before notes the UIDs: the only proof, afterwards, that nothing was deleted
// and made again (S1).
func (a author) before() page.Page {
	var ids []ownership.ObjectID
	for _, r := range a.plan.Naive.AtRisk {
		ids = append(ids, r.Object)
	}
	if len(ids) == 0 {
		return nil
	}
	text := page.Words("Before stage 1, note the UIDs of what is at risk. At the end they have to be the same.")
	return append(page.Page{page.Paragraph{Text: text}}, a.shell(perPlace(ids, func(scope, names []string) page.Command {
		return kubectl([]string{"get"}, scope, names).And(
			"-o custom-columns=KIND:.kind,NAME:.metadata.name,UID:.metadata.uid")
	}))...)
}

func (a author) stage(index int, s planner.Stage) page.Page {
	var out page.Page
	for n, g := range groupSteps(s.Steps) {
		switch {
		case g.Kind == step.Publish:
			g.steps[0].Leaves = append(edited(s), g.Leaves...)
		case len(g.files()) > 0 && publishes(s):
			g = g.withoutLeaves()
		}
		out = append(out, page.Task{Text: page.Join(page.Toned(page.Strong, sayf("%d.%d ", index+1, n+1)), g.title()), Blocks: a.step(index, s, g)})
	}
	return out
}

// step tells one step: why, what must hold, what to do, what to expect and how
// to go back.
func (a author) step(index int, s planner.Stage, g group) page.Page {
	out := a.why(g)
	out = append(out, a.listTargets(g)...)
	if f := a.words("Only when ", g.facts(needs)); f != nil {
		out = append(out, page.Paragraph{Text: f})
	}
	out = append(out, a.do(index, s, g)...)
	left := g.facts(leaves)
	if f := a.words("Then ", left); f != nil {
		out = append(out, page.Paragraph{Text: f})
	}
	out = append(out, a.checks(left)...)
	if all := g.distinct(undo); len(all) > 0 {
		out = append(out, page.Paragraph{Text: page.Join(page.Words("To go back: "), some(all))})
	}
	return out
}

func (a author) why(g group) page.Page {
	all := g.distinct(because)
	if len(all) == 0 {
		return nil
	}
	return page.Page{page.Paragraph{Text: page.Join(page.Words("Why: "), some(all))}}
}

// some gives two of many reasons of one sort, and counts the others.
func some(all []string) page.Phrase {
	const most = 2
	parts := make([]string, 0, most)
	for _, text := range all[:min(most, len(all))] {
		parts = append(parts, strings.TrimSuffix(strings.TrimSpace(text), "."))
	}
	text := sentence(strings.Join(parts, "; "))
	if left := len(all) - most; left > 0 {
		text += sayf(" And so on for %d more.", left)
	}
	return page.Words(text)
}

// listTargets names the targets of a group that its title only counts.
func (a author) listTargets(g group) page.Page {
	targets := g.targets()
	if len(targets) <= 3 || g.Kind == step.AwaitOwned { // its facts name them
		return nil
	}
	items := make([]page.Phrase, len(targets))
	for i, t := range targets {
		items[i] = page.Name(t.Display())
	}
	return a.fold(items, ".stages")
}

// words joins facts into one sentence.
func (a author) words(lead string, all []fact) page.Phrase {
	const most = 4
	var p page.Phrase
	for i, f := range all[:min(most, len(all))] {
		if i > 0 {
			p = append(p, page.Span{Text: "; "})
		}
		p = append(p, f.words(3)...)
	}
	if p == nil {
		return nil
	}
	if left := len(all) - most; left > 0 {
		p = page.Join(p, page.Words(sayf("; and %d more like these", left)))
	}
	return page.Join(page.Words(lead), p, page.Words("."))
}

// checks gives the commands that show the facts. A run that has to be asked
// for comes before what is looked at after it.
func (a author) checks(all []fact) page.Page {
	all = slices.SortedStableFunc(slices.Values(all), func(a, b fact) int { return asked(b) - asked(a) })
	shown := min(len(all), max(a.few, 1))
	out := a.checksOf(all[:shown])
	left := all[shown:]
	switch {
	case len(left) == 0:
	case a.folds:
		out = append(out, page.Fold{Summary: page.Words(sayf("%d more checks like these", len(left))), Blocks: a.checksOf(left)})
	default:
		out = append(out, page.Paragraph{Text: page.Say(sayf("… and %d more checks like these (%%s and %%s have them).", len(left)), "-o markdown", "-o json")})
	}
	return out
}

// shell shows the first commands and counts or folds the rest.
func (a author) shell(commands []page.Command) page.Page {
	shown := min(len(commands), max(a.few, 1))
	out := page.Page{page.Shell{Commands: commands[:shown]}}
	left := commands[shown:]
	switch {
	case len(left) == 0:
		return out
	case a.folds:
		return append(out, page.Fold{Summary: page.Words(count(len(left), "more command")), Blocks: []page.Block{page.Shell{Commands: left}}})
	}
	return append(out, page.Paragraph{Text: page.Say(sayf("… and %s like these (%%s and %%s have them).", count(len(left), "more command")), "-o markdown", "-o json")})
}

func (a author) checksOf(all []fact) page.Page {
	var out page.Page
	for _, f := range all {
		commands, looks := f.check()
		if len(commands) == 0 {
			continue
		}
		lead := "Check: "
		if asked(f) > 0 {
			lead = "Ask for the run, and wait for its end: "
		}
		out = append(out, page.Paragraph{Text: page.Join(page.Words(lead), looks, page.Words("."))})
		out = append(out, a.shell(commands)...)
	}
	return out
}

func asked(f fact) int {
	if f.Kind == step.Barrier {
		return 1
	}
	return 0
}
