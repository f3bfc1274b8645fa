package planner

import (
	"cmp"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// deletions names every wanted deletion, dependants first.
func (b *builder) deletions() []Deletion {
	var all []Deletion
	for _, c := range b.changes {
		k, isKs := c.Object.AsKustomization()
		switch {
		case isKs && b.chosen.removed[k]:
			all = append(all, b.removalOf(c.Object, k))
		case dropped(c) && !b.isGuarded(c.Object):
			all = append(all, b.deletionOf(c))
		default:
			if by := b.mayPruneFirst(c); by != (ksID{}) {
				all = append(all, b.deletionByOldSpec(c, by))
			}
		}
	}
	return b.dependantsFirst(all)
}

// mayPruneFirst gives an owner that lets go of an orphaned object once it has
// its new spec, and may run the new files with its old one before, which deletes
// the object (R2.3, H4). None of other objects, and where the plan keeps it from that.
func (b *builder) mayPruneFirst(c ownership.Change) ksID {
	if c.Kind != ownership.Orphaned || b.isGuarded(c.Object) || b.guardedBefore(c) {
		return ksID{}
	}
	for _, k := range c.From {
		_, stays := b.to.Kustomization(k)
		r := b.chosen
		if stays && !r.suspend[k] && !r.stub[k] && !r.window[k] && !r.late[k] && b.hasPruningView(k, c.Object) {
			return k
		}
	}
	return ksID{}
}

// hasPruningView says whether some run of the Kustomization deletes the object, in
// whose cluster it is: with a kubeConfig it looks in another one (R8.7).
func (b *builder) hasPruningView(k ksID, o objectID) bool {
	return slices.ContainsFunc(b.views[k], func(v ownership.View) bool {
		_, renders := v.Render.Find(o)
		return !renders && v.Spec.Prunes() && v.Spec.Cluster == o.Cluster && v.Render.Builds()
	})
}

// guardedBefore says whether every owner guards the object before the change.
func (b *builder) guardedBefore(c ownership.Change) bool {
	return !slices.ContainsFunc(c.From, func(k ksID) bool {
		before, _ := b.from.Kustomization(k)
		o, _ := before.Render.Find(c.Object)
		return !o.Traits.Guarded()
	})
}

// deletionByOldSpec names an object that is deleted in some orders of events
// only: a person has to agree to that as well.
func (b *builder) deletionByOldSpec(c ownership.Change, by ksID) Deletion {
	return Deletion{Object: c.Object, Protected: b.protected(c.Object), By: by, How: hazard.ByPrune, Takes: b.takes(c.Object),
		Because: "only " + b.from.Name + " has it, and " + by.String() + " may run the new files with its old spec, which prunes it, before it has the new one, which " +
			"leaves it in the cluster (R2.3); to keep it for sure, publish the new spec first, and take the object out when that is in force"}
}

func (b *builder) removalOf(o objectID, k ksID) Deletion {
	d := Deletion{Object: o, Protected: b.protected(o), Because: "only " + b.from.Name + " declares it, and a step of the plan removes it"}
	before, _ := b.from.Kustomization(k)
	if b.keptSuspended(k) {
		d.Because += "; it is suspended, so all that its inventory holds stays behind: to have that deleted, look at the inventory, resume it, and remove it then"
	}
	if before.Spec.FinalizerDeletes() && !b.chosen.suspend[k] && !b.chosen.orphan[k] && !b.chosen.stub[k] {
		d.Takes = b.takes(o)
	}
	return d
}

func (b *builder) deletionOf(c ownership.Change) Deletion {
	d := Deletion{Object: c.Object, Protected: b.protected(c.Object), By: b.deleter(c)}
	if k, ok := c.Object.AsKustomization(); !ok || !(b.chosen.orphan[k] || b.chosen.stub[k]) {
		d.Takes = b.takes(c.Object)
	}
	_, stays := b.to.Kustomization(d.By)
	switch {
	case d.By == (ksID{}):
		d.Because = "only " + b.from.Name + " has it, and the protection makes " + names(c.From) + " forget it instead of deleting it"
	case stays:
		d.How = hazard.ByPrune
		d.Because = "only " + b.from.Name + " has it, and " + d.By.String() + " prunes what it no longer renders"
	default:
		d.How = hazard.ByFinalizer
		d.Because = "only " + b.from.Name + " has it, and it goes with " + d.By.String() + ", which goes too"
	}
	if x, there := b.seen(d.By); there && !slices.Contains(x.Inventory, c.Object) {
		d.Because = "only " + b.from.Name + " has it, and the live inventory of " + d.By.String() + " lacks it: it stays behind without an owner, unless " +
			d.By.String() + " applies " + b.from.Name + " once more before the change"
	}
	switch hint := (ownership.Move{From: c.Object, To: c.Other}); {
	case slices.Contains(b.to.Moved, hint):
		d.Because += "; the layout says that it becomes " + c.Other.Display()
	case c.Kind == ownership.Renamed:
		d.Because += "; its file now makes " + c.Other.Display()
	}
	return d
}

// takes counts what goes with an object that should not live either.
func (b *builder) takes(o objectID) int {
	if k, ok := o.AsKustomization(); ok {
		ks, _ := b.from.Kustomization(k)
		return b.goingOf(ks.Render.Objects, func(ownership.Object) bool { return true })
	}
	defines := b.defines(o)
	if o.Kind != "Namespace" && defines == (ownership.GroupKind{}) {
		return 0
	}
	n := 0
	for _, k := range b.from.Kustomizations {
		n += b.goingOf(k.Render.Objects, func(x ownership.Object) bool {
			inNamespace := o.Kind == "Namespace" && o.Group == "" && x.ID.Namespace == o.Name && x.ID.Cluster == o.Cluster
			return inNamespace || (ownership.GroupKind{Group: x.ID.Group, Kind: x.ID.Kind} == defines && x.ID.Cluster == o.Cluster)
		})
	}
	return n
}

func (b *builder) goingOf(objects []ownership.Object, is func(ownership.Object) bool) int {
	n := 0
	for _, x := range objects {
		if _, stays := b.toOwners[x.ID]; is(x) && !stays {
			n++
		}
	}
	return n
}

func (b *builder) defines(o objectID) ownership.GroupKind {
	for _, k := range b.fromOwners[o] {
		ks, _ := b.from.Kustomization(k)
		if object, ok := ks.Render.Find(o); ok {
			return object.Defines
		}
	}
	return ownership.GroupKind{}
}

// dependantsFirst orders deletions so that whoever needs a thing goes before
// it: users of an object, what lies in a Namespace, what a
// CustomResourceDefinition serves, what a Kustomization holds.
func (b *builder) dependantsFirst(all []Deletion) []Deletion {
	depths := b.depths()
	slices.SortFunc(all, func(x, y Deletion) int {
		return cmp.Or(cmp.Compare(depths[y.By], depths[x.By]), x.Object.Compare(y.Object))
	})
	users := b.users(all)
	byID := make(map[objectID]Deletion, len(all))
	for _, d := range all {
		byID[d.Object] = d
	}
	var ordered []Deletion
	var visit func(objectID)
	visit = func(o objectID) {
		d, pending := byID[o]
		if !pending {
			return
		}
		delete(byID, o)
		for _, u := range users[o] {
			visit(u)
		}
		ordered = append(ordered, d)
	}
	for _, d := range all {
		visit(d.Object)
	}
	return ordered
}

// users maps an object to those that must go before it.
func (b *builder) users(all []Deletion) map[objectID][]objectID {
	users := make(map[objectID][]objectID)
	served := make(map[ownership.GroupKind]objectID)
	for _, d := range all {
		if g := b.defines(d.Object); g != (ownership.GroupKind{}) {
			served[g] = d.Object
		}
	}
	for _, d := range all {
		o := d.Object
		if o.Namespace != "" {
			ns := objectID{Cluster: o.Cluster, Kind: "Namespace", Name: o.Namespace}
			users[ns] = append(users[ns], o)
		}
		if crd, ok := served[ownership.GroupKind{Group: o.Group, Kind: o.Kind}]; ok {
			users[crd] = append(users[crd], o)
		}
		for _, k := range b.fromOwners[o] {
			users[k.Object()] = append(users[k.Object()], o)
			ks, _ := b.from.Kustomization(k)
			object, _ := ks.Render.Find(o)
			for _, u := range object.Uses {
				users[u.Object] = append(users[u.Object], o)
			}
		}
	}
	return users
}

// depths counts the longest chain of dependsOn below each Kustomization of
// From. An edge that closes a cycle counts nothing.
func (b *builder) depths() map[ksID]int {
	depths := make(map[ksID]int)
	var visit func(ksID) int
	visit = func(k ksID) int {
		if depth, seen := depths[k]; seen {
			return depth
		}
		depths[k] = 0
		ks, _ := b.from.Kustomization(k)
		deepest := 0
		for _, d := range ks.Spec.DependsOn {
			deepest = max(deepest, 1+visit(d.On))
		}
		depths[k] = deepest
		return deepest
	}
	for _, k := range b.from.Kustomizations {
		visit(k.ID)
	}
	return depths
}
