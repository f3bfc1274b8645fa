package rbac

import (
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// Why apply needs what it needs.
const (
	looks  = "conditions of steps are read anew before and after each"
	asks   = "to ask for a run at once, and to take the traces of that off again"
	writes = "steps set fields of it, and take the traces of that off again"
)

// Apply gives what carrying the plan out takes, sorted: what Observe gives, as the
// cluster is looked at before every step, what the conditions of its steps are
// about, and what its steps write.
func Apply(in Input) []Rule {
	r := rights{}
	r.observe(in)
	for _, id := range sources(in) {
		r.allow(placeOf(id), looks, "get", "watch")
	}
	for _, s := range in.Plan.Steps() {
		r.conditions(in, s)
		r.deed(in, s)
	}
	r.protected(in)
	r.run(in.RunNamespace)
	return r.rules()
}

// run keeps the Lease and the journal. What does not exist yet has no name for
// RBAC, so create is of any name.
func (r rights) run(namespace string) {
	lease := place{namespace, ownership.GroupKind{Group: "coordination.k8s.io", Kind: "Lease"}, planner.RunName}
	r.allow(lease.every(), "one run at a time", "create")
	r.allow(lease, "one run at a time", "get", "update", "delete")
	journal := place{namespace, ownership.GroupKind{Kind: "ConfigMap"}, planner.RunName}
	r.allow(journal.every(), "the journal of the run", "create")
	r.allow(journal, "the journal of the run", "get", "update", "delete")
}

// protected watches what has to live, all the time. Where a watch would give the
// data of every Secret, it is looked at twice a second without one.
func (r rights) protected(in Input) {
	for id := range in.Plan.Protected() {
		if id.Cluster != "" {
			continue
		}
		r.allow(placeOf(id), "it has to live, and is looked at all the time", "get")
		if placeOf(id).kind != secrets {
			r.allow(placeOf(id).every(), "what has to live is watched all the time", "watch")
		}
	}
}

// conditions looks at what they are about, and asks those again who are at rest
// and have not done what is waited for.
func (r rights) conditions(in Input, s step.Step) {
	for _, c := range conditions(s) {
		if c.Kind == step.Consented {
			continue
		}
		for _, id := range sorted([]objectID{c.Kustomization.Object(), c.Object}) {
			r.look(id)
		}
		if c.Kind == step.Stored {
			continue // no run of its own writes that
		}
		r.ask(c.Kustomization)
		if gone, is := c.Object.AsKustomization(); c.Kind == step.Gone && is {
			for _, parent := range parents(in, gone) {
				r.ask(parent)
			}
		}
	}
}

func (r rights) look(id objectID) {
	r.allow(placeOf(id), looks, "get")
	if placeOf(id).kind != secrets {
		r.allow(placeOf(id), looks, "watch")
	}
	if id.Namespace != "" {
		events := place{id.Namespace, ownership.GroupKind{Kind: "Event"}, ""}
		r.allow(events, "where something is waited for in vain, its last event is said", "list")
	}
}

func (r rights) ask(k ksID) {
	if k != (ksID{}) {
		r.allow(placeOf(k.Object()), asks, "get", "patch")
	}
}

// deed allows what a step writes in the cluster; one with a file is part of a
// commit.
func (r rights) deed(in Input, s step.Step) {
	switch {
	case s.File != "" || s.Target.Cluster != "":
	case s.Kind == step.Publish:
		for _, id := range reached(in, s) {
			r.look(id)
			r.allow(placeOf(id), "to have a commit fetched at once, and to take the traces of that off again", "patch")
		}
	case s.SwitchedElsewhere() && !in.SwitchRoots:
		r.allow(placeOf(s.Target), looks, "get")
	case s.Deletes():
		r.allow(placeOf(s.Target), "a step deletes it", "get", "delete")
	case s.Kind == step.CleanFieldManagers || s.Field != "":
		r.allow(placeOf(s.Target), looks, "get")
		r.allow(placeOf(s.Target), writes, "patch")
	}
}

// sources lists those of the concerned Kustomizations, before and after.
func sources(in Input) []objectID {
	concerned := Concerned(in)
	var all []objectID
	for _, spec := range specs(in, concerned) {
		all = append(all, spec.Source.Object())
	}
	for _, k := range in.Transition.To.Kustomizations {
		if concerned[k.ID] {
			all = append(all, k.Spec.Source.Object())
		}
	}
	return sorted(all)
}

// reached lists the sources that a commit may reach.
func reached(in Input, s step.Step) []objectID {
	if s.Target != (objectID{}) {
		return sorted([]objectID{s.Target})
	}
	var all []objectID
	for _, id := range sources(in) {
		if id.Kind == "GitRepository" {
			all = append(all, id)
		}
	}
	return all
}

// parents gives who renders a Kustomization before, or owns it in the cluster.
func parents(in Input, id ksID) []ksID {
	k, _ := in.Transition.From.Kustomization(id)
	all := append([]ksID(nil), k.Parents...)
	if in.Observed != nil {
		for _, k := range in.Observed.Kustomizations {
			if k.ID == id {
				all = append(all, k.Owner)
			}
		}
	}
	return all
}
