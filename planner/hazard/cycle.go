package hazard

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// edges are dependsOn, each list sorted.
type edges map[ksID][]ksID

func edgesOf(states ...*ownership.Desired) edges {
	e := make(edges)
	for _, d := range states {
		for _, k := range d.Kustomizations {
			for _, dep := range k.Spec.DependsOn {
				e[k.ID] = append(e[k.ID], dep.On)
			}
		}
	}
	for k := range e {
		e[k] = unique(e[k])
	}
	return e
}

// cycles gives, for each Kustomization that is the smallest of some circle,
// the shortest circle through it and only larger ones.
func (e edges) cycles() [][]ksID {
	var found [][]ksID
	for _, start := range sortedKeys(e) {
		if c := e.shortestFrom(start); c != nil {
			found = append(found, c)
		}
	}
	return found
}

// shortestFrom searches breadth first for the way back to the start.
func (e edges) shortestFrom(start ksID) []ksID {
	came := make(map[ksID]ksID)
	for queue := []ksID{start}; len(queue) > 0; queue = queue[1:] {
		for _, next := range e[queue[0]] {
			if next == start {
				path := []ksID{queue[0]}
				for path[0] != start {
					path = append([]ksID{came[path[0]]}, path...)
				}
				return path
			}
			if _, ok := came[next]; !ok && next.Compare(start) > 0 {
				came[next] = queue[0]
				queue = append(queue, next)
			}
		}
	}
	return nil
}

func cyclesOf(d *ownership.Desired) []match {
	var matches []match
	for _, c := range edgesOf(d).cycles() {
		matches = append(matches, cycleMatch(c, "in "+d.Name))
	}
	return matches
}

func cycleMatch(c []ksID, where string) match {
	m := match{code: "FM-014", owners: c, group: strings.Join(namesOf(c), " "), key: strings.Join(namesOf(c), " ")}
	for _, k := range c {
		m.objects = append(m.objects, k.Object())
	}
	m.because = where + ": " + strings.Join(namesOf(append(slices.Clone(c), c[0])), " dependsOn ")
	return m
}

// mixedCycles matches FM-014 for circles that only old edges of some
// Kustomizations and new edges of others close (R1.6): specs change one by one.
func (f *facts) mixedCycles() []match {
	known := make(map[string]bool)
	for _, d := range []*ownership.Desired{f.from, f.to} {
		for _, m := range cyclesOf(d) {
			known[m.key] = true
		}
	}
	var matches []match
	for _, c := range edgesOf(f.states...).cycles() {
		if m := cycleMatch(c, "while some have their old spec and others their new one"); !known[m.key] {
			matches = append(matches, m)
		}
	}
	return matches
}
