package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// EditAtMaker is the remedy of FM-028.
const EditAtMaker Remedy = "make the change where the root is made"

var outsideMakerRule = Rule{
	Code: "FM-028", Name: "root of an outside maker", Severity: Blocks,
	Harm: "Git changes the spec of a root that something outside Git writes: the two put it back in turn, and the edit does not last.",
	Why: "A FluxInstance, Terraform, the API of a cloud or a Helm release writes the root, and writes it again. Where the root " +
		"also renders its own manifest, it applies that to itself at each run. As long as both say the same nobody notices. From the " +
		"commit on that changes one of them, the live spec is that of whoever came last: path and prune change from run to run.",
	Source:   "R5.10, R5.11, R5.12, R8.4; R39, R54, R57",
	Remedies: []Remedy{EditAtMaker},
}

// fromGit are makers whose spec of a root is the one in Git.
var fromGit = []string{"flux bootstrap", "flux create", "itself", "kubectl", "kustomization"}

// madeOutside matches FM-028.
func (f *facts) madeOutside() []match {
	var matches []match
	for _, k := range f.writtenTwice() {
		matches = append(matches, match{code: "FM-028", group: k.ID.String(), objects: []objectID{k.ID.Object()}, owners: []ksID{k.ID},
			because: fmt.Sprintf("%s changes its spec in Git, and %s, which makes it, writes the one it has", f.to.Name, k.MadeBy)})
	}
	return matches
}

// specOfTwo says that nobody knows which spec such a root runs with.
func (f *facts) specOfTwo() []ownership.Unknown {
	var unknowns []ownership.Unknown
	for _, k := range f.writtenTwice() {
		unknowns = append(unknowns, ownership.Unknown{Subject: "Kustomization " + k.ID.String(),
			Why:    fmt.Sprintf("%s and its manifest in Git write its spec in turn, and from %s on they differ; which one a run meets is not known", k.MadeBy, f.to.Name),
			Supply: "one of the two only: take the manifest out of Git, or let go of it where it is made"})
	}
	return unknowns
}

// writtenTwice gives the roots that somebody outside Git writes and that Git
// renders as well, with another spec than before.
func (f *facts) writtenTwice() []ownership.Kustomization {
	var found []ownership.Kustomization
	for _, k := range f.to.Kustomizations {
		before, ok := f.from.Kustomization(k.ID)
		maker := strings.ToLower(k.MadeBy)
		outside := maker != "" && !slices.ContainsFunc(fromGit, func(prefix string) bool { return strings.HasPrefix(maker, prefix) })
		if ok && k.Root && outside && len(k.Parents) > 0 && before.Spec.Digest != k.Spec.Digest {
			found = append(found, k)
		}
	}
	return found
}
