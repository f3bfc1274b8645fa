package planner

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// notByCommit says why no commit before the change reaches the owner.
func (b *builder) notByCommit(g *group) string {
	if b.inGit && len(b.outside) > 0 {
		return "what a commit before protects is gone again when the roots are switched after the change"
	}
	if _, was := b.from.Kustomization(g.owner); !was {
		if g.owner == (ksID{}) {
			return ""
		}
		return fmt.Sprintf("%s is not there before the change, so no commit before it tells it anything", g.owner)
	}
	if b.chosen.removed[g.owner] {
		return fmt.Sprintf("%s is removed by a step after the change, when what a commit before it sets may be gone", g.owner)
	}
	return ""
}

// notRendered says why no guard in a manifest reaches what the owner can lose: it
// comes to render that on the way only.
func (b *builder) notRendered(g *group) string {
	before, _ := b.from.Kustomization(g.owner)
	for _, c := range g.causes {
		if _, renders := before.Render.Find(c.object); !renders {
			return fmt.Sprintf("%s does not render %s in %s, so no commit before the change guards it", g.owner, c.object.Display(), b.from.Name)
		}
	}
	return ""
}

// editedInGit says why no commit sets a field of the owner.
func (b *builder) editedInGit(g *group) (string, bool) {
	before, was := b.from.Kustomization(g.owner)
	if why := b.notByCommit(g); why != "" || !was {
		return why, false
	}
	switch {
	case before.Root:
		return fmt.Sprintf("%s is a root, and its spec is not set in Git", g.owner), false
	case before.File == "":
		return fmt.Sprintf("nobody knows which file sets the spec of %s", g.owner), false
	}
	return "", true
}

func (b *builder) stays(k ksID) bool {
	_, stays := b.to.Kustomization(k)
	return stays
}

// fitsLate: a commit between would have the change without the edit.
func fitsLate(b *builder, g *group) (string, bool) {
	after, stays := b.to.Kustomization(g.owner)
	if _, ok := b.editedInGit(g); !ok || !stays || !b.inGit || len(b.plan.Basis.Between) > 0 || !after.Spec.Prune || after.File == "" || b.lostByFinalizer(g.causes) {
		return "", false
	}
	return "", !b.suspended(g.owner) && !b.sleeps(g.owner)
}

func fitsOrdered(b *builder, g *group) (string, bool) {
	before, _ := b.from.Kustomization(g.owner)
	if _, ok := b.editedInGit(g); !ok || !b.stays(g.owner) || !b.inGit || !b.losesByPrune(g.owner) {
		return "", false
	}
	return "", len(b.newDependencies(before)) > 0
}

func fitsOrphan(b *builder, g *group) (string, bool) {
	if b.stays(g.owner) {
		return "", false
	}
	if !b.knowsOrphan() {
		return "spec.deletionPolicy comes with v1.5.0, and the cluster runs " + b.controllerVersion(), false
	}
	return b.editedInGit(g)
}

// fitsBelt: Orphan alone does, where nothing is pruned.
func fitsBelt(b *builder, g *group) (string, bool) {
	_, orphan := fitsOrphan(b, g)
	return "", orphan && g.isPruned() && !b.suspended(g.owner)
}

func fitsWindow(b *builder, g *group) (string, bool) {
	if b.stays(g.owner) && b.lostByFinalizer(g.causes) {
		return "", false
	}
	if b.suspended(g.owner) {
		return fmt.Sprintf("%s is suspended, and acts on no commit", g.owner), false
	}
	if b.sleeps(g.owner) {
		return fmt.Sprintf("%s is suspended by the change, and never lets go of what moved: pruning could not come back", g.owner), false
	}
	return b.editedInGit(g)
}

func fitsStub(b *builder, g *group) (string, bool) {
	if b.stays(g.owner) || !b.inGit || b.suspended(g.owner) {
		return "", false
	}
	return b.editedInGit(g)
}

func fitsGuard(b *builder, g *group) (string, bool) {
	if why := b.notByCommit(g); why != "" || g.owner == (ksID{}) {
		return why, false
	}
	if why := b.notRendered(g); why != "" {
		return why, false
	}
	if o, why := b.unguardable(g.causes); why != "" {
		return fmt.Sprintf("no guard in Git reaches %s: %s", o.Display(), why), false
	}
	return "", true
}

func fitsLiveGuard(b *builder, g *group) (string, bool) {
	for _, o := range g.ends() {
		if why := b.voidGuard(o); why != "" {
			return why, false
		}
	}
	return "", true
}

// setsNowhere says why a field of the live Kustomization does not last: it is a
// root, which belongs to its maker, or Git sets the field (R5.12).
func (b *builder) setsNowhere(k ksID, field string, sets func(ownership.Spec) bool) (string, bool) {
	before, was := b.from.Kustomization(k)
	switch {
	case !was:
		return "", false
	case before.Root:
		return fmt.Sprintf("%s is a root, and whoever made it puts its spec back", k), false
	case sets(before.Spec) || slices.ContainsFunc(b.views[k], func(v ownership.View) bool { return sets(v.Spec) }):
		return fmt.Sprintf("Git sets %s of %s, so its parent puts an edit by hand back (R5.12)", field, k), false
	}
	return "", true
}

func fitsSpare(b *builder, g *group) (string, bool) {
	pruned := slices.ContainsFunc(g.causes, func(c cause) bool { return c.how != hazard.ByFinalizer })
	if b.stays(g.owner) || pruned || !b.knowsOrphan() || b.chosen.removed[g.owner] {
		return "", false
	}
	return b.setsNowhere(g.owner, policyField, setIn(policyField))
}

// fitsSuspend: what stays must not be waited for while it is suspended.
func fitsSuspend(b *builder, g *group) (string, bool) {
	if b.chosen.removed[g.owner] || b.suspended(g.owner) || b.stays(g.owner) && (b.lostByFinalizer(g.causes) || b.adoptsAny(g.owner)) {
		return "", false
	}
	return b.setsNowhere(g.owner, suspendField, setIn(suspendField))
}

// adoptsAny says whether a Kustomization takes over what is handed over.
func (b *builder) adoptsAny(k ksID) bool {
	return slices.ContainsFunc(b.inTransit(), func(o objectID) bool {
		return slices.Contains(b.toOwners[o], k)
	})
}
