package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// skippedRevision matches FM-016: going through the states one by one loses
// nothing of an object, but a cluster that skips one loses it.
func (f *facts) skippedRevision(losses []*end) []match {
	if len(losses) == 0 || len(f.states) < 3 || !f.inOneLine() {
		return nil
	}
	safe := f.lostOnlyBySkipping(losses)
	var matches []match
	for _, e := range losses {
		if !safe[e.object] {
			continue
		}
		what := f.mustFetch(e.object)
		matches = append(matches, match{code: "FM-016", severity: Loses, group: what, example: e,
			objects: []objectID{e.object}, owners: f.concerned(head(f, e)),
			because: fmt.Sprintf("nothing is lost if every cluster gets through %s first; one that goes from %s to %s at once is not protected",
				what, f.from.Name, f.to.Name)})
	}
	return matches
}

func (f *facts) inOneLine() bool {
	for i := 1; i < len(f.states); i++ {
		if !f.states[i-1].At.NotAfter(f.states[i].At) {
			return false
		}
	}
	return true
}

// lostOnlyBySkipping gives the lost objects that no single step ends.
func (f *facts) lostOnlyBySkipping(losses []*end) map[objectID]bool {
	safe := make(map[objectID]bool)
	for _, e := range losses {
		safe[e.object] = true
	}
	for i := 1; i < len(f.states); i++ {
		step := f.between(f.states[i-1], f.states[i])
		for o := range safe {
			safe[o] = safe[o] && len(step.ends[o]) == 0
		}
	}
	return safe
}

// mustFetch names the one state between that suffices, or else all of them.
func (f *facts) mustFetch(o objectID) string {
	var names []string
	for _, d := range f.states[1 : len(f.states)-1] {
		if len(f.between(f.from, d).ends[o]) == 0 && len(f.between(d, f.to).ends[o]) == 0 {
			return d.Name
		}
		names = append(names, d.Name)
	}
	return strings.Join(names, ", then ")
}

// between gives the facts of one step between two states of the transition,
// with its mixed views only. The answers are kept.
func (f *facts) between(a, b *ownership.Desired) *facts {
	key := [2]ownership.Position{a.At, b.At}
	if f.steps[key] == nil {
		t := &ownership.Transition{From: a, To: b}
		for _, v := range f.t.Mixed {
			specs := []ownership.Position{a.At, b.At}
			artifacts := []int{a.At.Commit, b.At.Commit}
			if slices.Contains(specs, v.SpecAt) && slices.Contains(artifacts, v.ArtifactAt) {
				t.Mixed = append(t.Mixed, v)
			}
		}
		if f.steps == nil {
			f.steps = make(map[[2]ownership.Position]*facts)
		}
		f.steps[key] = newFacts(t, nil)
	}
	return f.steps[key]
}
