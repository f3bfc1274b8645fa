package cluster

import (
	"maps"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
)

// starts gives the clusters that may be there when all is quiet at the first
// commit: a contested label is anyone's who can take it.
func (o *oracle) starts() []cluster {
	c := cluster{ks: map[string]kust{}, live: map[string]thing{}}
	claims := map[string][]thing{}
	firm := map[string]bool{}
	var queue []worlds.Token
	add := func(tok worlds.Token, owner string) {
		id := tok.Object.ID.String()
		if owner != "" {
			t := tok.Object.Traits
			skip := t.ReconcileDisabled || t.SSA != ""
			guard := t.PruneDisabled && !t.ReconcileDisabled && t.SSA != "Ignore"
			if !skip && !firm[id] {
				claims[id], firm[id] = nil, true
			}
			if skip != firm[id] {
				claims[id] = append(claims[id], thing{label: owner, guard: guard})
			}
		}
		if _, known := c.ks[id]; !known && tok.IsKustomization() {
			c.ks[id] = kust{spec: o.tokenNumber(tok)}
			queue = append(queue, tok)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.w.Roots[0])) {
		add(o.w.Roots[0][name], "")
	}
	for ; len(queue) > 0; queue = queue[1:] { // level by level, as worlds.State does
		id := queue[0].Object.ID.String()
		k := c.ks[id]
		if path, ok := o.w.Commits[0][queue[0].Spec.Path]; ok && !path.Failed {
			for _, child := range path.Objects {
				k.inventory += child.Object.ID.String() + " "
				add(child, id)
			}
		}
		c.ks[id] = k
	}
	all := []cluster{c}
	for _, id := range slices.Sorted(maps.Keys(claims)) {
		var next []cluster
		for _, c := range all {
			for _, claim := range claims[id] {
				d := c.clone()
				d.live[id] = claim
				next = append(next, d)
			}
		}
		all = next
	}
	return all
}

func (c cluster) clone() cluster {
	c.ks, c.live = maps.Clone(c.ks), maps.Clone(c.live)
	return c
}
