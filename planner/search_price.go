package planner

import (
	"cmp"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// price is what a remedy costs beside the change itself.
type price struct{ hand, merges, waits, edits int }

// compare puts the cheaper first: fewer merges, then fewer edits by hand, then
// fewer waits, then fewer edits in Git. On the route of commits an edit by hand
// is worse than any number of merges.
func (p price) compare(q price, route step.Route) int {
	merges, hand := cmp.Compare(p.merges, q.merges), cmp.Compare(p.hand, q.hand)
	if route == step.Commits {
		merges, hand = hand, merges
	}
	return cmp.Or(merges, hand, cmp.Compare(p.waits, q.waits), cmp.Compare(p.edits, q.edits))
}

// earlier is the price of edits one commit before the change. Where Git does
// not change otherwise, one more commit takes them out again.
func (b *builder) earlier(edits int) price {
	if b.inGit {
		return price{merges: 1, waits: 1, edits: edits}
	}
	return price{merges: 2, waits: 1, edits: 2 * edits}
}

// forgets adds the wanted deletions that somebody has to make by hand, as the
// owner does not make them any more.
func (b *builder) forgets(p price, k ksID) price {
	for _, c := range b.changes {
		if dropped(c) && slices.Contains(c.From, k) {
			p.hand++
		}
	}
	return p
}

func (b *builder) priceOfGuards(g *group) price {
	files, carried := 0, 0
	for _, c := range g.causes {
		var in []string
		for _, k := range b.fromOwners[c.object] {
			in = append(in, fileIn(b.from, k, c.object))
		}
		files += len(distinct(in))
		carried += len(b.carriedFiles(c))
	}
	p := b.earlier(files)
	if carried > 0 {
		p.merges, p.edits = p.merges+1, p.edits+2*carried
	}
	return p
}

func (b *builder) priceOfWindow(g *group) price {
	p := b.earlier(1)
	if after, _ := b.to.Kustomization(g.owner); after.Spec.Prune && b.inGit {
		p.merges, p.edits = p.merges+1, p.edits+2
	}
	return b.forgets(p, g.owner)
}

// priceOf counts a plan as a price, to tell plans apart.
func priceOf(stages []Stage) price {
	c := costOf(stages)
	p := price{merges: c.Merges, waits: c.Waits}
	for _, stage := range stages {
		for _, s := range stage.Steps {
			switch s.Kind {
			case step.Publish, step.Reconcile, step.AwaitOwned, step.AwaitQuiet, step.AwaitReady, step.SwitchPath:
			default:
				if stage.Route == step.Cluster {
					p.hand++
				} else {
					p.edits++
				}
			}
		}
	}
	return p
}
