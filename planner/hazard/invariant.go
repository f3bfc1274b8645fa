package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// brokenInvariants matches FM-047: what the layout of the state after declares
// and the change does not keep, whatever protects it.
func (f *facts) brokenInvariants() []match {
	var matches []match
	for _, i := range f.to.Invariants {
		var broken []match
		switch i {
		case ownership.OneOwner:
			broken = contested(f.to)
		case ownership.Builds:
			broken = f.brokenBuilds()
		case ownership.SameAddress:
			broken = f.movedAddresses()
		}
		for _, m := range broken {
			matches = append(matches, match{code: "FM-047", group: string(i) + " " + m.because, objects: m.objects, owners: m.owners,
				because: fmt.Sprintf("invariant %s of the layout does not hold: %s", i, m.said())})
		}
	}
	return matches
}

// said gives what a match says with the object that it says it of.
func (m match) said() string {
	if strings.HasPrefix(m.because, "rendered by") {
		return m.objects[0].Display() + " is " + m.because
	}
	return m.because
}

// brokenBuilds gives what keeps a Kustomization from being applied in a state
// that the change passes or reaches.
func (f *facts) brokenBuilds() []match {
	var broken []match
	for _, d := range f.states {
		if d == f.from && f.from != f.to {
			continue
		}
		for _, m := range slices.Concat(dangling(d), cyclesOf(d), unbuildable(d)) {
			if m.severity != Warns {
				broken = append(broken, m)
			}
		}
	}
	return append(broken, f.mixedCycles()...)
}

func (f *facts) movedAddresses() []match {
	var moved []match
	for _, o := range f.sorted {
		if !f.kept(o) {
			continue
		}
		for _, c := range f.addressChanges(o) {
			moved = append(moved, match{objects: []objectID{o}, owners: f.renderers[o],
				because: fmt.Sprintf("%s of %s changes: %s → %s", c.field, o.Display(), shown(c.before), shown(c.after))})
		}
	}
	return moved
}

// broken gives one sentence for each invariant that is not kept.
func broken(matches []match) []string {
	var said []string
	for _, m := range matches {
		if !slices.Contains(said, m.because) {
			said = append(said, m.because)
		}
	}
	return said
}
