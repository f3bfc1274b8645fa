package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// concern is what a transition changes: a difference between cluster and From
// matters where it bears on that, or on an object that should live.
type concern struct {
	// everything: From and To are the same. Then the question is whether the
	// cluster is what they say.
	everything     bool
	objects        setOf[objectID] // their owners change, or whether they exist; and what can be lost
	kustomizations setOf[ksID]     // those of these objects, those whose spec changes, and all above them
}

func (c *concern) object(o objectID) bool    { return c.everything || c.objects[o] }
func (c *concern) kustomization(k ksID) bool { return c.everything || c.kustomizations[k] }

func (c *concern) add(owners []ksID) {
	for _, k := range owners {
		c.kustomizations[k] = true
	}
}

func (b *builder) concernOf() *concern {
	c := &concern{objects: setOf[objectID]{}, kustomizations: setOf[ksID]{}}
	for _, change := range b.changes {
		if change.Kind == ownership.Kept || change.Kind == ownership.Contested && slices.Equal(change.From, change.To) {
			continue
		}
		c.objects[change.Object] = true
		c.add(slices.Concat(change.From, change.To))
	}
	for _, cause := range b.causes {
		c.objects[cause.object] = true
		c.add(slices.Concat(b.fromOwners[cause.object], b.toOwners[cause.object]))
		if cause.by != (ksID{}) {
			c.add([]ksID{cause.by})
		}
	}
	for o := range c.objects {
		if k, ok := o.AsKustomization(); ok {
			c.add([]ksID{k})
		}
	}
	c.addSpecs(b.from, b.to)
	c.addHolders(b.in.Observed)
	c.addParents(b.from, b.to)
	c.everything = len(c.objects) == 0 && len(c.kustomizations) == 0 && !differInGit(b.from, b.to)
	return c
}

func (c *concern) addSpecs(from, to *ownership.Desired) {
	for _, before := range from.Kustomizations {
		if after, stays := to.Kustomization(before.ID); stays && before.Spec.Digest != after.Spec.Digest {
			c.kustomizations[before.ID] = true
		}
	}
}

func (c *concern) addHolders(live *ownership.Observed) {
	if live == nil {
		return
	}
	for _, k := range live.Kustomizations {
		if slices.ContainsFunc(k.Inventory, func(o objectID) bool { return c.objects[o] }) {
			c.kustomizations[k.ID] = true
		}
	}
}

func (c *concern) addParents(states ...*ownership.Desired) {
	for again := true; again; {
		known := len(c.kustomizations)
		for _, d := range states {
			for _, k := range d.Kustomizations {
				if c.kustomizations[k.ID] {
					c.add(k.Parents)
				}
			}
		}
		again = len(c.kustomizations) > known
	}
}

// bears says whether something that a live unknown is about bears on the
// transition. What was read all the same is known.
func (b *builder) bears(u ownership.Unknown) bool {
	c := b.concern
	if c.everything {
		return true
	}
	if len(c.objects) == 0 && len(c.kustomizations) == 0 {
		return false
	}
	place, ok := ownership.PlaceOf(u.Subject)
	if !ok {
		return true
	}
	for o := range c.objects {
		if place.Holds(o) && !b.wasRead(o) {
			return true
		}
	}
	return false
}

// wasRead says whether the cluster was asked about an object.
func (b *builder) wasRead(o objectID) bool {
	live := b.in.Observed
	if _, there := live.Object(o); there || slices.Contains(live.Missing, o) {
		return true
	}
	k, ok := o.AsKustomization()
	_, there := b.seen(k)
	return ok && there
}

// seen gives the live Kustomization of that id.
func (b *builder) seen(k ksID) (ownership.ObservedKustomization, bool) {
	if b.in.Observed == nil {
		return ownership.ObservedKustomization{}, false
	}
	all := b.in.Observed.Kustomizations
	i := slices.IndexFunc(all, func(o ownership.ObservedKustomization) bool { return o.ID == k })
	if i < 0 {
		return ownership.ObservedKustomization{}, false
	}
	return all[i], true
}
