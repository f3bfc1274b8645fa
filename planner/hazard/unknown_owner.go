package hazard

import (
	"cmp"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

func (f *facts) brokenBuild(k ksID) []ownership.Unknown {
	before, _ := f.from.Kustomization(k)
	after, ok := f.to.Kustomization(k)
	if ok && after.Root && before.Root && !before.Render.Builds() && !after.Render.Builds() && before.Render.Unknown == "" && after.Render.Unknown == "" {
		return []ownership.Unknown{{Subject: "Kustomization " + k.String(),
			Why:    "is a root that builds in neither state (" + cmp.Or(after.Render.Failed, "its path ./"+after.Spec.Path+" does not exist") + "), so nothing below it was looked at",
			Supply: "the right folder with --repo, or the right path in the layout"}}
	}
	if !ok || after.Render.Failed == "" || before.Render.Failed != "" {
		return nil
	}
	return []ownership.Unknown{{Subject: "Kustomization " + k.String(),
		Why: "does not build in " + f.to.Name + ": " + after.Render.Failed, Supply: "content that builds"}}
}

func (f *facts) quarrelled(k ksID) []ownership.Unknown {
	if f.from == f.to || len(f.parents(k)) < 2 {
		return nil
	}
	for _, d := range f.states {
		specs := map[string]bool{}
		for _, p := range f.parents(k) {
			parent, _ := d.Kustomization(p)
			if o, ok := parent.Render.Find(k.Object()); ok {
				specs[cmp.Or(o.SpecDigest, o.Digest)] = true
			}
		}
		if len(specs) > 1 {
			return []ownership.Unknown{{Subject: "Kustomization " + k.String(),
				Why:    "several parents apply it with different specs in " + d.Name + "; which one is live changes with every run of theirs",
				Supply: "leave it to one parent"}}
		}
	}
	return nil
}

func (f *facts) staleInventory(k ksID) []ownership.Unknown {
	before, ok := f.from.Kustomization(k)
	if _, seen := f.live.kustomizations[k]; seen || !ok {
		return nil
	}
	why := ""
	switch {
	case before.Spec.Suspend:
		why = "is suspended"
	case before.Render.Missing:
		why = "has a path that does not exist"
	case before.Render.Failed != "":
		why = "does not build"
	default:
		return nil
	}
	later := slices.ContainsFunc(f.views[k], func(v view) bool {
		return v.Spec.Prunes() && v.Render.Builds() || v.Spec.FinalizerDeletes() && len(f.ends[k.Object()]) > 0
	})
	if !later {
		return nil
	}
	return []ownership.Unknown{{Subject: "Kustomization " + k.String(),
		Why:    why + " in " + f.from.Name + ", so its inventory may hold what it rendered earlier, and it can delete that later",
		Supply: "its live inventory: --live FILE or --kubeconfig"}}
}

func (f *facts) vanishedRoot(k ksID) []ownership.Unknown {
	before, was := f.from.Kustomization(k)
	after, is := f.to.Kustomization(k)
	if !was || !is || !before.Root {
		return nil
	}
	why := ""
	if !after.Root {
		why = "is a root before and rendered after; if its maker removes it, its finalizer runs over everything it holds"
	} else if !f.inEveryState(k) {
		why = "is a root that a state between lacks; if its maker removes it there, its finalizer runs"
	} else {
		return nil
	}
	return []ownership.Unknown{{Subject: "Kustomization " + k.String(), Why: why,
		Supply: "suspend it, or set deletionPolicy: Orphan, before its maker lets go of it"}}
}
