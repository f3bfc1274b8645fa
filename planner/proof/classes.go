package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// subjects gives what is asked about, sorted: what both ends desire, what that
// lies in or is served by (R10.1), and what was asked for.
func (f *facts) subjects() []objectID {
	ids := slices.Clone(f.q.Also)
	namespaces, kinds := make(map[[2]string]bool), make(map[ownership.GroupKind]bool)
	for o := range f.fromOwners {
		if _, kept := f.toOwners[o]; kept {
			ids = append(ids, o)
			namespaces[[2]string{o.Cluster, o.Namespace}] = true
			kinds[ownership.GroupKind{Group: o.Group, Kind: o.Kind}] = true
		}
	}
	for o, seen := range f.renders {
		namespace := o.Group == "" && o.Kind == "Namespace" && namespaces[[2]string{o.Cluster, o.Name}]
		if namespace || slices.ContainsFunc(seen, func(at occurrence) bool { return kinds[at.object.Defines] }) {
			ids = append(ids, o)
		}
	}
	slices.SortFunc(ids, objectID.Compare)
	return slices.Compact(ids)
}

// takes gives what both ends desire and lies in a Namespace, or is served by a
// CustomResourceDefinition. Sorted.
func (f *facts) takes(via objectID) []objectID {
	kinds := make(map[ownership.GroupKind]bool)
	for _, at := range f.renders[via] {
		kinds[at.object.Defines] = true
	}
	delete(kinds, ownership.GroupKind{})
	isNamespace := via.Group == "" && via.Kind == "Namespace"
	if !isNamespace && len(kinds) == 0 {
		return nil
	}
	var ids []objectID
	for o := range f.fromOwners {
		_, kept := f.toOwners[o]
		lies := isNamespace && o.Namespace == via.Name || kinds[ownership.GroupKind{Group: o.Group, Kind: o.Kind}]
		if kept && lies && o.Cluster == via.Cluster {
			ids = append(ids, o)
		}
	}
	slices.SortFunc(ids, objectID.Compare)
	return ids
}

// class is objects that make one scene but for their name.
type class struct {
	members []objectID // sorted
}

// classes puts like objects together. A Kustomization that decides over
// something of its own scene is like no other.
func (f *facts) classes() []class {
	var classes []class
	index := make(map[string]int)
	for _, o := range f.subjects() {
		signature := f.signature(o)
		if k, is := o.AsKustomization(); is && !f.cast(o, nil).plain {
			signature = k.String()
		} else if is {
			signature += f.stalls(k)
		}
		at, ok := index[signature]
		if !ok {
			at = len(classes)
			index[signature], classes = at, append(classes, class{})
		}
		classes[at].members = append(classes[at].members, o)
	}
	return classes
}

// signature is equal for two objects only if they make the same scene: they
// are rendered in the same views in the same way, wanted alike, seen alike,
// and named by the script alike.
func (f *facts) signature(o objectID) string {
	var text strings.Builder
	_, before := f.fromOwners[o]
	_, after := f.toOwners[o]
	fmt.Fprint(&text, "object ", before, after, f.forced(o) != "", f.live.missing[o], f.live.holders[o], f.script.named[o], "\n")
	if x, seen := f.live.objects[o]; seen {
		fmt.Fprint(&text, x.Owner, x.Traits, x.Deleting, x.Managers, x.ManagersKnown, "\n")
	}
	for _, at := range f.renders[o] {
		put := putOf(at.object, at.by.seen[at.view].Spec)
		fmt.Fprint(&text, at.by.id, at.view, put.Stage, put.Guard, put.Take, ";")
	}
	return text.String()
}

// forced says who may delete a kept object by applying new content to it under
// force (R5.9); "" for nobody.
func (f *facts) forced(o objectID) string {
	var known []string
	force := false
	for _, k := range f.fromOwners[o] {
		before, _ := f.from.Kustomization(k)
		if x, ok := before.Render.Find(o); ok {
			known, force = append(known, x.Digest), force || x.Traits.Force
		}
	}
	if x, seen := f.live.objects[o]; seen {
		force = force || x.Traits.Force
	}
	for _, at := range f.renders[o] {
		spec := at.by.seen[at.view].Spec
		if len(known) > 0 && (force || spec.Force || at.object.Traits.Force) && !slices.Contains(known, at.object.Digest) {
			return at.by.id.String() + " changes " + o.Display() + " under force: if the API server refuses the change, it is deleted (R5.9)"
		}
	}
	return ""
}

// ignored says who applies an object without its labels, where guards come or
// go: what that does to a guard is not in the model.
func (f *facts) ignored(o objectID) string {
	guarded := slices.ContainsFunc(f.renders[o], func(at occurrence) bool { return at.object.Traits.PruneDisabled })
	for _, at := range f.renders[o] {
		if at.by.seen[at.view].Spec.Ignores && (guarded || f.live.objects[o].Traits.PruneDisabled) {
			return at.by.id.String() + " has spec.ignore, and what that does to the guard of " + o.Display() + " is not known"
		}
	}
	return ""
}

// components makes one component of the classes whose scenes are one question
// about the same Kustomizations, and has none answered yet.
func (f *facts) components() []Component {
	all := []Component{}
	index := make(map[string]int)
	for _, class := range f.classes() {
		c, ids := f.component(class)
		key := fmt.Sprint(c.Digest, ids, c.doubt, c.NoGoal)
		if at, ok := index[key]; ok && c.Digest != "" {
			all[at].Objects, all[at].Takes = union(all[at].Objects, c.Objects), union(all[at].Takes, c.Takes)
			continue
		}
		index[key], all = len(all), append(all, c)
	}
	return all
}

func union(a, b []objectID) []objectID {
	all := append(slices.Clone(a), b...)
	slices.SortFunc(all, objectID.Compare)
	return slices.Compact(all)
}

func (f *facts) component(class class) (Component, []ksID) {
	subject := class.members[0]
	c := Component{Objects: class.members, Safety: verdict.Unknown, Completion: verdict.Unknown}
	for _, o := range class.members {
		c.Takes = union(c.Takes, f.takes(o))
	}
	for _, why := range []string{f.forced(subject), f.ignored(subject)} {
		if c.Why = why; why != "" {
			return c, nil
		}
	}
	m := f.make(subject)
	if c.Why, c.doubt, c.NoGoal = m.why, m.doubt, m.noGoal; m.why != "" {
		return c, nil
	}
	c.Scene, c.Digest = m.scene, m.scene.Digest()
	return c, m.ids
}
