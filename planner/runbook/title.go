package runbook

import (
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// title says what a group of steps does.
func (g group) title() page.Phrase {
	var t page.Phrase
	switch what := g.object(); g.Kind {
	case step.Suspend:
		t = page.Join(page.Words("Suspend "), what)
	case step.Resume:
		t = page.Join(page.Words("Resume "), what)
	case step.DisablePrune:
		t = page.Join(page.Words("Turn pruning off on "), what)
	case step.EnablePrune:
		t = page.Join(page.Words("Turn pruning back on on "), what)
	case step.OrphanStub:
		t = page.Join(page.Words("Leave "), what, page.Words(" as an empty stub that prunes nothing"))
	case step.SetDeletionPolicy:
		t = page.Join(page.Say("Set the deletion policy %s on ", orElse(g.Value, "Orphan")), what)
	case step.AddDependsOn:
		t = page.Join(page.Words("Make "), what, page.Say(" wait for %s", g.Value))
	case step.RemoveDependsOn:
		t = page.Join(page.Words("Let "), what, page.Say(" no longer wait for %s", g.Value))
	case step.GuardObject:
		t = page.Join(page.Words("Guard "), what, page.Words(" against deletion"))
	case step.UnguardObject:
		t = page.Join(page.Words("Take the guard off "), what)
	case step.SwitchPath:
		t = page.Join(page.Words("Switch "), what, page.Say(" to the path %s", g.Value))
	case step.Publish:
		t = page.Words("Publish the commit")
		if g.Revision != "" {
			t = page.Join(page.Words("Publish "), revision(g.Revision))
		}
	case step.Reconcile:
		t = page.Join(page.Words("Ask for a run of "), what)
	case step.AwaitOwned:
		t = g.awaited(what)
	case step.AwaitQuiet:
		t = page.Join(page.Words("Wait until no older run is under way: "), what)
	case step.AwaitReady:
		t = page.Join(page.Words("Wait until ready: "), what)
	case step.RemoveKustomization, step.DeleteObject:
		t = page.Join(page.Words("Delete "), what)
	case step.CleanFieldManagers:
		t = page.Join(page.Words("Clean the field managers of "), what)
	default:
		t = page.Join(page.Words(string(g.Kind)+" "), what)
	}
	if g.Precautionary {
		t = page.Join(t, page.Toned(page.Faint, " (a precaution)"))
	}
	return t
}

// awaited says who has to have what, and what has to be gone.
func (g group) awaited(what page.Phrase) page.Phrase {
	all := g.facts(leaves)
	if len(all) > 3 {
		return manyAwaited(all)
	}
	var parts page.Phrase
	for _, f := range all {
		var part page.Phrase
		objects := names(objectNames(f.objects), 2)
		switch f.Kind {
		case step.Taken:
			part = page.Join(page.Join(names(displays(f.kustomizations), 1), page.Words(" has ")), objects)
		case step.Gone:
			part = page.Join(objects, page.Words(plural(f.objects, " is gone", " are gone")))
		default:
			continue
		}
		if parts != nil {
			parts = page.Join(parts, page.Words(", and "))
		}
		parts = page.Join(parts, part)
	}
	if parts == nil {
		return letGo(all, what)
	}
	return page.Join(page.Words("Wait until "), parts)
}

// letGo says who has to have forgotten what, where nobody has to have anything.
func letGo(all []fact, what page.Phrase) page.Phrase {
	for _, f := range all {
		if f.Kind == step.Forgotten {
			return page.Join(page.Join(page.Words("Wait until "), names(displays(f.kustomizations), 1)),
				page.Join(page.Words(" has let go of "), names(objectNames(f.objects), 2)))
		}
	}
	return page.Join(page.Words("Wait until the new owner has "), what)
}

func manyAwaited(all []fact) page.Phrase {
	taken, gone, letGo := 0, 0, 0
	for _, f := range all {
		switch f.Kind {
		case step.Taken:
			taken += len(f.objects)
		case step.Gone:
			gone += len(f.objects)
		case step.Forgotten:
			letGo += len(f.objects)
		}
	}
	if taken == 0 && gone == 0 {
		return page.Words(sayf("Wait until old owners have let go of %s", count(letGo, "object")))
	}
	if taken == 0 {
		return page.Words(sayf("Wait until %s gone", count(gone, "old object")))
	}
	text := sayf("Wait until new owners have %s", count(taken, "object"))
	if gone > 0 {
		text += sayf(", and %s gone", count(gone, "old object"))
	}
	return page.Words(text)
}

// object is what a group of steps is about: one name, or a number.
func (g group) object() page.Phrase {
	targets := g.targets()
	switch {
	case len(targets) == 1:
		return page.Name(targets[0].Display())
	case len(targets) > 3:
		return page.Words(count(len(targets), noun(targets)))
	}
	return names(objectNames(targets), 3)
}

// noun is the kind of the objects, if they have one.
func noun(objects []ownership.ObjectID) string {
	for _, o := range objects {
		if o.Kind != objects[0].Kind {
			return "object"
		}
	}
	return objects[0].Kind
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
