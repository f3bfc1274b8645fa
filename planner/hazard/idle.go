package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// ResumeFirst is the remedy of FM-026.
const ResumeFirst Remedy = "resume it, or take the dependency off, before anything is handed over"

var idleRule = Rule{
	Code: "FM-026", Name: "nobody acts", Severity: Blocks,
	Harm: "The new owner is suspended, or waits for a dependency that is: the handover never comes, and what waits for it stops.",
	Why: "A suspended Kustomization stays Ready and applies nothing. One of the same source that depends on it waits for it to " +
		"apply the new revision, which it never does, and so does everything behind that. The old owner is held up by neither: it drops " +
		"the object, and deletes it unless something else keeps it.",
	Source:   "R1.8, R2.12, R3.4, R3.5; M8, M10, R47",
	Remedies: []Remedy{ResumeFirst, SplitRevision},
}

// waiting matches FM-026 in one state: a Kustomization that depends on a
// suspended one of its own source. An expression takes the place of that test
// (R3.2).
func waiting(d *ownership.Desired) []match {
	var matches []match
	for _, k := range d.Kustomizations {
		if on, ok := waitsFor(d, k, nil); ok && !k.Spec.Suspend {
			matches = append(matches, match{code: "FM-026", group: on.String(), key: k.ID.String() + " " + on.String(),
				objects: []objectID{k.ID.Object()}, owners: []ksID{k.ID, on},
				because: fmt.Sprintf("%s is suspended in %s, and %s waits for it to apply each revision of their source", on, d.Name, k.ID)})
		}
	}
	return matches
}

// waitsFor gives the suspended Kustomization that one waits for, at once or
// through others.
func waitsFor(d *ownership.Desired, k ownership.Kustomization, path []ksID) (ksID, bool) {
	for _, dep := range k.Spec.DependsOn {
		on, ok := d.Kustomization(dep.On)
		if !ok || dep.ReadyExpr != "" || slices.Contains(path, dep.On) {
			continue
		}
		if on.Spec.Suspend && on.Spec.Source == k.Spec.Source {
			return on.ID, true
		}
		if further, ok := waitsFor(d, on, append(path, k.ID)); ok && !on.Spec.Suspend {
			return further, true
		}
	}
	return ksID{}, false
}

// idle matches FM-026 in a transition: none of the new owners of an object
// acts in To.
func (f *facts) idle() []match {
	var matches []match
	for _, o := range f.sorted {
		owners := f.toOwners[o]
		if !f.kept(o) || len(owners) == 0 || overlap(f.fromOwners[o], owners) || len(f.fromOwners[o]) == 0 {
			continue
		}
		var why []string
		for _, k := range owners {
			if text := f.whyIdle(k); text != "" {
				why = append(why, text)
			}
		}
		if len(why) < len(owners) {
			continue
		}
		matches = append(matches, match{code: "FM-026", group: "takes " + strings.Join(namesOf(owners), " "), objects: []objectID{o}, owners: owners,
			because: strings.Join(why, ", ") + ": it never takes over what " + strings.Join(namesOf(f.fromOwners[o]), ", ") + " lets go of"})
	}
	return matches
}

// whyIdle says why a Kustomization applies nothing in To; "" where it does.
// What people suspended stays suspended unless Git says otherwise (R5.12).
func (f *facts) whyIdle(k ksID) string {
	after, _ := f.to.Kustomization(k)
	switch on, waits := waitsFor(f.to, after, nil); {
	case after.Spec.Suspend:
		return k.String() + " is suspended in " + f.to.Name
	case f.live.kustomizations[k].Spec.Suspend && !after.Spec.SuspendSet:
		return k.String() + " is suspended in the cluster, and " + f.to.Name + " does not set spec.suspend"
	case waits:
		return k.String() + " waits for " + on.String() + ", which is suspended in " + f.to.Name
	}
	return ""
}
