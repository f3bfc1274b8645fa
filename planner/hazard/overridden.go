package hazard

import (
	"fmt"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// EditPatch is the remedy of FM-020.
const EditPatch Remedy = "make the edit in the patch that decides"

var overriddenRule = Rule{
	Code: "FM-020", Name: "edit overridden by a patch", Severity: Blocks,
	Harm: "The file of a Kustomization says something new, and a patch of its parent goes on deciding: the edit is void.",
	Why: "A parent applies its children after its own patches, and so does a kustomization file above them. What a child's file " +
		"says of a field that a patch sets never reaches the cluster, and nothing reports that. It is worst where the edit was meant " +
		"as a protection for the next step: deletionPolicy: Orphan in the file, WaitForTermination for every child in the patch.",
	Source:   "R5.12, R7.2, R7.3; M6, A9.0, A9.7",
	Remedies: []Remedy{EditPatch},
}

// overridden matches FM-020: fields that the file of a Kustomization sets to
// something new in To, and that arrive as they did before.
func (f *facts) overridden() []match {
	var matches []match
	for _, after := range f.to.Kustomizations {
		before, ok := f.from.Kustomization(after.ID)
		for _, field := range after.Fields {
			if was, shown := before.Field(field.Name); ok && shown && void(was, field) {
				matches = append(matches, f.overrides(after, field))
			}
		}
	}
	return matches
}

// void says whether an edit of a field in its file changes nothing. A field
// that the file leaves to the patch from now on is no edit, and a variable
// arrives as something else in any case.
func void(was, is ownership.SpecField) bool {
	return is.Declared != "" && is.Declared != was.Declared && is.Declared != is.Effective && is.Effective == was.Effective &&
		!strings.Contains(is.Declared, "${")
}

func (f *facts) overrides(k ownership.Kustomization, field ownership.SpecField) match {
	m := match{code: "FM-020", group: field.Name + " " + field.Declared + " " + field.Effective,
		objects: []objectID{k.ID.Object()}, owners: append([]ksID{k.ID}, k.Parents...)}
	m.because = fmt.Sprintf("%s of %s sets spec.%s%s, and a patch %s: the edit changes nothing in the cluster",
		k.File, f.to.Name, field.Name, valueText(" to ", field.Declared), patchText(field))
	return m
}

func patchText(field ownership.SpecField) string {
	if field.Effective == "" {
		return "takes it out"
	}
	return "makes it what it was" + valueText(", ", field.Effective)
}

// valueText writes a value that is a word; of others only that there is one.
func valueText(before, json string) string {
	if strings.ContainsAny(json, "{[\n") {
		return ""
	}
	return before + strings.Trim(json, `"`)
}
