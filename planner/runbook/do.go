package runbook

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// do says what to do: an edit of a file, a commit, or commands.
func (a author) do(index int, s planner.Stage, g group) page.Page {
	switch {
	case g.Kind == step.Publish:
		return a.publish(index, s)
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
	if g.Deletes() {
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
