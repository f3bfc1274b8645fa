package planner

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// remedies is what is done about the causes. Patterns P… are those of
// semantics.md 12.3.
type remedies struct {
	live    setOf[objectID]       // guarded on the live object (P1'')
	left    setOf[objectID]       // guarded on the live object by an earlier plan
	guards  map[objectID][]string // guarded in these files, one commit earlier (P1)
	carried map[objectID][]string // files in which the move commit keeps the guard (H10)
	orphan  setOf[ksID]           // deletionPolicy: Orphan one commit earlier (P4)
	belt    setOf[ksID]           // prune: false beside Orphan (P4+P2)
	stub    setOf[ksID]           // an empty stub one commit earlier (P6)
	window  setOf[ksID]           // prune: false until it has forgotten (P2)
	late    setOf[ksID]           // prune: false in the commit of the change, until it has forgotten
	ordered setOf[ksID]           // the dependsOn of the change one commit earlier (P9)
	spare   setOf[ksID]           // deletionPolicy: Orphan on the live Kustomization (P4)
	suspend setOf[ksID]           // suspended live, until it is removed (P5) or resumed (P3)
	removed setOf[ksID]           // removed by a step of its own
	none    []string              // sentences: at risk, and no remedy known
}

func noRemedies() remedies {
	return remedies{live: setOf[objectID]{}, left: setOf[objectID]{}, guards: map[objectID][]string{}, carried: map[objectID][]string{},
		orphan: setOf[ksID]{}, belt: setOf[ksID]{}, stub: setOf[ksID]{}, window: setOf[ksID]{}, late: setOf[ksID]{},
		ordered: setOf[ksID]{}, spare: setOf[ksID]{}, suspend: setOf[ksID]{}, removed: setOf[ksID]{}}
}

// choose finds one remedy for every cause, where there is no model to ask: the
// cheapest that the rules know to hold for that cause alone.
func (b *builder) choose() {
	b.chosen = noRemedies()
	b.refuseBroken()
	b.chooseRemovals()
	byOwner := make(map[ksID][]cause)
	for _, c := range b.causes {
		if why := b.noRemedy(c); why != "" {
			b.refuse(why)
			continue
		}
		switch c = b.atItsRoot(c); {
		case b.chosen.suspend[c.by]:
			// Suspended before the change, it neither prunes nor finalizes (P5).
		case b.byCommit(c):
			byOwner[c.by] = append(byOwner[c.by], c)
		default:
			b.chosen.live[c.object] = true
		}
	}
	b.chooseInGit(byOwner)
	b.refuseVoidGuards()
	b.removeForgotten()
}

// refuseVoidGuards takes back live guards on objects that their manifests guard
// already: the same value set again belongs to nobody else, and goes when the
// manifests drop it (R5.11, measured).
func (b *builder) refuseVoidGuards() {
	for _, o := range keys(b.chosen.live).sorted() {
		if why := b.voidGuard(o); why != "" {
			b.refuse(why + ": protect it in Git, with --route commits")
		}
	}
}

// voidGuard says why a guard on the live object protects nothing; "" if it does.
func (b *builder) voidGuard(o objectID) string {
	for _, k := range b.fromOwners[o] {
		ks, _ := b.from.Kustomization(k)
		if object, _ := ks.Render.Find(o); object.Traits.PruneDisabled {
			return o.Display() + " carries a guard of its manifest, which the change takes off; one more on the live object would go with it (R5.11)"
		}
	}
	return ""
}

// chooseRemovals finds what every plan has to clear away: guards of earlier
// plans, and the Kustomizations that To lacks and nobody removes: their parents
// do not prune, or they are roots.
func (b *builder) chooseRemovals() {
	b.chosen.left = b.leftGuards()
	for _, c := range b.changes {
		k, ok := c.Object.AsKustomization()
		if _, was := b.from.Kustomization(k); !ok || !was {
			continue
		}
		switch {
		case c.Kind == ownership.Orphaned:
			b.chosen.removed[k] = true
			if !b.keptSuspended(k) {
				b.chosen.suspend[k] = true
			}
		case c.Kind == ownership.Dropped && len(c.From) == 0:
			b.chosen.removed[k] = true // a root: whoever made it removes it
		}
	}
}

// keptSuspended says whether Git keeps a Kustomization suspended already, and nobody was
// seen to have resumed it.
func (b *builder) keptSuspended(k ksID) bool {
	before, _ := b.from.Kustomization(k)
	x, there := b.seen(k)
	return before.Spec.Suspend && (!there || x.Spec.Suspend)
}

// adopted says whether some owner after the change writes its labels on the
// object. An owner whose manifest is skipped never does (H12, R5.7), nor does
// one that is suspended, and one that ignores fields may not (R5.8): the object
// is kept alive, and its labels may name nobody who is left.
func (b *builder) adopted(o objectID) bool {
	if b.skippedLive(o) {
		return false
	}
	for _, k := range b.toOwners[o] {
		ks, _ := b.to.Kustomization(k)
		if object, _ := ks.Render.Find(o); adopts(object.Traits) && !ks.Spec.Suspend && !ks.Spec.Ignores {
			return true
		}
	}
	return false
}

// skippedLive says whether the live object tells every run to leave it
// untouched (R5.6).
func (b *builder) skippedLive(o objectID) bool {
	if b.in.Observed == nil {
		return false
	}
	x, there := b.in.Observed.Object(o)
	return there && (x.Traits.ReconcileDisabled || strings.EqualFold(x.Traits.SSA, "Ignore"))
}

// noRemedy says why nothing is known against a cause: no Kustomization deletes
// the object, and none renders what takes it along.
func (b *builder) noRemedy(c cause) string {
	if c.by != (ksID{}) {
		return ""
	}
	for _, views := range b.views {
		for _, v := range views {
			if _, renders := v.Render.Find(c.via); renders {
				return ""
			}
		}
	}
	return fmt.Sprintf("%s can be lost with %s, which no Kustomization renders: who deletes it is not known, and a guard stops only Flux; keep that one by hand and plan again",
		c.object.Display(), c.via.Display())
}

func adopts(t ownership.Traits) bool {
	return !t.ReconcileDisabled && !strings.EqualFold(t.SSA, "Ignore") && !strings.EqualFold(t.SSA, "IfNotPresent")
}

// refuseBroken refuses a change that does not keep what the layout declares, or
// recreates an object by force: no step of a plan mends that.
func (b *builder) refuseBroken() {
	for _, why := range b.findings.Broken {
		b.refuse(why)
	}
}

func (b *builder) refuse(why string) {
	if !slices.Contains(b.chosen.none, why) {
		b.chosen.none = append(b.chosen.none, why)
	}
}

// atItsRoot replaces a cause by the one behind it: an object that goes with its
// Namespace or CustomResourceDefinition, or by the finalizer of a child that
// is itself at risk, is kept by keeping that one (R10.1, R10.2).
func (b *builder) atItsRoot(c cause) cause {
	switch {
	case c.how == hazard.ByCascade:
		owners := b.fromOwners[c.via]
		behind := cause{object: c.via, how: hazard.ByPrune, at: c.at}
		if len(owners) > 0 {
			behind.by = owners[0]
		}
		return behind
	case c.how == hazard.ByFinalizer && b.atRisk[c.via] && c.via != c.object:
		for _, d := range b.causes {
			if d.object == c.via {
				return b.atItsRoot(d)
			}
		}
	}
	return c
}

// byCommit says whether the commits route can treat the cause: the old owner
// renders the object in From, and Git is the only thing that changes, or the
// only thing that does not.
func (b *builder) byCommit(c cause) bool {
	if b.route != step.Commits || c.transient || (b.inGit && len(b.outside) > 0) {
		return false
	}
	ks, ok := b.from.Kustomization(c.by)
	if !ok || b.chosen.removed[c.by] {
		return false
	}
	_, renders := ks.Render.Find(c.object)
	return renders
}

// removeForgotten finds the Kustomizations that a remedy saves from a deletion
// that was wanted, and that then must be removed by a step.
func (b *builder) removeForgotten() {
	for again := true; again; {
		again = false
		for _, c := range b.changes {
			k, ok := c.Object.AsKustomization()
			if ok && dropped(c) && !b.chosen.removed[k] && !b.isGuarded(c.Object) && b.deleter(c) == (ksID{}) {
				b.chosen.removed[k], again = true, true
				b.keepFromRemoved(k)
			}
		}
	}
}

// keepFromRemoved guards live what a removal would take along. A guard in a
// manifest may be gone by then: the removal comes after the move commit.
func (b *builder) keepFromRemoved(k ksID) {
	if b.chosen.orphan[k] || b.chosen.stub[k] || b.chosen.spare[k] || b.chosen.suspend[k] {
		return
	}
	for _, c := range b.causes {
		if c.by == k && b.isGuarded(c.object) {
			b.chosen.live[c.object] = true
			delete(b.chosen.guards, c.object)
			delete(b.chosen.carried, c.object)
		}
	}
}

func dropped(c ownership.Change) bool {
	return c.Kind == ownership.Dropped || c.Kind == ownership.Renamed
}

// deleter gives the owner that deletes a dropped object under the chosen
// remedies; none, if every owner forgets it.
func (b *builder) deleter(c ownership.Change) ksID {
	if b.isGuarded(c.Object) {
		return ksID{}
	}
	for _, k := range c.From {
		before, _ := b.from.Kustomization(k)
		after, stays := b.to.Kustomization(k)
		r := b.chosen
		switch {
		case r.suspend[k] && !stays || r.stub[k] || r.window[k] || r.late[k]:
		case stays && after.Spec.Prunes():
			return k
		case !stays && !r.orphan[k] && !r.spare[k] && before.Spec.FinalizerDeletes():
			return k
		}
	}
	return ksID{}
}

func (b *builder) isGuarded(o objectID) bool {
	return b.chosen.live[o] || len(b.chosen.guards[o]) > 0
}

// because says why an object needs a step, by the hazard that names it.
func (b *builder) because(o objectID) string {
	for _, h := range b.findings.Hazards {
		if h.Severity == hazard.Loses && slices.Contains(h.Objects, o) {
			return h.Code + " " + h.Name + ": " + h.Harm
		}
	}
	for _, c := range b.causes {
		if c.object == o {
			return fmt.Sprintf("%s can delete it by %s", cmp.Or(ownerName(c.by), c.via.Display()), c.how)
		}
		if c.via == o {
			return fmt.Sprintf("its deletion would take %s along", c.object.Display())
		}
	}
	return "an old owner may still delete it"
}

func ownerName(k ksID) string {
	if k == (ksID{}) {
		return ""
	}
	return k.String()
}
