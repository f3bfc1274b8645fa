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

// stages is the plan itself: one line a stage first, then each stage whole. A
// change that needs no protection has the lines only.
func (a author) stages() page.Page {
	stages := a.plan.Stages
	if len(stages) == 0 {
		return nil
	}
	if needsNone(a.plan) {
		return page.Page{head("What to do"), a.actions()}
	}
	out := page.Page{head("The plan: " + count(len(stages), "stage")), a.overview(), page.Paragraph{Text: page.Words(
		"Costs " + cost(a.plan.Cost) + ". Do not start a stage before every check of the one before it holds." + a.hint())}}
	out = append(out, a.before()...)
	for i, s := range stages {
		out = append(out, page.Heading{Level: 3, Text: page.Words(sayf("Stage %d of %d: %s (%s)", i+1, len(stages), s.Title, doneBy(s)))})
		out = append(out, a.stage(i, s)...)
	}
	return out
}

// before notes the UIDs: the only proof, afterwards, that nothing was deleted
// and made again (S1).
func (a author) before() page.Page {
	var ids []ownership.ObjectID
	for _, r := range a.plan.Naive.AtRisk {
		ids = append(ids, r.Object)
	}
	for _, s := range a.plan.Stages {
		for _, each := range s.Steps {
			for _, c := range each.Leaves {
				if c.Kind == step.Taken && !slices.Contains(ids, c.Object) {
					ids = append(ids, c.Object)
				}
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	text := page.Words("Before stage 1, note the UIDs of what is at risk or changes owner. At the end they have to be the same.")
	return append(page.Page{page.Paragraph{Text: text}}, a.shell(perPlace(ids, func(scope, names []string) page.Command {
		return kubectl([]string{"get"}, scope, names).And(
			"-o custom-columns=KIND:.kind,NAME:.metadata.name,UID:.metadata.uid")
	}))...)
}

func (a author) stage(index int, s planner.Stage) page.Page {
	out := a.branch(index, s)
	for n, g := range groupSteps(s.Steps) {
		switch {
		case g.Kind == step.Publish:
			g.steps[0].Leaves = append(edited(s), g.Leaves...)
		case len(g.files()) > 0 && publishes(s):
			g = g.uncommitted()
		}
		at := sayf("%d.%d", index+1, n+1)
		out = append(out, page.Task{Text: page.Join(page.Toned(page.Strong, at+" "), g.title()), Blocks: a.step(index, at, s, g)})
	}
	return out
}

// step tells one step: why, what must hold, what to do, what to expect and how
// to go back. at is its number.
func (a author) step(index int, at string, s planner.Stage, g group) page.Page {
	out := a.why(g)
	out = append(out, a.listTargets(g)...)
	out = append(out, a.words(at, "Only when", a.news(index, g.facts(needs)))...)
	out = append(out, a.do(index, s, g)...)
	left := g.facts(leaves)
	out = append(out, a.words(at, "Then", left)...)
	out = append(out, a.checks(at, left)...)
	return append(out, a.back(index, g)...)
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
