package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// excluded says whether a live object with these traits is kept from prune and
// finalizer (R6.4). ssa: Ignore keeps it from v1.8.5 on, and is not counted
// where the version is not known.
func (l live) excluded(t ownership.Traits) bool {
	ignored, _ := ownership.VersionAtLeast(l.version, 8, 5)
	return t.Guarded() || ignored && strings.EqualFold(t.SSA, "Ignore")
}

// skipped says whether the live object itself tells every run to leave it
// untouched, its owner labels included (R5.6). IfNotPresent does so in a
// manifest only.
func (l live) skipped(o objectID) bool {
	x, ok := l.objects[o]
	return ok && (x.Traits.ReconcileDisabled || strings.EqualFold(x.Traits.SSA, "Ignore"))
}

// skipWord says by which annotation a skipped object is.
func (l live) skipWord(o objectID) string {
	if l.objects[o].Traits.ReconcileDisabled {
		return "reconcile: disabled"
	}
	return "ssa: Ignore"
}

// stripped says of an object whose live guard does not outlive the next run of
// who renders it why that is so; "" of any other.
func (f *facts) stripped(o objectID) string {
	x, ok := f.live.objects[o]
	if !ok || !x.Traits.Guarded() || f.live.skipped(o) || f.declaresGuard(o) {
		return ""
	}
	if stays, known := x.GuardStays(f.live.overrides); stays || !known {
		return ""
	}
	managers := guardManagers(x)
	if !slices.ContainsFunc(managers, func(m ownership.Manager) bool { return m.Stripped(f.live.overrides) }) {
		return "the guard it carries was applied from an earlier manifest, and the next run without it takes it off (R5.1)"
	}
	var names []string
	for _, m := range managers {
		names = append(names, m.Name)
	}
	return fmt.Sprintf("the guard it carries is managed by %s, and the next run of who renders it takes that off (R5.10)",
		strings.Join(unique2(names), ", "))
}

// guardManagers gives who manages the guard of an object, as label or as
// annotation.
func guardManagers(x ownership.ObservedObject) []ownership.Manager {
	const key = ownership.KustomizationGroup + "/prune"
	return slices.Concat(ownership.ManagersOf(x.Managers, ownership.LabelField(key)),
		ownership.ManagersOf(x.Managers, ownership.AnnotationField(key)))
}

// doubtfulGuards finds objects that only a guard protects of which nobody was
// seen to manage it.
func (f *facts) doubtfulGuards() []ownership.Unknown {
	var unknowns []ownership.Unknown
	for _, o := range f.sorted {
		if f.trusted[o] {
			unknowns = append(unknowns, ownership.Unknown{Subject: o.Display(),
				Why:    "a guard was seen on it that no manifest declares; who manages it decides whether it stays (R5.10)",
				Supply: "declare the guard in its manifest, or set it with --field-manager=fluxmigrate"})
		}
	}
	return unknowns
}
