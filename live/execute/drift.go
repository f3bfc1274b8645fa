package execute

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// Mark is what a Kustomization looked like when the run began: digests, as only
// whether they change matters. What the plan itself sets is not in them.
type Mark struct {
	Kustomization ksID     `json:"kustomization"`
	There         bool     `json:"there"`
	Deleting      bool     `json:"deleting,omitempty"`
	Spec          string   `json:"spec,omitempty"`
	Owner         ksID     `json:"owner,omitzero"`
	Inventory     string   `json:"inventory,omitempty"` // with the UID of each
	Source        objectID `json:"source,omitzero"`
}

// outdated says which live Kustomizations are not what the plan was made from.
func outdated(basis planner.Basis, now *ownership.Observed) []string {
	var changed []string
	for _, f := range basis.Observed {
		switch got := now.Fingerprint(f.Kustomization); {
		case got == f.Fingerprint:
		case got == "":
			changed = append(changed, fmt.Sprintf("Kustomization %s is not there any more", f.Kustomization))
		case f.Fingerprint == "":
			changed = append(changed, fmt.Sprintf("Kustomization %s is there, and was not", f.Kustomization))
		default:
			changed = append(changed, fmt.Sprintf("Kustomization %s: its spec, its inventory, or an object of that is not as it was", f.Kustomization))
		}
	}
	return changed
}

// marksOf notes the Kustomizations of the basis of a plan.
func marksOf(p *planner.Plan, now *ownership.Observed) []Mark {
	var marks []Mark
	for _, f := range p.Basis.Observed {
		marks = append(marks, markOf(f.Kustomization, fieldsSet(p, f.Kustomization), now))
	}
	return marks
}

func markOf(id ksID, own []string, now *ownership.Observed) Mark {
	i := slices.IndexFunc(now.Kustomizations, func(k ownership.ObservedKustomization) bool { return k.ID == id })
	if i < 0 {
		return Mark{Kustomization: id}
	}
	k := now.Kustomizations[i]
	spec := maps.Clone(k.RawSpec)
	for _, field := range own {
		delete(spec, strings.TrimPrefix(field, "spec."))
	}
	text, _ := json.Marshal(spec)
	inventory := ""
	for _, o := range k.Inventory {
		live, _ := now.Object(o)
		inventory += fmt.Sprintf("%q %q\n", o, live.UID)
	}
	return Mark{Kustomization: id, There: true, Deleting: k.Deleting, Spec: digest(string(text)), Owner: k.Owner,
		Inventory: digest(inventory), Source: k.Spec.Source.Object()}
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// fieldsSet lists the fields that the plan sets by hand before the change.
func fieldsSet(p *planner.Plan, k ksID) []string {
	var fields []string
	for _, s := range p.Steps() {
		if s.Target == k.Object() && s.File == "" && s.Kind != step.SwitchPath && strings.HasPrefix(s.Field, "spec.") {
			fields = append(fields, s.Field)
		}
	}
	return fields
}

// changed compares a mark with what it is now. Once the change of the plan has
// begun, Flux is at work on it: then only a deletion that the plan does not name
// is one.
func (m Mark) changed(now Mark, begun bool, goes map[objectID]bool) string {
	name := "Kustomization " + m.Kustomization.String()
	switch {
	case goes[m.Kustomization.Object()] && begun:
		return ""
	case m.There && !now.There:
		return name + " is not there any more"
	case !m.Deleting && now.Deleting:
		return name + " is being deleted"
	case begun:
		return ""
	case !m.There && now.There:
		return name + " is there, and was not"
	case m.Spec != now.Spec:
		return name + " has another spec"
	case m.Owner != now.Owner:
		return name + " has other owner labels: " + now.Owner.String()
	case m.Inventory != now.Inventory:
		return name + " has another inventory, or objects of it have another UID"
	}
	return ""
}

// drift says what is not as it was when the run began, and what the run itself
// did not bring about.
func drift(p *planner.Plan, j *Journal, now *ownership.Observed, begun bool) []string {
	var changed []string
	goes := make(map[objectID]bool)
	for _, d := range p.Deletions {
		goes[d.Object] = true
	}
	for _, s := range p.Steps() {
		if s.Deletes() {
			goes[s.Target] = true
		}
	}
	for _, m := range j.Owners {
		if why := m.changed(markOf(m.Kustomization, fieldsSet(p, m.Kustomization), now), begun, goes); why != "" {
			changed = append(changed, why)
		}
	}
	return append(changed, moved(j.Sources, now)...)
}

// moved lists the sources that are at another revision than they are to be.
func moved(expected map[objectID]string, now *ownership.Observed) []string {
	var changed []string
	for _, s := range now.Sources {
		if want, watched := expected[s.Ref.Object()]; watched && s.Revision != want {
			changed = append(changed, fmt.Sprintf("%s is at %s, and the plan is about %s", s.Ref, s.Revision, want))
		}
	}
	slices.Sort(changed)
	return changed
}

// revisionsOf notes where the sources of the Kustomizations of the basis are.
func revisionsOf(marks []Mark, now *ownership.Observed) map[objectID]string {
	all := make(map[objectID]string)
	for _, s := range now.Sources {
		if slices.ContainsFunc(marks, func(m Mark) bool { return m.Source == s.Ref.Object() }) {
			all[s.Ref.Object()] = s.Revision
		}
	}
	return all
}
