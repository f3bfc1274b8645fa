package hazard

import (
	"fmt"
)

// GiveArtifact is the remedy of FM-031.
const GiveArtifact Remedy = "hand over the content of both artifacts, with --source-path, and plan again"

var artifactOutsideRule = Rule{
	Code: "FM-031", Name: "artifact made elsewhere", Severity: Warns,
	Harm: "What the Kustomization renders is an ExternalArtifact: a generator cuts it from other sources, and the repository does not show it.",
	Why: "An ArtifactGenerator copies parts of one or more sources into artifacts of their own, each with its own revision, whenever " +
		"its inputs change. A move between two of them, or between one and the repository, has two sources: dependsOn asks for no " +
		"revision then, and one may be there long before the other. A one-commit move that a shared source made likely to go well " +
		"becomes a matter of luck.",
	Source:   "R1.4, R3.4, H16; A9.3, R18",
	Remedies: []Remedy{GiveArtifact, GuardObjects},
}

// artifactOutside matches FM-031 where content changes and some Kustomization
// reads an artifact of which nobody knows whether it changes along.
func (f *facts) artifactOutside() []match {
	if f.from.Tree == f.to.Tree && f.from.Commit == f.to.Commit {
		return nil
	}
	var matches []match
	for _, k := range f.to.Kustomizations {
		if k.Spec.Source.Kind != externalArtifact || k.Render.Known() {
			continue
		}
		m := match{code: "FM-031", group: "reads", objects: []objectID{k.ID.Object()}, owners: []ksID{k.ID},
			because: fmt.Sprintf("%s reads %s, and what that holds is not in the repository", k.ID, k.Spec.Source)}
		if before, ok := f.from.Kustomization(k.ID); ok && before.Spec.Source != k.Spec.Source {
			m.group = "changes " + k.ID.String()
			m.because += fmt.Sprintf("; it read %s, and no dependsOn compares the revisions of the two", before.Spec.Source)
		}
		matches = append(matches, m)
	}
	return matches
}

// externalArtifact is the kind of source that something else fills.
const externalArtifact = "ExternalArtifact"
