package hazard

import (
	"fmt"
	"slices"
)

var immutableRule = Rule{
	Code: "FM-024", Name: "immutable field", Severity: Blocks,
	Harm: "The manifest changes a field that the API server lets nobody change: the Kustomization fails, and never takes the object over.",
	Why: "A selector of a Deployment, the class of a PersistentVolumeClaim, the role of a binding cannot be changed. The dry-run is " +
		"refused, the stage of the apply stops with everything after it, and nothing is pruned. A new owner never gets its label on the " +
		"object, so the old one deletes it whenever it runs; a guard keeps it, and the handover never comes. Common labels and prefixes " +
		"that come with another overlay change selectors.",
	Source:   "R5.4, R5.14, R5.16, H12; M3, R18, R62",
	Remedies: []Remedy{KeepFields},
}

// immutable matches FM-024: a change of an immutable field without force.
func (f *facts) immutable() []match {
	var matches []match
	for _, k := range f.to.Kustomizations {
		o, field := f.t.Refused(k.ID)
		if field == "" {
			continue
		}
		text := fmt.Sprintf("%s of %s sets another %s, which the API server refuses: %s fails from then on",
			o.Display(), f.to.Name, field, k.ID)
		if !slices.Contains(f.fromOwners[o], k.ID) {
			text += " and never takes it over"
		}
		matches = append(matches, match{code: "FM-024", group: k.ID.String(), objects: []objectID{o}, owners: []ksID{k.ID}, because: text})
	}
	return matches
}
