package runbook

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// back says how to undo a step, with the command where there is one.
func (a author) back(index int, g group) page.Page {
	all := g.distinct(undo)
	if len(all) == 0 {
		return nil
	}
	text := some(all).Plain()
	commands := g.runBack()
	if g.Kind == step.Publish && a.partOf(index) != changes && a.plan.Basis.From.Commit != "" {
		return say(page.Words("To go back: "+strings.TrimSuffix(text, ".")+", and merge that:"), revert(index)...)
	}
	if len(commands) == 0 {
		return page.Page{page.Paragraph{Text: page.Words("To go back: " + text)}}
	}
	text = strings.TrimSuffix(text, ".") + ":"
	return append(page.Page{page.Paragraph{Text: page.Words("To go back: " + text)}}, a.shell(commands)...)
}

// revert takes the commit of a stage back on a branch of its own.
func revert(index int) []page.Command {
	name := branchName(index) + "-back"
	return []page.Command{another, page.Run("git", "fetch", "origin"), page.Run("git", "switch", "-c", name, follows),
		page.Run("git", "revert", "--no-edit", branchName(index)), page.Run("git", "push", "-u", "origin", name)}
}

// runBack gives the commands that take back what a group did in the cluster.
func (g group) runBack() []page.Command {
	if len(g.files()) > 0 {
		return nil
	}
	switch g.Kind {
	case step.GuardObject:
		return g.annotate(guardKey + "-")
	case step.UnguardObject:
		return g.annotate(guardKey + "=disabled")
	case step.Suspend:
		return g.patch("--type=merge", mergePatch([]edit{{"spec.suspend", ""}}))
	}
	return nil
}
