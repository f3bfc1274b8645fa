package planner

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// noPlanFor says, where an object is lost whatever is tried, which one and by
// whom, and what would have to change; "" where none is.
func (s *search) noPlanFor(found *candidate) string {
	lost := refuted(found.doubts())
	if len(lost) == 0 {
		return ""
	}
	text := "no safe plan: whatever is tried, " + displays(objectsOf(lost)) + " can be lost"
	var barred []string
	for _, c := range lost {
		for _, g := range s.groups {
			if g.has(c) {
				barred = append(barred, g.barred...)
			}
		}
	}
	if barred = distinct(barred); len(barred) > 0 {
		text += "; one of these would have to change: " + strings.Join(barred, "; ")
	}
	return text + s.otherRoute()
}

// barred gives what was not tried as it cannot be done, and why, each once.
func (s *search) barred() []string {
	var all []string
	for _, g := range s.groups {
		all = append(all, g.barred...)
	}
	return distinct(all)
}

// otherRoute names the route that was not searched.
func (s *search) otherRoute() string {
	if s.route == step.Cluster && (s.inGit || len(s.outside) > 0) {
		return "; --route commits may know more"
	}
	return ""
}
