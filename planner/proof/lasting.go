package proof

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// lasting says whether nobody can delete a Kustomization: every state has it,
// whoever has a say over it always renders it and lasts itself, and no step
// and no maker takes it away. One that is asked for while it is looked at
// counts as lasting: Kustomizations that only hang on one another last together.
func (f *facts) lasting(k ksID) bool {
	if known, ok := f.lasts[k]; ok {
		return known
	}
	f.lasts[k] = true
	lasts := f.stays(k)
	if !lasts {
		// Others were found to last because this one was taken to.
		for other, is := range f.lasts {
			if is {
				delete(f.lasts, other)
			}
		}
	}
	f.lasts[k] = lasts
	return lasts
}

func (f *facts) stays(k ksID) bool {
	x, seen := f.live.kustomizations[k]
	switch {
	case !f.inEveryState(k), f.script.removed[k], f.script.deleted[k.Object()], x.Deleting, f.live.seen && !seen, f.changesMaker(k):
		return false
	}
	return !slices.ContainsFunc(f.holders(k.Object()), func(p ksID) bool {
		return !f.alwaysRenders(p, k.Object()) || !f.lasting(p)
	})
}

// changesMaker says whether a Kustomization is a root in one state and none in
// another.
func (f *facts) changesMaker(k ksID) bool {
	roots := 0
	for _, in := range f.in(k) {
		if in != nil && hasMaker(*in) {
			roots++
		}
	}
	return roots > 0 && roots < len(f.states)
}

// alwaysRenders says whether every view that gets as far as pruning renders
// the object.
func (f *facts) alwaysRenders(p ksID, o objectID) bool {
	a := f.actors[p]
	if a == nil {
		return false
	}
	for _, v := range a.seen {
		if v.Render.Failed != "" || v.Render.Missing {
			continue
		}
		if _, renders := v.Render.Find(o); !renders || v.Render.Unknown != "" {
			return false
		}
	}
	return true
}

// steady says whether nobody needs to look at the object of a Kustomization:
// it lasts, and its one parent always writes it alike; of its spec that is not
// asked here. A root is steady, whatever its maker makes of its spec.
func (f *facts) steady(k ksID) bool {
	parents := f.holders(k.Object())
	if !f.lasting(k) || len(parents) > 1 || f.handEdited(k) {
		return false
	}
	if len(parents) == 0 {
		return true
	}
	var first scene.Put
	for i, at := range f.renders[k.Object()] {
		put := putOf(at.object, at.by.seen[at.view].Spec)
		if put.Spec = 0; i == 0 {
			first = put
		}
		if put != first || f.gives(at.object) < 0 {
			return false
		}
	}
	return f.asDeclared(k)
}

// oneSpec says whether a Kustomization has only one spec in all views.
func (f *facts) oneSpec(k ksID) bool { return f.actors[k] != nil && len(f.actors[k].specs) == 1 }

// constant says whether a Kustomization can be looked at without its parents.
func (f *facts) constant(k ksID) bool {
	return f.root(k) && f.lasting(k) || !f.q.Whole && f.steady(k) && f.oneSpec(k)
}

// handEdited says whether a field that its manifests set is, or will be, set
// by hand: then a parent puts it back (R5.12).
func (f *facts) handEdited(k ksID) bool {
	a := f.actors[k]
	if a == nil {
		return true
	}
	e := f.handEdits(k)
	return slices.ContainsFunc(a.specs, func(w written) bool {
		return e.suspend && (e.loose || setsSuspend(w.spec)) || e.policy && (e.loose || w.spec.DeletionPolicy != "")
	})
}

// edits are what is set by hand of a Kustomization.
type edits struct {
	suspend, policy bool
	loose           bool // live, and the next apply of a parent may take it away (R5.10)
}

func (f *facts) handEdits(k ksID) edits {
	e := edits{suspend: f.script.suspended[k], policy: f.script.orphaned[k]}
	before, _ := f.from.Kustomization(k)
	x, ok := f.live.kustomizations[k]
	if !ok {
		return e
	}
	suspend := x.Spec.Suspend && !before.Spec.Suspend
	orphan := x.Spec.DeletionPolicy == ownership.PolicyOrphan && before.Spec.DeletionPolicy != ownership.PolicyOrphan
	e.suspend, e.policy = e.suspend || suspend, e.policy || orphan
	e.loose = suspend && f.live.loose(x, "spec.suspend") || orphan && f.live.loose(x, "spec.deletionPolicy")
	return e
}

// loose says whether a field set by hand may go with the next apply: one that
// nobody was seen to manage may as well.
func (l live) loose(k ownership.ObservedKustomization, field string) bool {
	managers := ownership.ManagersOf(k.Managers, field)
	return len(managers) == 0 || slices.ContainsFunc(managers, func(m ownership.Manager) bool { return m.Stripped(l.overrides) })
}

// asDeclared says whether the live spec and owner of a Kustomization, if they
// were seen, are what From says, hand edits aside.
func (f *facts) asDeclared(k ksID) bool {
	x, seen := f.live.kustomizations[k]
	before, ok := f.from.Kustomization(k)
	if !seen || !ok {
		return ok && !f.live.seen
	}
	live := x.Spec
	live.Suspend = live.Suspend && before.Spec.Suspend // resumed by hand shows
	if live.DeletionPolicy == ownership.PolicyOrphan {
		live.DeletionPolicy = before.Spec.DeletionPolicy
	}
	return sameFields(live, before.Spec) && slices.Contains(before.Parents, x.Owner)
}
