package main

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// contention is what next is told from: an object, who renders it, and how the
// Kustomizations of the cluster stand.
type contention struct {
	object ownedObject
	live   *ownership.Observed
}

// next says, a sentence each, who takes the object with the next runs and who
// deletes it.
func (c contention) next() []string {
	if c.object.Live.Read == notRead {
		return []string{"cannot be told: the object was not read"}
	}
	if c.object.isRoot() {
		return nil
	}
	said := []string{c.winner()}
	for _, k := range c.object.Live.Inventories {
		if s := c.pruner(k); s != "" {
			said = append(said, s)
		}
	}
	if len(c.object.Owners) == 0 && len(said) > 1 {
		said = said[1:]
	}
	return said
}

// winner says who has the owner labels after the next runs of the state (R5.3).
func (c contention) winner() string {
	running, idle := c.contenders()
	also := ""
	if len(idle) > 0 {
		also = "; " + strings.Join(idle, ", ")
	}
	switch {
	case c.object.Live.skipped:
		return "nobody takes it: kustomize.toolkit.fluxcd.io/reconcile: disabled on the object keeps every run off (R5.6)"
	case len(c.object.Owners) == 0 && c.object.Live.Read == missing:
		return "nobody renders it"
	case len(c.object.Owners) == 0:
		return "nobody renders it, and nobody is seen to delete it"
	case len(running) == 0:
		return "nobody takes it for now" + also
	case len(running) > 1:
		return strings.Join(running, " and ") + " take it from each other: whoever ran last has it (R5.3)" + also
	case c.object.Live.Read == missing:
		return "the next run of " + running[0] + " makes it anew" + also
	case c.object.Live.Owner != running[0]:
		return "the next run of " + running[0] + " takes it over (R5.3)" + also
	}
	return "it stays with " + running[0] + also
}

// contenders tells those who render the object and run from those who do not,
// each with its reason.
func (c contention) contenders() (running, idle []string) {
	for _, id := range c.object.Owners {
		k, there := c.kustomization(id)
		switch {
		case there && k.Deleting:
			idle = append(idle, id.String()+" is being deleted")
		case there && k.Spec.Suspend:
			idle = append(idle, id.String()+" is suspended, and takes it when it is resumed")
		default:
			running = append(running, id.String())
		}
	}
	return running, idle
}

// pruner says what one does that lists the object and renders it no more (R0.2).
func (c contention) pruner(id ownership.KustomizationID) string {
	k, _ := c.kustomization(id)
	switch {
	case slices.Contains(c.object.Owners, id), c.object.Live.Read == missing:
		return ""
	case c.object.Live.Guarded:
		return id.String() + " lists it and renders it no more; the guard keeps it from deleting it (R6.4)"
	case k.Spec.Suspend:
		return id.String() + " lists it and renders it no more; it is suspended, and prunes when it is resumed"
	case !k.Spec.Prune:
		return id.String() + " lists it and renders it no more; it does not prune, and forgets it"
	}
	return id.String() + " lists it and renders it no more: its next run deletes it, if the owner labels name it then (R0.2)"
}

func (c contention) kustomization(id ownership.KustomizationID) (ownership.ObservedKustomization, bool) {
	i := slices.IndexFunc(c.live.Kustomizations, func(k ownership.ObservedKustomization) bool { return k.ID == id })
	if i < 0 {
		return ownership.ObservedKustomization{}, false
	}
	return c.live.Kustomizations[i], true
}
