package runbook

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

// checkSource shows that a commit has reached the source that the plan names;
// where it names none, all sources are listed.
func (a author) checkSource(f fact) ([]page.Command, page.Phrase) {
	index := slices.IndexFunc(a.plan.Stages, func(s planner.Stage) bool { return publishes(s) && published(s).Revision == f.Value })
	if index < 0 {
		return f.check()
	}
	source := published(a.plan.Stages[index]).Target
	kind := fluxKind(source)
	if kind == nil {
		return f.check()
	}
	named := []string{source.Name, "-n", source.Namespace}
	commands := []page.Command{
		page.Run(slices.Concat([]string{"flux", "reconcile"}, kind, named)...),
		page.Run(slices.Concat([]string{"flux", "get"}, kind, named)...),
	}
	if source.Kind != "GitRepository" {
		return commands, page.Join(page.Words("the revision is that of "), revision(f.Value))
	}
	looks := page.Words("the source is ready at the commit that was merged (a suspended one fetches nothing until it is resumed)")
	if wanted := a.wanted(index); wanted != "" {
		commands = append(commands, a.compareSource(source, wanted)...)
		looks = page.Join(looks, page.Words(sayf("; git lists nothing that stage %d touches: another hash is fine, other content is not", index+1)))
	}
	return commands, looks
}

// wanted is the local name of the content that a stage publishes.
func (a author) wanted(index int) string {
	commit, edited := a.content(index)
	switch {
	case commit == "":
		return ""
	case !edited:
		return commit
	case a.partOf(index) == changes:
		return "HEAD"
	}
	return branchName(index)
}

// compareSource compares the source's commit with the wanted content, file by
// file: a squash has another hash.
func (a author) compareSource(source ownership.ObjectID, wanted string) []page.Command {
	at := perPlace([]ownership.ObjectID{source}, func(scope, names []string) page.Command {
		return append(page.Raw("merged=$("), kubectl([]string{"get"}, scope, names)...).And("-o jsonpath='{.status.artifact.revision}')")
	})
	return append(at, page.Run("git", "fetch", "origin"), page.Run("git", "diff", "--stat", wanted).And(`"${merged##*:}"`))
}
