package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// KeepLabels is the remedy of FM-050.
const KeepLabels Remedy = "let the new owner set the labels that others select by"

var strippedLabelRule = Rule{
	Code: "FM-050", Name: "labels stripped", Severity: Warns,
	Harm: "The new owner does not put on the object what others select it by: they lose it, though it lives on.",
	Why: "All Kustomizations apply under one field manager, so what the old owner set and the new one does not is taken off with the first " +
		"apply: labels of the manifest, of commonMetadata and of a labels entry in a kustomization file above. A Service without its pods " +
		"sends no traffic, a NetworkPolicy that lost its namespace lets none through, a monitor measures nothing, and nobody reports it. " +
		"Looked at are the selectors that Git has of Services, NetworkPolicies, PodDisruptionBudgets, monitors, webhooks and Gateways, and " +
		"the labels by which the API server judges the pods of a Namespace.",
	Source:   "R5.1; R21, A9.6",
	Remedies: []Remedy{KeepLabels},
}

// strippedLabels matches FM-050: an object that changes owners, and loses a
// label that something selects it by in both states.
func (f *facts) strippedLabels() []objectHazard {
	var found []objectHazard
	var all map[objectID][]ownership.Selection
	for _, o := range f.sorted {
		before, after := f.rendersOf(f.from, o), f.rendersOf(f.to, o)
		if len(before) == 0 || len(after) == 0 || slices.Equal(f.fromOwners[o], f.toOwners[o]) {
			continue
		}
		if all == nil {
			all = f.selections()
		}
		for _, because := range append(f.losesSelector(o, before[0], after[0], all), f.losesAdmission(o, before[0], after[0])...) {
			found = append(found, objectHazard{match: match{code: "FM-050", group: because, objects: []objectID{o},
				owners: unique(append(slices.Clone(f.fromOwners[o]), f.toOwners[o]...)), because: because}})
		}
	}
	return found
}

// selections gives what each object of both states selects by in the state
// after.
func (f *facts) selections() map[objectID][]ownership.Selection {
	all := make(map[objectID][]ownership.Selection)
	for _, o := range f.sorted {
		if x := f.rendersOf(f.to, o); f.kept(o) && len(x) > 0 && len(x[0].Selects) > 0 {
			all[o] = x[0].Selects
		}
	}
	return all
}

// losesSelector says who selects an object no longer, and selected it before.
func (f *facts) losesSelector(o objectID, before, after ownership.Object, all map[objectID][]ownership.Selection) []string {
	var found []string
	for _, by := range f.sorted {
		was := f.rendersOf(f.from, by)
		for _, s := range all[by] {
			had, has := labelsFor(s, before), labelsFor(s, after)
			selected := func(x ownership.Selection) bool { return x.Field == s.Field && x.Selects(o, had) }
			if by.Cluster != o.Cluster || had == nil || s.Selects(o, has) || !s.Selects(o, had) ||
				len(was) == 0 || !slices.ContainsFunc(was[0].Selects, selected) {
				continue
			}
			found = append(found, fmt.Sprintf("%s selects %s by %s (%s), which %s does not put there",
				by.Display(), whatOf(s, o), strings.Join(unmet(s, has), ", "), s.Field, strings.Join(namesOf(f.toOwners[o]), ", ")))
		}
	}
	return slices.Compact(found)
}

func whatOf(s ownership.Selection, o objectID) string {
	if s.Kind == o.Kind {
		return o.Display()
	}
	return "the pods of " + o.Display()
}

// labelsFor gives the labels of an object that a selection looks at; nil where
// it selects another kind.
func labelsFor(s ownership.Selection, o ownership.Object) []ownership.Field {
	switch {
	case s.Kind == o.ID.Kind:
		return o.Labels
	case s.Kind == "Pod":
		return o.PodLabels
	}
	return nil
}

func unmet(s ownership.Selection, labels []ownership.Field) []string {
	var keys []string
	for _, r := range s.Requires {
		if !r.Holds(labels) {
			keys = append(keys, r.Key)
		}
	}
	return keys
}

// admissionLabels begin the labels of a Namespace that the API server itself
// reads (k8s.io/pod-security-admission).
const admissionLabels = "pod-security.kubernetes.io/"

func (f *facts) losesAdmission(o objectID, before, after ownership.Object) []string {
	if !isNamespace(o) {
		return nil
	}
	var lost []string
	for _, label := range before.Labels {
		kept := slices.ContainsFunc(after.Labels, func(x ownership.Field) bool { return x.Name == label.Name })
		if strings.HasPrefix(label.Name, admissionLabels) && !kept {
			lost = append(lost, label.Name)
		}
	}
	if len(lost) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("the API server judges the pods of %s by %s, which %s does not put on it",
		o.Display(), strings.Join(lost, ", "), strings.Join(namesOf(f.toOwners[o]), ", "))}
}
