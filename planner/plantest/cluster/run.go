package cluster

import (
	"maps"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
)

// applyChildren is the first half of a run. A child can run with its new spec
// while its parent still applies the rest, but for what comes before it.
func (o *oracle) applyChildren(c cluster, id string) cluster {
	d := c.clone()
	k := d.ks[id]
	path, ok := o.w.Commits[k.runAt][o.tokens[k.runSpec].Spec.Path]
	if k.stage = 2; !ok || path.Failed {
		k.stage, k.runSpec, k.runAt = 0, 0, 0
	}
	d.ks[id] = k
	if k.stage == 2 {
		for _, tok := range path.Objects {
			if tok.IsKustomization() || isFirst(tok) {
				o.apply(d, id, tok)
			}
		}
	}
	return d
}

// isFirst says whether an object is applied before any Kustomization (R5.4).
func isFirst(tok worlds.Token) bool { return tok.Object.ID.Kind == "Namespace" }

func (o *oracle) finish(c cluster, id string) cluster {
	d := c.clone()
	k := d.ks[id]
	spec := o.tokens[k.runSpec].Spec
	inventory := ""
	for _, tok := range o.w.Commits[k.runAt][spec.Path].Objects {
		if !tok.IsKustomization() && !isFirst(tok) {
			o.apply(d, id, tok)
		}
		inventory += tok.Object.ID.String() + " "
	}
	if spec.Prune {
		for _, old := range strings.Fields(k.inventory) {
			if !slices.Contains(strings.Fields(inventory), old) {
				o.deleteIf(d, id, old)
			}
		}
	}
	k = d.ks[id] // it may have applied or deleted itself
	k.inventory, k.stage, k.runSpec, k.runAt = inventory, 0, 0, 0
	d.ks[id] = k
	return d
}

func (o *oracle) apply(d cluster, owner string, tok worlds.Token) {
	id, traits := tok.Object.ID.String(), tok.Object.Traits
	_, exists := d.live[id]
	switch {
	case traits.ReconcileDisabled, traits.SSA == "Ignore", traits.SSA == "IfNotPresent" && exists:
		return
	}
	d.live[id] = thing{label: owner, guard: traits.PruneDisabled}
	if tok.IsKustomization() {
		k := d.ks[id]
		k.spec = o.tokenNumber(tok)
		d.ks[id] = k
	}
}

func (o *oracle) deleteIf(d cluster, owner, id string) {
	if x, ok := d.live[id]; ok && x.label == owner && !x.guard {
		o.end(d, id)
	}
}

// end deletes an object and, with a namespace or a CRD, what goes with it.
func (o *oracle) end(d cluster, id string) {
	if o.should[id] {
		o.lost[id] = true
	}
	if k, ok := d.ks[id]; ok {
		k.deleting = true
		d.ks[id] = k
		return // it is there until its finalizer ran
	}
	delete(d.live, id)
	object, _ := ownership.ParseObjectID(id)
	for _, other := range slices.Sorted(maps.Keys(d.live)) {
		x, _ := ownership.ParseObjectID(other)
		if object.Kind == "Namespace" && x.Namespace == object.Name || object.Kind == "CRD" && x.Kind == object.Name {
			o.end(d, other)
		}
	}
}

func (o *oracle) finalize(c cluster, id string) cluster {
	d := c.clone()
	k := d.ks[id]
	spec := o.tokens[k.spec].Spec
	deletes := spec.Prune
	switch spec.DeletionPolicy {
	case "Delete", "WaitForTermination":
		deletes = true
	case "Orphan":
		deletes = false
	}
	delete(d.ks, id)
	delete(d.live, id)
	if deletes && !spec.Suspend {
		for _, old := range strings.Fields(k.inventory) {
			o.deleteIf(d, id, old)
		}
	}
	return d
}
