package cluster

import (
	"maps"
	"slices"
)

func (o *oracle) events(c cluster) {
	for next := c.artifact + 1; next < len(o.w.Commits); next++ { // any may be skipped
		d := c.clone()
		d.artifact = next
		o.visit(d)
	}
	if c.sw+1 < len(o.w.Roots) {
		o.visit(o.flip(c))
	}
	for _, id := range slices.Sorted(maps.Keys(c.ks)) {
		k := c.ks[id]
		switch {
		case k.stage == 1:
			o.visit(o.applyChildren(c, id))
		case k.stage == 2:
			o.visit(o.finish(c, id))
		case k.deleting:
			o.visit(o.finalize(c, id))
		case !o.tokens[k.spec].Spec.Suspend:
			d := c.clone()
			k.stage, k.runSpec, k.runAt = 1, k.spec, c.artifact
			d.ks[id] = k
			o.visit(d)
		}
	}
}

// flip is what happens outside Git.
func (o *oracle) flip(c cluster) cluster {
	d := c.clone()
	d.sw++
	for _, tok := range o.w.Roots[d.sw-1] {
		id := tok.Object.ID.String()
		if _, stays := o.w.Roots[d.sw][tok.Object.ID.Name]; !stays {
			k := d.ks[id]
			k.deleting = true
			d.ks[id] = k
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.w.Roots[d.sw])) {
		tok := o.w.Roots[d.sw][name]
		k := d.ks[tok.Object.ID.String()]
		k.spec = o.tokenNumber(tok)
		d.ks[tok.Object.ID.String()] = k
	}
	return d
}
