package hazard

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// SourceBeside is the remedy of FM-033.
const SourceBeside Remedy = "give the namespace a source of its own"

var crossNamespaceRule = Rule{
	Code: "FM-033", Name: "source in another namespace", Severity: Blocks,
	Harm: "The Kustomization names a source in another namespace, which a controller with --no-cross-namespace-refs refuses.",
	Why: "On clusters that are locked down for tenants the controller answers such a reference with access denied: no run builds, none " +
		"applies, and nothing starts another one until the spec changes. A Kustomization that moves to another namespace and leaves " +
		"its source where it was never takes anything over, while its predecessor is deleted with all it holds. dependsOn across " +
		"namespaces is not refused.",
	Source:   "R2.5, R3.1; M16, R03, R57",
	Remedies: []Remedy{SourceBeside, GuardObjects},
}

// crossNamespace matches FM-033: references that From does not have. It blocks
// where the flag was seen, and says nothing where it was seen not to be set, or
// where From reads sources across namespaces all along.
func (f *facts) crossNamespace() []match {
	refused, known := f.refusesCrossNamespace()
	if !refused && (known || slices.ContainsFunc(f.from.Kustomizations, across)) {
		return nil
	}
	var matches []match
	for _, k := range f.newlyAcross() {
		m := match{code: "FM-033", severity: Warns, group: k.Spec.Source.String(), objects: []objectID{k.ID.Object()}, owners: []ksID{k.ID},
			because: fmt.Sprintf("%s reads %s; whether the controller runs with --no-cross-namespace-refs is not known", k.ID, k.Spec.Source)}
		if refused {
			m.severity = Blocks
			m.because = fmt.Sprintf("%s reads %s, and the controller runs with --no-cross-namespace-refs: no run of it ever applies anything", k.ID, k.Spec.Source)
		}
		matches = append(matches, m)
	}
	return matches
}

// refusedSources says of Kustomizations that such a controller refuses that
// they never reach the target.
func (f *facts) refusedSources() []ownership.Unknown {
	if refused, _ := f.refusesCrossNamespace(); !refused {
		return nil
	}
	var unknowns []ownership.Unknown
	for _, k := range f.newlyAcross() {
		unknowns = append(unknowns, ownership.Unknown{Subject: "Kustomization " + k.ID.String(),
			Why:    fmt.Sprintf("the controller of the cluster refuses its source %s, which is in another namespace: it never applies anything", k.Spec.Source),
			Supply: "a source in namespace " + k.ID.Namespace})
	}
	return unknowns
}

// newlyAcross gives the Kustomizations of To that read a source of another
// namespace and did not in From.
func (f *facts) newlyAcross() []ownership.Kustomization {
	var found []ownership.Kustomization
	for _, k := range f.to.Kustomizations {
		before, ok := f.from.Kustomization(k.ID)
		if across(k) && !(ok && before.Spec.Source == k.Spec.Source) {
			found = append(found, k)
		}
	}
	return found
}

func across(k ownership.Kustomization) bool {
	return isRead(k) && k.Spec.Source.Namespace != k.ID.Namespace
}

// isRead says whether the spec could be read: of one that the API server
// refuses no field is known, its source and prune no more than others.
func isRead(k ownership.Kustomization) bool { return k.Spec.Source.Name != "" || k.Render.Builds() }

// refusesCrossNamespace says whether some controller that was seen refuses
// sources of other namespaces, and whether any was seen.
func (f *facts) refusesCrossNamespace() (refuses, known bool) {
	if f.live.observed == nil {
		return false, false
	}
	for _, c := range f.live.observed.Controllers {
		refuses, known = refuses || c.NoCrossNamespaceRefs, true
	}
	return refuses, known
}
