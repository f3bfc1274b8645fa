package hazard

import (
	"fmt"
	"slices"
)

// SettleValues is the remedy of FM-030.
const SettleValues Remedy = "change the values one revision earlier or later than what uses them"

var valuesMixRule = Rule{
	Code: "FM-030", Name: "values mix", Severity: Warns,
	Harm: "A run can put the values of one revision into the files of the other, and makes objects that no revision has.",
	Why: "What a Kustomization substitutes from is read live, at each run: a ConfigMap or Secret that some other Kustomization " +
		"applies, before or after, or that people change by hand. Nothing ties it to the revision of the files. Where a variable is " +
		"part of a name, an old value in new files is another object. It is made, and pruned when the values are there, with what it " +
		"has attached meanwhile: a load balancer, a volume, a DNS record.",
	Source:   "R4.10, R4.7, R2.2, R6.1; M1, R41",
	Remedies: []Remedy{SettleValues, SuspendOwner},
}

// valuesMix matches FM-030: objects that a view of several possible values
// renders and that no state has.
func (f *facts) valuesMix() []match {
	var matches []match
	for _, k := range f.ids {
		if ids := f.strangeNames(k); len(ids) > 0 {
			matches = append(matches, match{code: "FM-030", group: k.String(), objects: ids, owners: []ksID{k},
				because: fmt.Sprintf("%s can run with values of one revision and files of another, and make what neither %s nor %s has",
					k, f.from.Name, f.to.Name)})
		}
	}
	return matches
}

// strangeNames gives the objects of views that share spec and artifact with
// another one, so that only values tell them apart, and that no state has.
func (f *facts) strangeNames(k ksID) []objectID {
	var ids []objectID
	for i, v := range f.views[k] {
		twin := slices.ContainsFunc(f.views[k], func(w view) bool {
			return w.Spec.Digest == v.Spec.Digest && w.ArtifactAt == v.ArtifactAt && !sameObjects(w.Render, v.Render)
		})
		if !twin || !v.Render.Builds() || v.Spec.Suspend {
			continue
		}
		for _, o := range f.views[k][i].Render.Objects {
			if !f.inSomeState(o.ID) {
				ids = append(ids, o.ID)
			}
		}
	}
	return unique(ids)
}

func (f *facts) inSomeState(o objectID) bool {
	for _, d := range f.states {
		if len(f.rendersOf(d, o)) > 0 {
			return true
		}
	}
	return false
}
