package planner

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// inventory compares what a Kustomization holds with what it renders in From.
// What it holds beside that it deletes at its next run with prune, if the label
// still names it; that matters where somebody wants the object, or its kind is
// protected.
func (d *differences) inventory(k ownership.Kustomization, o ownership.ObservedKustomization) {
	if !k.Render.Known() || !k.Render.Builds() {
		return
	}
	extra := filter(o.Inventory, func(id objectID) bool {
		_, renders := k.Render.Find(id)
		return !renders && (d.concern.everything || d.desired(id) || d.protected(id) != "")
	})
	if len(extra) > 0 {
		d.add(kustomization(k.ID), "", "its inventory holds "+count(len(extra), "object", "objects")+" that it does not render in "+d.from.Name+": "+displays(extra),
			"let it run "+d.from.Name+", which prunes or forgets "+itOrThem(extra)+"; what should live needs a guard first")
	}
	var lacks []objectID
	for _, object := range k.Render.Objects {
		if !slices.Contains(o.Inventory, object.ID) && d.concern.object(object.ID) {
			lacks = append(lacks, object.ID)
		}
	}
	if len(lacks) > 0 {
		d.add(kustomization(k.ID), "", "its inventory lacks "+count(len(lacks), "object", "objects")+" that it renders in "+d.from.Name+": "+displays(lacks),
			"let it apply "+d.from.Name+" first")
	}
}

func itOrThem(ids []objectID) string {
	if len(ids) == 1 {
		return "it"
	}
	return "them"
}

// object compares the labels of one live object with its owners in From (S3,
// S4, V5).
func (d *differences) object(x ownership.ObservedObject) {
	want := d.fromOwners[x.ID]
	if !d.kept(x.ID) && !(d.concern.object(x.ID) && len(want) > 0) {
		return
	}
	if _, child := x.ID.AsKustomization(); x.Deleting && !child { // of a child, declared says more
		d.add(x.ID.Display(), "it stays", "it is being deleted"+waitsFor(x)+", whoever applies it (R5.13)",
			"let that end, and let its owner make it anew")
	}
	if len(want) == 0 || slices.Contains(want, x.Owner) || inherits(x) || d.allSkip(x) {
		return
	}
	if x.Owner == (ksID{}) {
		if d.concern.object(x.ID) {
			d.add(x.ID.Display(), names(want)+" owns it", "it carries no owner labels", "let "+names(want)+" apply it first")
		}
		return
	}
	d.add(x.ID.Display(), names(want)+" owns it", "its owner labels name "+x.Owner.String()+d.standing(x), "let "+names(want)+" apply it first, and see that it takes the labels")
}

func waitsFor(x ownership.ObservedObject) string {
	if len(x.Finalizers) == 0 {
		return ""
	}
	return " and waits for its finalizers"
}

// standing says what the owner that the labels name is (S3).
func (d *differences) standing(x ownership.ObservedObject) string {
	k, there := d.seen(x.Owner)
	switch {
	case !there:
		return ", which is not there"
	case !slices.Contains(k.Inventory, x.ID):
		return ", whose inventory does not list it"
	}
	return ", whose inventory lists it"
}

// inherits says whether an object may have its labels from the one that
// controls it, as an EndpointSlice has those of its Service.
func inherits(x ownership.ObservedObject) bool {
	return slices.ContainsFunc(x.OwnedBy, func(r ownership.OwnerReference) bool { return r.Controller })
}

// allSkip says whether no owner in From ever writes its labels on the object.
func (b *builder) allSkip(x ownership.ObservedObject) bool {
	return !slices.ContainsFunc(b.fromOwners[x.ID], func(k ksID) bool {
		before, _ := b.from.Kustomization(k)
		object, _ := before.Render.Find(x.ID)
		return adopts(object.Traits) && !b.skippedLive(x.ID)
	})
}

// missingObjects finds what From has and the cluster was seen not to have.
func (d *differences) missingObjects() {
	for _, o := range d.in.Observed.Missing {
		if want := d.fromOwners[o]; len(want) > 0 && d.concern.object(o) {
			d.add(o.Display(), names(want)+" has it", "it is not there", "let "+names(want)+" apply it first")
		}
	}
}

// unreadObjects gives what the transition hands over and nobody looked at, and
// of which the cluster does not say why.
func (b *builder) unreadObjects() []objectID {
	var unread []objectID
	for _, o := range b.concern.objects.sorted() {
		_, was := b.fromOwners[o]
		if _, child := o.AsKustomization(); was && !child && o.Cluster == "" && !b.wasRead(o) {
			unread = append(unread, o)
		}
	}
	return unread
}
