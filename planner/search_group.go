package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// group is all that one owner can lose, and what can be done about it. Objects
// that no Kustomization of the state before deletes have a group each.
type group struct {
	owner   ksID
	causes  []cause         // at their roots
	objects setOf[objectID] // what they end, what goes along included
	options []option        // cheapest first; the first is to do nothing
	at      int             // the option that is tried
	best    int             // the first of those that came farthest
	came    verdict.Verdict // how far; "" before anything was tried
	barred  []string        // sentences: what cannot be done, and why
}

// option is a remedy and its price for one group.
type option struct {
	remedy
	price price
}

// groups puts causes together by who deletes. What a step of every plan takes
// care of already is left out.
func (b *builder) groups() []*group {
	var all []*group
	for _, c := range b.causes {
		root := b.atItsRoot(c)
		if !b.chosen.suspend[root.by] { // else it neither prunes nor finalizes (P5)
			all = add(all, c, root)
		}
	}
	slices.SortStableFunc(all, func(x, y *group) int { return x.owner.Compare(y.owner) })
	for _, g := range all {
		b.setOptions(g)
	}
	return all
}

func add(all []*group, c, root cause) []*group {
	i := slices.IndexFunc(all, func(g *group) bool {
		return g.owner == root.by && (root.by != (ksID{}) || g.causes[0].object == root.object)
	})
	if i < 0 {
		i, all = len(all), append(all, &group{owner: root.by, objects: setOf[objectID]{}})
	}
	g := all[i]
	g.objects[c.object], g.objects[root.object] = true, true
	if !slices.ContainsFunc(g.causes, func(d cause) bool { return d.compare(root) == 0 }) {
		g.causes = append(g.causes, root)
	}
	return all
}

// setOptions finds what can be done about a group, cheapest first. On the
// route of commits an edit by hand is the last resort, and where that route was
// asked for by name it is one only where no commit can do anything.
func (b *builder) setOptions(g *group) {
	g.options = []option{{remedy: doNothing}}
	if b.route == step.Commits {
		b.addOptions(g, gitRemedies)
	}
	if b.in.Route != step.Commits || len(g.options) == 1 {
		b.addOptions(g, liveRemedies)
	}
	slices.SortStableFunc(g.options, func(x, y option) int { return x.price.compare(y.price, b.route) })
}

func (b *builder) addOptions(g *group, remedies []remedy) {
	for _, r := range remedies {
		why, fits := r.fits(b, g)
		switch {
		case fits:
			g.options = append(g.options, option{r, r.price(b, g)})
		case why != "":
			g.barred = append(g.barred, why)
		}
	}
}

// causesOfModel makes causes of what only the model loses.
func (b *builder) causesOfModel() {
	known := make(map[objectID]bool)
	for _, c := range b.causes {
		known[c.object] = true
	}
	for _, r := range b.plan.Naive.AtRisk {
		if !known[r.Object] {
			b.causes = append(b.causes, b.causeOf(r.Object, r.By, r.How))
		}
	}
	slices.SortStableFunc(b.causes, cause.compare)
}

func (b *builder) causeOf(o objectID, by ksID, how hazard.How) cause {
	c := cause{object: o, by: by, how: how}
	if how == hazard.ByFinalizer {
		c.via = by.Object()
	}
	return c
}

// ends gives the objects of the causes, each once, sorted.
func (g *group) ends() []objectID {
	set := setOf[objectID]{}
	for _, c := range g.causes {
		set[c.object] = true
	}
	return set.sorted()
}

func (g *group) isPruned() bool {
	return slices.ContainsFunc(g.causes, func(c cause) bool { return c.how == hazard.ByPrune })
}

// raise moves on to the next option, if there is one. On the route of commits
// nothing is done by hand because a commit that may well do was not decided.
func (g *group) raise(route step.Route) bool {
	if g.at+1 >= len(g.options) {
		return false
	}
	if next := g.options[g.at+1]; route == step.Commits && next.price.hand > 0 && g.options[g.at].price.hand == 0 && g.came == verdict.Unknown {
		return false
	}
	g.at++
	return true
}

// asIs says whether nothing is done about the group.
func (g *group) asIs() bool { return g.options[g.at].name == asIs }

func (g *group) words(b *builder) string { return g.options[g.at].words(b, g) }
