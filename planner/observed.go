package planner

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// differences gathers where a cluster is not what From says, as far as it
// bears on what the transition changes or on an object that should live. With
// any, nothing is proved: the plan was made for From. What the live state
// itself can lose, package hazard finds.
type differences struct {
	*builder
	found []Unknown
}

func (b *builder) differences() []Unknown {
	d := &differences{builder: b}
	live := b.in.Observed
	for _, u := range live.Unknowns {
		if b.bears(u) {
			d.found = append(d.found, Unknown(u))
		}
	}
	for _, o := range live.Kustomizations {
		if k, declared := b.from.Kustomization(o.ID); declared {
			d.declared(k, o)
		} else {
			d.undeclared(o)
		}
	}
	d.absent()
	d.revisions()
	for _, o := range live.Objects {
		d.object(o)
	}
	d.missingObjects()
	return d.found
}

// add writes a difference down: what From says, what the cluster says, what
// to do.
func (d *differences) add(subject, says, live, do string) {
	why := "in the cluster " + live
	if says != "" {
		why = d.from.Name + " says " + says + "; " + why
	}
	d.found = append(d.found, Unknown{Subject: subject, Why: why, Supply: do})
}

func kustomization(k ksID) string { return "Kustomization " + k.String() }

// desired says whether either end has the object.
func (b *builder) desired(o objectID) bool {
	_, before := b.fromOwners[o]
	_, after := b.toOwners[o]
	return before || after
}

func (b *builder) kept(o objectID) bool {
	_, before := b.fromOwners[o]
	_, after := b.toOwners[o]
	return before && after
}

// undeclared finds Kustomizations that only the cluster has. One that holds
// nothing of the repository is somebody else's.
func (d *differences) undeclared(o ownership.ObservedKustomization) {
	held := filter(o.Inventory, d.desired)
	_, comes := d.to.Kustomization(o.ID)
	switch {
	case comes:
		d.add(kustomization(o.ID), "nothing of it, and "+d.to.Name+" makes it", "it is there already and holds "+count(len(o.Inventory), "object", "objects"),
			"plan from a state that declares it, or remove it first")
	case len(held) > 0:
		d.add(kustomization(o.ID), "nothing of it", "its inventory lists "+count(len(held), "object", "objects")+" that should live: "+displays(held),
			"suspend it and remove it, or declare it")
	}
}

// declared compares a Kustomization that From declares.
func (d *differences) declared(k ownership.Kustomization, o ownership.ObservedKustomization) {
	if o.Deleting && (d.concern.kustomization(k.ID) || slices.ContainsFunc(o.Inventory, d.kept)) {
		d.add(kustomization(k.ID), "it stays", "it is being deleted"+finalizes(o),
			"let that end and look again; spec.suspend keeps its finalizer from deleting (R7.3)")
	}
	d.specs(k, o)
	d.inventory(k, o)
	d.state(k, o)
}

func finalizes(o ownership.ObservedKustomization) string {
	if !o.Spec.FinalizerDeletes() || len(o.Inventory) == 0 {
		return ""
	}
	return ", and its finalizer deletes " + count(len(o.Inventory), "object", "objects")
}

// specs compares the fields that decide what a Kustomization owns and deletes.
// Path, source and cluster always matter: what another one renders is not
// known. The rest matters where the transition changes something.
func (d *differences) specs(k ownership.Kustomization, o ownership.ObservedKustomization) {
	for _, f := range []struct {
		field, says, live string
		always            bool
	}{
		{"path", "./" + k.Spec.Path, "./" + o.Spec.Path, true},
		{"sourceRef", k.Spec.Source.String(), o.Spec.Source.String(), true},
		{"kubeConfig", cmp.Or(k.Spec.Cluster, "none"), cmp.Or(o.Spec.Cluster, "none"), true},
		{"prune", fmt.Sprint(k.Spec.Prune), fmt.Sprint(o.Spec.Prune), false},
		{"deletionPolicy", policy(k.Spec), policy(o.Spec), false},
		{"force", fmt.Sprint(k.Spec.Force), fmt.Sprint(o.Spec.Force), false},
		{"suspend", fmt.Sprint(k.Spec.Suspend), fmt.Sprint(o.Spec.Suspend), false},
	} {
		if f.says == f.live || !f.always && !d.concern.kustomization(k.ID) {
			continue
		}
		live := "spec." + f.field + " is " + f.live
		if protects(f.field, o.Spec) {
			live += ", which was not counted as protection"
		}
		d.add(kustomization(k.ID), "spec."+f.field+": "+f.says, live, d.setBack(k, o, f.field, f.live))
	}
}

// protects says whether a live field would keep a Kustomization from deleting.
func protects(field string, live ownership.Spec) bool {
	switch field {
	case "suspend":
		return live.Suspend
	case "prune":
		return !live.Prune
	case "deletionPolicy":
		return live.DeletionPolicy == ownership.PolicyOrphan
	}
	return false
}

// setBack says what to do about a live field: who writes the spec sets it back
// or does not (R5.12).
func (d *differences) setBack(k ownership.Kustomization, o ownership.ObservedKustomization, field, live string) string {
	switch {
	case field == "suspend" && o.Spec.Suspend:
		return "resume it, or declare spec.suspend"
	case k.Root && k.MadeBy != "":
		return fmt.Sprintf("plan from a state with that spec.%s, or %s", field, atMaker(k, field))
	case k.Root:
		return fmt.Sprintf("plan from a state with that spec.%s, or set it where the root is made", field)
	case field == "suspend" || field == "deletionPolicy":
		return fmt.Sprintf("let %s apply %s, or declare spec.%s: %s; what somebody set by hand and no manifest sets, no parent sets back (R5.12)",
			names(k.Parents), d.from.Name, field, live)
	}
	return "let " + names(k.Parents) + " apply " + d.from.Name + ", which sets it back, or plan from a state that declares it"
}

func policy(s ownership.Spec) string { return cmp.Or(s.DeletionPolicy, ownership.MirrorPrune) }

// absent finds what From declares and the cluster does not have.
func (d *differences) absent() {
	var gone []ksID
	for _, k := range d.from.Kustomizations {
		if _, there := d.seen(k.ID); !there && (k.Root || d.concern.kustomization(k.ID)) {
			gone = append(gone, k.ID)
		}
	}
	if len(gone) == 0 {
		return
	}
	subject := kustomization(gone[0])
	if len(gone) > 1 {
		subject = "Kustomizations " + names(gone)
	}
	d.add(subject, "there is one", "there is none", "let the cluster reach "+d.from.Name+" first, or plan from a state without it; see that this is the right cluster")
}

func filter(ids []objectID, keep func(objectID) bool) []objectID {
	return slices.DeleteFunc(slices.Clone(ids), func(o objectID) bool { return !keep(o) })
}

// displays lists objects for a sentence as people read them.
func displays(ids []objectID) string {
	shown := make([]display, len(ids))
	for i, id := range ids {
		shown[i] = display(id)
	}
	return names(shown)
}

type display objectID

func (d display) String() string { return objectID(d).Display() }
