package proof

import "slices"

// cast is who plays in a scene.
type cast struct {
	subject        objectID
	kustomizations []ksID     // those next to the subject first
	objects        []objectID // the subject first
	// plain: the subject is a Kustomization that decides over nothing here, so
	// that it is looked at as an object like any other.
	plain bool
}

// cast gathers who decides over the life of an object: who has a say over it,
// and, of each of these that may change or go, who has a say over that. Of
// settled ones that need not be looked at.
func (f *facts) cast(subject objectID, settled map[ksID]bool) cast {
	c := cast{subject: subject, objects: []objectID{subject}}
	c.add(f.inOrder(subject))
	k, is := subject.AsKustomization()
	f.climb(&c, settled)
	if is {
		if c.plain = !f.q.Whole && f.decidesNothing(k, c); !c.plain {
			c.add([]ksID{k})
			f.climb(&c, settled)
		}
	}
	return c
}

func (c *cast) add(ids []ksID) {
	for _, k := range ids {
		if !slices.Contains(c.kustomizations, k) {
			c.kustomizations = append(c.kustomizations, k)
		}
	}
}

// climb adds parents until nobody is missing.
func (f *facts) climb(c *cast, settled map[ksID]bool) {
	for i := 0; i < len(c.kustomizations); i++ {
		k := c.kustomizations[i]
		if k.Object() == c.subject {
			c.add(f.inOrder(k.Object()))
			continue
		}
		if slices.Contains(c.objects, k.Object()) || settled[k] || f.constant(k) {
			continue
		}
		c.objects = append(c.objects, k.Object())
		c.add(f.inOrder(k.Object()))
	}
}

// inOrder gives who has a say over an object: owners before, then owners
// after, then the others. So like scenes have like orders.
func (f *facts) inOrder(o objectID) []ksID {
	var ids []ksID
	for _, list := range [][]ksID{f.fromOwners[o], f.toOwners[o], f.holders(o)} {
		for _, k := range list {
			if !slices.Contains(ids, k) {
				ids = append(ids, k)
			}
		}
	}
	return ids
}

// decidesNothing says whether a Kustomization neither renders nor holds up
// anything of a scene, and nobody does more to it than to any object.
func (f *facts) decidesNothing(k ksID, c cast) bool {
	x := f.live.kustomizations[k]
	if len(c.kustomizations) == 0 || slices.Contains(c.kustomizations, k) || f.script.removed[k] || x.Deleting || f.changesMaker(k) {
		return false
	}
	return !slices.ContainsFunc(c.kustomizations, func(other ksID) bool {
		a := f.actors[other]
		return a != nil && slices.ContainsFunc(a.specs, func(w written) bool { return dependsOn(w.spec, k) })
	})
}
