package runbook

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// part is what a commit of the plan is for.
type part int

const (
	noCommit part = iota
	protects      // the state before, with edits of the plan on top
	changes       // the user's own commit, maybe with edits on top
	releases      // the state after, once the edits are out again
)

// protected marks the revision of a commit with edits of the plan.
const protected = "+protection"

func publishes(s planner.Stage) bool { return published(s) != nil }

func published(s planner.Stage) *step.Step {
	i := slices.IndexFunc(s.Steps, func(each step.Step) bool { return each.Kind == step.Publish })
	if i < 0 {
		return nil
	}
	return &s.Steps[i]
}

// partOf says what the commit of a stage is for. Where Git itself changes, the
// first commit with another content than the protected state before is the
// user's own.
func (a author) partOf(index int) part {
	p := published(a.plan.Stages[index])
	if p == nil {
		return noCommit
	}
	first := a.protecting()
	if index == first {
		return protects
	}
	if b := a.plan.Basis; first >= 0 && b.From.Commit == b.To.Commit && b.From.Tree == b.To.Tree && b.From.Commit+b.From.Tree != "" {
		return releases
	}
	for i, s := range a.plan.Stages[:index] {
		if i != first && publishes(s) {
			return releases
		}
	}
	return changes
}

// protecting gives the stage whose commit protects, or -1: it comes first, and
// has edits of the plan.
func (a author) protecting() int {
	i := slices.IndexFunc(a.plan.Stages, publishes)
	if i < 0 || len(editedFiles(a.plan.Stages[i])) == 0 {
		return -1
	}
	b := a.plan.Basis
	before := published(a.plan.Stages[i]).Revision
	for _, of := range []string{b.From.Commit, b.From.Tree, b.From.Name} {
		if of != "" && before == of+protected {
			return i
		}
	}
	return -1
}

func branchName(index int) string { return sayf("fluxmigrate-stage-%d", index+1) }

const follows = "origin/main"

// another is printed above a command that names the branch.
var another = page.Raw("# if the source follows another branch than main, name that one")

// branch says which branch the edits of a stage are made on.
func (a author) branch(index int, s planner.Stage) page.Page {
	switch part := a.partOf(index); {
	case part == protects && a.plan.Basis.From.Commit != "":
		from := a.plan.Basis.From
		return say(page.Say("With a clean work tree, start a branch from %s, the state before:", from.Name),
			page.Run("git", "switch", "-c", branchName(index), from.Commit))
	case part == protects:
		return page.Page{page.Paragraph{Text: page.Words("Make these edits on a branch of what the source follows, not on that of the change.")}}
	case part == changes && len(editedFiles(s)) > 0:
		return a.takeOut("and make the edits of this stage there")
	case part == releases:
		return say(page.Words("With a clean work tree, start a branch from what the source follows:"), another, page.Run("git", "fetch", "origin"),
			page.Run("git", "switch", "-c", branchName(index), follows))
	}
	return nil
}

func say(text page.Phrase, commands ...page.Command) page.Page {
	return page.Page{page.Paragraph{Text: text}, page.Shell{Commands: commands}}
}

// takeOut brings what was merged into the user's branch without the edits that
// protect: a plain merge would carry them on, into renamed files too.
func (a author) takeOut(then string) page.Page {
	first := a.protecting()
	if first < 0 {
		return nil
	}
	text := sayf("On the branch of the change, take in what was merged, take the edits of stage %d out again, %s. "+
		"A merge alone would keep them, and git moves them along with a renamed file. Where git reports a conflict, your side is the content that is wanted.", first+1, then)
	return say(page.Words(text), another, page.Run("git", "fetch", "origin"),
		page.Run("git", "merge", "--no-edit", follows), page.Run("git", "revert", "--no-edit", branchName(first)))
}

// publish commits the edits of the stage and brings them to the source.
func (a author) publish(index int, s planner.Stage) page.Page {
	files := editedFiles(s)
	var out page.Page
	if a.partOf(index) == changes && len(files) == 0 && !a.mergesClean(index) {
		out = append(foreseen(s), a.takeOut("and see that nothing of them is left")...)
	}
	var commands []page.Command
	if len(files) > 0 {
		commands = append(add(files, s), page.Run("git", "commit", "-m", sayf("Stage %d: %s", index+1, s.Title)))
	}
	commands = append(append(commands, a.compare(index, files)...), a.push(index)...)
	lead := "Push it"
	if len(files) > 0 {
		lead = "Commit the edits, push"
	}
	return append(out, say(page.Words(lead+", and merge it into what the source follows. A squash, a rebase or a merge queue makes other hashes; the content is what counts."), commands...)...)
}

// compare shows what the commit holds beside the content that is wanted.
func (a author) compare(index int, files []string) []page.Command {
	wanted, _ := a.content(index)
	if wanted == "" {
		return nil
	}
	expect := "# lists nothing, or what others merged meanwhile:"
	if len(files) > 0 && a.partOf(index) != releases {
		expect = "# lists the edits above, and what others merged meanwhile:"
	}
	return []page.Command{page.Raw(expect), page.Run("git", "diff", "--stat", wanted, "HEAD")}
}

// content is the commit whose content a stage publishes, apart from its edits.
func (a author) content(index int) (commit string, edited bool) {
	if a.partOf(index) == protects {
		return a.plan.Basis.From.Commit, true
	}
	return a.plan.Basis.To.Commit, strings.HasSuffix(published(a.plan.Stages[index]).Revision, protected)
}

// push leaves the user on the branch that they came from.
func (a author) push(index int) []page.Command {
	if a.partOf(index) == changes || a.plan.Basis.From.Commit == "" {
		return []page.Command{page.Run("git", "push")}
	}
	return []page.Command{page.Run("git", "push", "-u", "origin", branchName(index)), page.Run("git", "switch", "-")}
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
