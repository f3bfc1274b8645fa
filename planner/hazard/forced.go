package hazard

import (
	"fmt"
	"iter"
)

// Remedies of FM-023 and FM-024.
const (
	DropForce  Remedy = "drop force, and let people replace the object when it suits them"
	KeepFields Remedy = "keep the immutable field, or give the object another name"
)

var forcedRule = Rule{
	Code: "FM-023", Name: "changed under force", Severity: Loses,
	Harm: "Under force an object that the API server refuses to change is deleted and made anew: its identity ends.",
	Why: "spec.force, or the mark force: enabled on the object, turns every refusal as invalid or conflicting into a deletion and a " +
		"second try. Owner labels, guards, prune and the deletion policy are not asked. If the second try is refused as well, the " +
		"object stays away. A change of an immutable field is always refused.",
	Source:   "R0.4, R5.9, H13; M15, R18, R62",
	Remedies: []Remedy{DropForce, KeepFields},
}

// forced matches FM-023 where new content of an object that should live is
// applied under force. It is certain only of an immutable field that the object
// ends; of all other content the API server decides, so it warns.
func (f *facts) forced() []match {
	var matches []match
	for o, k := range f.changedByForce() {
		m := match{code: "FM-023", severity: Warns, group: k.String(), objects: []objectID{o}, owners: []ksID{k},
			because: k.String() + " applies new content under force; whether the API server takes it is not known here"}
		if field := f.refixed(k, o); field != "" {
			m.severity, m.group = Loses, k.String()+" "+field
			m.because = fmt.Sprintf("%s changes %s of it, which the API server refuses, and recreates it by force", k, field)
			m.story = f.recreation(k, o, field)
		}
		matches = append(matches, m)
	}
	return matches
}

// changedByForce goes through the objects that should live and get new content
// under force, each with a Kustomization that applies it.
func (f *facts) changedByForce() iter.Seq2[objectID, ksID] {
	return func(yield func(objectID, ksID) bool) {
		for _, o := range f.sorted {
			if !f.kept(o) {
				continue
			}
			if k, ok := f.forces(o, f.rendersOf(f.from, o)); ok && !yield(o, k) {
				return
			}
		}
	}
}

// refixed gives the immutable field of an object that a Kustomization changes
// in some state; "" where it changes none.
func (f *facts) refixed(k ksID, o objectID) string {
	for _, v := range f.views[k] {
		x, ok := v.Render.Find(o)
		if ok && takes(v, o) {
			if field := f.t.Refixed(x); field != "" {
				return field
			}
		}
	}
	return ""
}

func (f *facts) recreation(k ksID, o objectID, field string) []Line {
	return []Line{
		{Actor: "you", Action: "publish " + f.to.Name, Rule: "R1.5"},
		{Actor: k.String(), Action: "applies " + o.Display() + " with another " + field + ", and is refused", Object: o, Rule: "R5.16"},
		{Actor: k.String(), Action: "deletes " + o.Display() + ", whoever owns it, and makes another one", Object: o, Rule: "R5.9"},
	}
}
