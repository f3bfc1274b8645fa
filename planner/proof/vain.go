package proof

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// waitsInVain says of which Kustomization the script wants to see that it has
// acted, though it is never Ready in what is published then, or may not be; ""
// for none that is known. The model may end its runs Ready whatever it waits for.
func (f *facts) waitsInVain() string {
	published := f.from.At.Commit
	for _, stage := range f.q.Script {
		before := published
		for _, s := range stage.Steps {
			if commit, known := f.q.Revisions[s.Revision]; s.Kind == step.Publish && !s.Precautionary && known {
				published = max(published, commit)
			}
		}
		for _, s := range needed(stage.Steps) {
			if why := f.vain(s.Needs, before); why != "" {
				return why
			}
			if why := f.vain(s.Leaves, published); why != "" {
				return why
			}
		}
	}
	return ""
}

// vain says it of what is looked for while a commit is the one published last.
func (f *facts) vain(list []step.Condition, published int) string {
	for _, c := range list {
		if !slices.Contains([]step.ConditionKind{step.Acted, step.Forgotten, step.Taken}, c.Kind) {
			continue
		}
		for _, d := range f.states {
			if why := f.neverReadyIn(d, c.Kustomization); d.At.Commit == published && why != "" {
				return "the plan waits for " + c.Kustomization.String() + " to act, and " + why
			}
		}
	}
	return ""
}

// neverReadyIn says why a Kustomization that a state wants to run is never
// Ready there. What the plan suspends by hand may not have been Ready then.
func (f *facts) neverReadyIn(d *ownership.Desired, k ksID) string {
	in, ok := d.Kustomization(k)
	if !ok || in.Spec.Suspend {
		return ""
	}
	for _, child := range in.Awaits() {
		if f.script.suspended[child] {
			return child.String() + ", whose health it waits for, is suspended by hand, Ready or not (R2.20)"
		}
	}
	r := &ownership.Readiness{In: d, Before: f.from, Rests: f.rests}
	if d == f.to {
		r = &f.after
	}
	return r.NeverReady(k)
}
