package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// overCoupling matches FM-015: a new dependsOn that exists for one object
// which the dependant used to render itself and now leaves to a Kustomization
// that has workloads of its own. Their failure then blocks the dependant.
func (f *facts) overCoupling() []match {
	var matches []match
	for _, k := range f.to.Kustomizations {
		before, ok := f.from.Kustomization(k.ID)
		for _, dep := range k.Spec.DependsOn {
			on, exists := f.to.Kustomization(dep.On)
			if !ok || !exists || dependsOn(before.Spec, dep.On) {
				continue
			}
			shared := usedOf(k.Render, on.Render)
			if len(shared) != 1 || workload(shared[0]) || !left(before, k, shared[0]) || !otherWorkloads(on.Render) {
				continue
			}
			matches = append(matches, f.coupled(k.ID, dep.On, shared[0]))
		}
	}
	return matches
}

func (f *facts) coupled(k, on ksID, shared objectID) match {
	behind := f.behind(k)
	text := k.String()
	if len(behind) > 0 {
		text += " and behind it " + some(namesOf(behind))
	}
	m := match{code: "FM-015", group: k.String() + " > " + on.String(), objects: []objectID{shared},
		owners: append([]ksID{k, on}, behind...)}
	m.because = fmt.Sprintf("%s dependsOn %s only for %s; a failure of a workload of %s blocks %s", k, on, shared.Display(), on, text)
	return m
}

// usedOf gives the objects of one render that objects of the other refer to.
func usedOf(user, used ownership.Render) []objectID {
	var ids []objectID
	for _, o := range user.Objects {
		for _, u := range o.Uses {
			if _, ok := used.Find(u.Object); ok {
				ids = append(ids, u.Object)
			}
		}
	}
	return unique(ids)
}

func left(before, after ownership.Kustomization, o objectID) bool {
	_, had := before.Render.Find(o)
	_, has := after.Render.Find(o)
	return had && !has
}

// workload says whether the object is of a kind whose readiness can fail long
// after it was applied.
func workload(o objectID) bool {
	switch o.Kind {
	case "Deployment", "StatefulSet", "DaemonSet", "Job", "HelmRelease", "Kustomization":
		return true
	}
	return false
}

func otherWorkloads(r ownership.Render) bool {
	return slices.ContainsFunc(r.Objects, func(o ownership.Object) bool { return workload(o.ID) })
}

// behind gives everything that waits for a Kustomization, directly or not.
func (f *facts) behind(k ksID) []ksID {
	waiting := map[ksID]bool{k: true}
	for again := true; again; {
		again = false
		for _, other := range f.to.Kustomizations {
			if waiting[other.ID] {
				continue
			}
			for _, dep := range other.Spec.DependsOn {
				if waiting[dep.On] {
					waiting[other.ID], again = true, true
				}
			}
		}
	}
	delete(waiting, k)
	return sortedKeys(waiting)
}

// removalOrder matches FM-018: a Kustomization and one that depends on it are
// deleted in one step; nothing orders that, and what an operator serves may
// hang on finalizers once it is gone (R49 of the field reports).
func (f *facts) removalOrder() []match {
	var pairs []string
	m := match{code: "FM-018"}
	for _, k := range f.from.Kustomizations {
		for _, dep := range k.Spec.DependsOn {
			if f.removed(k.ID) && f.removed(dep.On) {
				pairs = append(pairs, k.ID.String()+" with "+dep.On.String())
				m.objects = append(m.objects, k.ID.Object(), dep.On.Object())
				m.owners = append(m.owners, k.ID, dep.On)
			}
		}
	}
	if len(pairs) == 0 {
		return nil
	}
	m.because = fmt.Sprintf("%s removes %s", f.to.Name, strings.TrimSpace(some(pairs)))
	return []match{m}
}

// removed says whether a Kustomization goes for good and its finalizer
// deletes something.
func (f *facts) removed(k ksID) bool {
	_, before := f.from.Kustomization(k)
	_, after := f.to.Kustomization(k)
	return before && !after && slices.ContainsFunc(f.doomed, func(e *end) bool { return e.how == ByFinalizer && e.by == k })
}
