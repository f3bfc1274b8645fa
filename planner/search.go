package planner

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// search looks for the cheapest stages that the model proves.
//
// Every owner that can lose something has its options, cheapest first. The
// first candidate takes the first of each. Where the model loses an object, or
// cannot decide it, whoever deletes it moves on to its next option, and nobody
// else: one candidate after the other, no cross product. The first candidate
// that is proved is the plan. That it is the cheapest rests on one thing: what
// does not keep an object while others do less does not keep it while they do
// more.
type search struct {
	*builder
	groups []*group
	purse  *purse
	tried  []attempt
}

// candidate is a plan with one option for every group.
type candidate struct {
	*builder        // with a plan and remedies of its own
	short    string // what speaks against it beside the model
}

// attempt is a candidate as the document has it.
type attempt struct {
	Candidate
	price  price
	stages []Stage
}

func (b *builder) search() {
	s := b.newSearch()
	if s == nil {
		return
	}
	found := s.run()
	b.chosen, b.plan = found.chosen, found.plan
	b.plan.Tried, b.plan.Barred, b.noPlan = s.cheaper(found), s.barred(), s.noPlanFor(found)
}

// newSearch gives the groups their options; nil where there is nothing to
// arrange.
func (b *builder) newSearch() *search {
	b.chosen = noRemedies()
	b.refuseBroken()
	b.chooseRemovals()
	b.causesOfModel()
	for _, c := range b.causes {
		if why := b.noRemedy(c); why != "" {
			b.refuse(why)
		}
	}
	if !b.canArrange() {
		b.plan.Assumptions = b.assumptions()
		return nil
	}
	if b.in.Prover.Answers == nil {
		prover := *b.in.Prover
		prover.Answers = proof.NewAnswers()
		b.in.Prover = &prover
	}
	return &search{builder: b, groups: b.groups(), purse: newPurse(b.in.Prover.Budget)}
}

// run tries candidates until one is proved, or nobody can do more.
func (s *search) run() *candidate {
	if len(s.open) > 0 { // nothing is proved then, whatever is tried
		return s.farthest()
	}
	for {
		c := s.lay()
		if !s.isNaive() {
			c.ask(s.purse, len(s.groups) == 0)
		} else {
			c.plan.Proofs.Plan = s.plan.Proofs.Naive
		}
		doubts := c.doubts()
		if len(doubts) == 0 {
			if c.short = s.flaw(c); c.short == "" {
				return c
			}
		} else {
			s.remember(doubts)
		}
		s.note(c, doubts)
		if s.purse.isEmpty() || s.context().Err() != nil || !s.raise(doubts) {
			return s.farthest()
		}
	}
}

// lay lays out the stages of the options that the groups are at.
func (s *search) lay() *candidate {
	b, plan := *s.builder, *s.builder.plan
	c := &candidate{builder: &b}
	c.plan = &plan
	c.chosen = noRemedies()
	c.chooseRemovals()
	for _, g := range s.groups {
		g.options[g.at].apply(c.builder, g)
	}
	c.removeForgotten()
	plan.Assumptions = c.assumptions()
	c.arrange()
	return c
}

// isNaive says whether the candidate does nothing but make the change and look,
// so that the answer for the change as it is holds for it.
func (s *search) isNaive() bool {
	if len(s.groups) == 0 || s.inGit && len(s.outside) > 0 || len(s.chosen.removed) > 0 {
		return false
	}
	return !slices.ContainsFunc(s.groups, func(g *group) bool { return !g.asIs() })
}

// flaw says what speaks against a candidate that the model proves: its edits
// cannot be made, or Validate does not find the stages in order. "" is nothing.
func (s *search) flaw(c *candidate) string {
	if s.isNaive() {
		return "the rules find a loss that the model does not know"
	}
	b, plan := *c.builder, *c.plan
	plan.Unknowns, b.open, b.plan = slices.Clone(plan.Unknowns), slices.Clone(b.open), &plan
	if b.write(); len(b.open) > 0 {
		return b.open[0].Subject + ": " + b.open[0].Why
	}
	b.judge()
	b.finish()
	if err := Validate(b.plan, s.in); err != nil {
		return "the model loses nothing, but another reading of the stages does not find them in order: " + firstLine(err.Error())
	}
	return ""
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// remember notes for each group how far its option came.
func (s *search) remember(doubts []proof.Component) {
	lost := len(refuted(doubts)) > 0
	for _, g := range s.groups {
		came := verdict.Proved
		for _, d := range doubts {
			switch {
			case !g.has(d):
			case len(refuted([]proof.Component{d})) > 0:
				came = verdict.Refuted
			case came == verdict.Proved:
				came = verdict.Unknown
			}
		}
		if came == verdict.Unknown && lost {
			continue // perhaps it was not asked
		}
		if g.came == "" || verdict.Worst(g.came, came) == g.came && g.came != came {
			g.came, g.best = came, g.at
		}
	}
}

func (g *group) has(c proof.Component) bool {
	return slices.ContainsFunc(slices.Concat(c.Objects, c.Takes), func(o objectID) bool { return g.objects[o] })
}

// raise moves on whoever loses what is in doubt. What is lost for certain comes
// first: then the rest may not have been asked about.
func (s *search) raise(doubts []proof.Component) bool {
	if len(doubts) == 0 { // refused by another reading
		return slices.ContainsFunc(s.groups, func(g *group) bool { return g.raise(s.route) })
	}
	if lost := refuted(doubts); len(lost) > 0 {
		doubts = lost
	} else if slices.ContainsFunc(doubts, s.isNobodys) {
		return false // it stays undecided, whatever is done
	}
	moved := make(map[*group]bool)
	for _, d := range doubts {
		all := slices.DeleteFunc(slices.Clone(s.groups), func(g *group) bool { return !g.has(d) })
		if by := deleterIn(d.Story); by != (ksID{}) {
			all = s.blamed(all, d, by)
		}
		if !slices.ContainsFunc(all, func(g *group) bool { return moved[g] }) {
			s.raiseOne(all, moved)
		}
	}
	return len(moved) > 0
}

// isNobodys says whether no group has what a component speaks for.
func (s *search) isNobodys(c proof.Component) bool {
	return !slices.ContainsFunc(s.groups, func(g *group) bool { return g.has(c) })
}

// raiseOne moves on one of the groups: the first that does something already,
// else the first.
func (s *search) raiseOne(all []*group, moved map[*group]bool) {
	slices.SortStableFunc(all, func(x, y *group) int {
		switch {
		case x.asIs() == y.asIs():
			return 0
		case y.asIs():
			return -1
		}
		return 1
	})
	for _, g := range all {
		if g.raise(s.route) {
			moved[g] = true
			return
		}
	}
}

// blamed puts the group of who deletes first. One that nobody expected to
// delete the object gets a group.
func (s *search) blamed(all []*group, d proof.Component, by ksID) []*group {
	if i := slices.IndexFunc(all, func(g *group) bool { return g.owner == by }); i >= 0 && all[i].at+1 < len(all[i].options) {
		return all[i : i+1]
	}
	if len(all) > 0 || slices.ContainsFunc(s.groups, func(g *group) bool { return g.owner == by }) {
		return all
	}
	how := hazard.ByPrune
	if d.Story[len(d.Story)-1].Rule == "R0.3" {
		how = hazard.ByFinalizer
	}
	g := &group{owner: by, objects: setOf[objectID]{}}
	for _, o := range d.Objects {
		g.objects[o] = true
		g.causes = append(g.causes, s.causeOf(o, by, how))
	}
	s.setOptions(g)
	s.groups = append(s.groups, g)
	return []*group{g}
}

// deleterIn gives the Kustomization that ends the object in a story.
func deleterIn(story []proof.Line) ksID {
	if len(story) == 0 {
		return ksID{}
	}
	by, _ := ownership.ParseKustomizationID(story[len(story)-1].Actor)
	return by
}

// farthest gives what is shown where nothing is proved, asked about in full: what
// the rules propose, and if the model loses something under that, the candidate
// in which every group is at the option that came farthest.
func (s *search) farthest() *candidate {
	if c := s.proposal(); c != nil {
		if c.ask(s.purse, true); len(s.open) > 0 || len(refuted(c.doubts())) == 0 {
			return c
		}
	}
	for _, g := range s.groups {
		g.at = g.best
	}
	c := s.lay()
	c.ask(s.purse, true)
	return c
}

// proposal lays out what the rules alone would do; nil where they know nothing.
func (s *search) proposal() *candidate {
	b, plan := *s.builder, *s.builder.plan
	b.plan = &plan
	if b.propose(); len(plan.Stages) == 0 {
		return nil
	}
	return &candidate{builder: &b}
}
