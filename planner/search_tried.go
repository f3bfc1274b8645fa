package planner

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// note keeps a candidate that is not the plan, with the shortest story that
// refutes it.
func (s *search) note(c *candidate, doubts []proof.Component) {
	a := attempt{stages: c.plan.Stages, price: priceOf(c.plan.Stages), Candidate: Candidate{What: s.what(), Cost: costOf(c.plan.Stages), Verdict: verdict.Unknown}}
	lost := refuted(doubts)
	switch {
	case len(lost) > 0:
		a.Verdict, a.Reason, a.Story = verdict.Refuted, "it can lose "+displays(objectsOf(lost)), s.shortest(lost)
	case len(doubts) > 0:
		d := doubts[0]
		a.Reason = "not decided: " + displays(d.Objects) + ": " + cmp.Or(d.Why, mixed)
	default:
		a.Reason = c.short
	}
	s.tried = append(s.tried, a)
}

func objectsOf(all []proof.Component) []objectID {
	set := setOf[objectID]{}
	for _, c := range all {
		for _, o := range c.Objects {
			set[o] = true
		}
	}
	return set.sorted()
}

func (s *search) shortest(lost []proof.Component) []hazard.Line {
	var best []proof.Line
	for _, c := range lost {
		if len(c.Story) > 0 && (best == nil || len(c.Story) < len(best)) {
			best = c.Story
		}
	}
	return s.story(best)
}

// what says what a candidate does about what can be lost.
func (s *search) what() string {
	var words []string
	for _, g := range s.groups {
		if !g.asIs() {
			words = append(words, g.words(s.builder))
		}
	}
	if len(words) == 0 {
		return "the change as it is"
	}
	const most = 3
	if rest := len(words) - most; rest > 0 {
		words = append(words[:most], "and "+count(rest, "thing", "things")+" more of the kind")
	}
	return strings.Join(words, "; ")
}

// cheaper gives what was tried and costs no more than the plan, cheapest first.
func (s *search) cheaper(found *candidate) []Candidate {
	all := slices.Clone(s.tried)
	if most := priceOf(found.plan.Stages); len(found.doubts()) == 0 {
		all = slices.DeleteFunc(all, func(a attempt) bool { return a.price.compare(most, s.route) > 0 })
	}
	all = slices.DeleteFunc(all, func(a attempt) bool { return reflect.DeepEqual(a.stages, found.plan.Stages) })
	slices.SortStableFunc(all, func(x, y attempt) int { return x.price.compare(y.price, s.route) })
	var tried []Candidate
	for _, a := range all {
		tried = append(tried, a.Candidate)
	}
	return tried
}
