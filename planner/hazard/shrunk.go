package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// ListFiles is the remedy of FM-022.
const ListFiles Remedy = "list in the new kustomization file everything that was applied without it"

var shrunkRule = Rule{
	Code: "FM-022", Name: "kustomization file appears", Severity: Warns,
	Harm: "A folder that had no kustomization file gets one, and what that does not list is deleted, children with all they hold.",
	Why: "Without a kustomization file every YAML file below the path is applied. With one, only what it lists. The same holds for " +
		"each folder below: a kustomization file there decides for that folder. A child that is dropped so is deleted, its finalizer " +
		"deletes its inventory, and the children in that go the same way.",
	Source:   "R4.3, R0.2, R10.2; R33",
	Remedies: []Remedy{ListFiles, DisablePrune, SuspendOwner},
}

// shrunk matches FM-022. Of one that gives nothing any more emptied says it.
func (f *facts) shrunk() []match {
	var matches []match
	for _, after := range f.to.Kustomizations {
		before, ok := f.from.Kustomization(after.ID)
		if !ok || before.Render.Gathered == nil || before.Spec.Path != after.Spec.Path || !after.Render.Builds() || len(after.Render.Objects) == 0 {
			continue
		}
		for _, dir := range newFiles(before, after) {
			below := func(o objectID) bool {
				x, _ := before.Render.Find(o)
				return dir == "" || strings.HasPrefix(x.File, dir)
			}
			gone := slices.DeleteFunc(f.prunedBy(after.ID, before.Render), func(o objectID) bool { return !below(o) })
			if len(gone) > 0 {
				matches = append(matches, f.shrinks(after, dir, gone))
			}
		}
	}
	return matches
}

// newFiles gives the folders that a made-up kustomization file took file by
// file and that have a kustomization file now; "" is the path itself.
func newFiles(before, after ownership.Kustomization) []string {
	if after.Render.Gathered == nil {
		return []string{""}
	}
	var dirs []string
	for _, p := range after.Render.Gathered {
		if strings.HasSuffix(p, "/") && !slices.Contains(before.Render.Gathered, p) {
			dirs = append(dirs, p)
		}
	}
	return dirs
}

func (f *facts) shrinks(k ownership.Kustomization, dir string, gone []objectID) match {
	where := "./" + k.Spec.Path
	if dir != "" {
		where = dir
	}
	m := match{code: "FM-022", group: k.ID.String() + " " + dir, objects: gone, owners: []ksID{k.ID}}
	m.because = fmt.Sprintf("%s has a kustomization file in %s and had none: %s applies what that lists, and deletes the rest",
		where, f.to.Name, k.ID)
	return m
}
