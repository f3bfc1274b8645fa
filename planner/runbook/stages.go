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

// do says what to do: an edit of a file, a commit, or commands.
func (a author) do(index int, s planner.Stage, g group) page.Page {
	switch {
	case g.Kind == step.Publish:
		return a.publish(index, s, g)
	case len(g.files()) > 0 && inManifest[g.Kind]:
		return a.editFiles(g)
	}
	commands := g.run()
	if len(commands) == 0 {
		return nil
	}
	lead := "Run:"
	if g.Kind == step.SwitchPath {
		lead = "Make this change where the root is made. Whoever makes it undoes an edit by hand; only where nobody does, run:"
	}
	return append(page.Page{page.Paragraph{Text: page.Words(lead)}}, a.shell(commands)...)
}

// add stages the files by name, and very many of them as what git sees edited.
func add(files []string, s planner.Stage) []page.Command {
	commands := []page.Command{page.Raw(`cd "$(git rev-parse --show-toplevel)"`)}
	if len(files) <= perCommand {
		return append(commands, page.Run(append([]string{"git", "--literal-pathspecs", "add", "--"}, files...)...))
	}
	commands = append(commands, page.Run("git", "add", "-u").And(sayf("# %s, named above", count(len(files), "file"))))
	for _, each := range s.Steps {
		if each.Kind == step.OrphanStub && each.Value != "" && each.File != "" {
			return append(commands, page.Run("git", "add", "--", stubFile(each.Value)))
		}
	}
	return commands
}

// inManifest holds the kinds that a commit can carry out.
var inManifest = map[step.Kind]bool{
	step.Suspend: true, step.Resume: true, step.DisablePrune: true, step.EnablePrune: true, step.OrphanStub: true,
	step.SetDeletionPolicy: true, step.AddDependsOn: true, step.RemoveDependsOn: true, step.GuardObject: true,
	step.UnguardObject: true, step.SwitchPath: true, step.RemoveKustomization: true, step.DeleteObject: true,
}

// editFiles shows the edit once and names every file it goes into.
func (a author) editFiles(g group) page.Page {
	files := g.files()
	in := names(files, len(files))
	if len(files) > 3 {
		in = page.Words(count(len(files), "file"))
	}
	if g.Kind == step.RemoveKustomization || g.Kind == step.DeleteObject {
		return page.Page{page.Paragraph{Text: page.Join(page.Words("Remove the manifest from "), in, page.Words("."))}}
	}
	var out page.Page
	var set []edit
	for _, e := range edits(g.Step) {
		switch {
		case e.value == "":
			out = append(out, page.Paragraph{Text: page.Join(page.Say("Remove the field %s in ", e.field), in, page.Words("."))})
		case g.Kind == step.RemoveDependsOn:
			out = append(out, page.Paragraph{Text: page.Join(page.Say("Remove the entry %s from %s in ", e.value, e.field), in, page.Words("."))})
		default:
			set = append(set, e)
		}
	}
	if len(set) > 0 {
		out = append(out, page.Paragraph{Text: page.Join(page.Words("Set in "), in, page.Words(":"))},
			page.Code{Language: "yaml", Lines: yamlPatch(g.targets(), set)})
	}
	if len(files) > 3 {
		out = append(out, page.Fold{Summary: page.Words("The files:"), Blocks: a.fold(fileItems(files), ".stages")})
	}
	if g.Kind == step.OrphanStub {
		out = append(out, stubFolder(g)...)
	}
	return out
}

// stubFolder makes the folder a stub points at. It has to exist and to render
// nothing (P6).
func stubFolder(g group) page.Page {
	if g.Value == "" {
		return nil
	}
	dir := strings.TrimSuffix(g.Value, "/")
	return page.Page{
		page.Paragraph{Text: page.Words("The folder has to exist and to render nothing:")},
		page.Shell{Commands: []page.Command{
			page.Run("mkdir", "-p", "--", dir),
			append(page.Raw(`echo 'resources: []' >`), page.Word{Text: stubFile(g.Value)}),
		}},
	}
}

func fileItems(files []string) []page.Phrase {
	items := make([]page.Phrase, len(files))
	for i, f := range files {
		items[i] = page.Name(f)
	}
	return items
}

func stubFile(dir string) string { return strings.TrimSuffix(dir, "/") + "/kustomization.yaml" }

// editedFiles gives the files that the steps of a stage change, each once.
func editedFiles(s planner.Stage) []string {
	var files []string
	for _, each := range s.Steps {
		if each.File == "" {
			continue
		}
		files = append(files, each.File)
		if each.Kind == step.OrphanStub && each.Value != "" {
			files = append(files, stubFile(each.Value))
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

func publishes(s planner.Stage) bool {
	return slices.ContainsFunc(s.Steps, func(each step.Step) bool { return each.Kind == step.Publish })
}

// edited gives what the edits of a stage leave. It holds when the commit has
// reached the cluster, not when the file is saved.
func edited(s planner.Stage) []step.Condition {
	var all []step.Condition
	for _, each := range s.Steps {
		if each.File != "" {
			all = append(all, each.Leaves...)
		}
	}
	return all
}

// publish commits the edits of the stage and brings them to the source.
func (a author) publish(index int, s planner.Stage, g group) page.Page {
	files := editedFiles(s)
	commands := []page.Command{page.Run("git", "push")}
	if len(files) > 0 {
		commands = append(add(files, s), page.Run("git", "commit", "-m", sayf("Stage %d: %s", index+1, s.Title)), commands[0])
	}
	return page.Page{
		page.Paragraph{Text: page.Words("Commit, push, and merge it into what the source follows. A squash or a merge queue is fine: it is the content that counts.")},
		page.Shell{Commands: commands},
	}
}
