package hazard

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// upgraded says whether a HelmRelease that stays may have Helm make something
// else of its release: its chart, its values or its post-renderers change, or
// what they are read from does.
func (f *facts) upgraded(r objectID) bool {
	before := f.rendersOf(f.from, r)
	if len(before) == 0 || !f.kept(r) {
		return false
	}
	for _, k := range f.renderers[r] {
		for _, v := range f.views[k] {
			if x, ok := v.Render.Find(r); ok && x.ReleaseContent != before[0].ReleaseContent {
				return true
			}
		}
	}
	return slices.ContainsFunc(before[0].Uses, func(u ownership.Use) bool {
		return u.Why != "dependsOn" && f.kept(u.Object) && !f.sameInEveryState(u.Object)
	})
}

// letGo matches FM-042 for a HelmRelease that stays and is upgraded: what its
// chart no longer makes is deleted (R10.4), unless the live object is marked to
// be kept.
func (f *facts) letGo(r ownership.Object) []objectHazard {
	if !f.upgraded(r.ID) {
		return nil
	}
	listed, _, _ := f.chartObjects(r, func(o objectID) bool { return f.toOwners[o] != nil && !f.markedToKeep(o) })
	_, related, _ := f.chartObjects(r, f.comes)
	if len(listed) > 0 {
		h := helmHazard("FM-042", Loses, r, listed, f.ownersAfter(listed), "it is upgraded, and its inventory lists %s, which %s renders: if its chart makes that no longer, Helm deletes it whatever its labels say")
		h.unknown = fmt.Sprintf("the live inventory of %s lists it, which is upgraded in the same step: if its chart makes it no longer, Helm deletes it whoever owns it by then (R10.4)", r.ID.Display())
		h.supply = keepFirst
		return []objectHazard{h}
	}
	if len(related) == 0 {
		return nil
	}
	h := helmHazard("FM-042", Loses, r, related, f.ownersAfter(related), "it is upgraded while %s comes, applied by %s: if its chart has made that and makes it no longer, Helm deletes it after it was taken over")
	h.unknown = fmt.Sprintf("it comes while %s gets another chart or other values, which may have made it until now; what a chart renders is not known here", r.ID.Display())
	h.supply = "the live inventory of the HelmRelease (--live); or " + keepFirst
	return []objectHazard{h}
}

// keepFirst is what makes a part of a chart safe to take over.
const keepFirst = "two commits: in the first the Kustomization takes it over, marked helm.sh/resource-policy: keep, while the chart still makes it; in the second it leaves the chart"

// takenIn matches FM-041 for a HelmRelease that stays and is upgraded.
func (f *facts) takenIn(r ownership.Object, related []objectID) objectHazard {
	h := helmHazard("FM-041", Loses, r, related, f.deletersOf(related), "it is upgraded while %s goes, deleted by %s: if its chart makes that from now on, it is deleted after Helm has taken it over")
	h.unknown = fmt.Sprintf("it goes while %s gets another chart or other values, which may make it under the same name; what a chart renders is not known here", r.ID.Display())
	h.supply = "a guard on it one commit earlier; or, if the chart does not make it, drop it in a commit of its own"
	return h
}

// markedToKeep says whether every manifest of an object in the state before has
// the mark of Helm, so that the live object has it before an upgrade begins.
func (f *facts) markedToKeep(o objectID) bool {
	before := f.rendersOf(f.from, o)
	return len(before) > 0 && !slices.ContainsFunc(before, func(x ownership.Object) bool { return !x.HelmKeep })
}

// usedBy says whether a HelmRelease reads an object in any state: that is what
// goes into a chart, and nothing that comes out of one.
func (f *facts) usedBy(r, o objectID) bool {
	return slices.ContainsFunc(f.states, func(d *ownership.Desired) bool {
		return slices.ContainsFunc(f.rendersOf(d, r), func(x ownership.Object) bool {
			return slices.ContainsFunc(x.Uses, func(u ownership.Use) bool { return u.Object == o })
		})
	})
}

// contentHash is what a generator of kustomize puts behind a name.
var contentHash = regexp.MustCompile(`-[bcdfghkmt2456789]{10}$`)

// rehashed says whether an object is what a generator makes of one name in
// turn: it goes and comes with each change of its content.
func (f *facts) rehashed(o objectID) bool {
	stem := contentHash.ReplaceAllString(o.Name, "")
	return stem != o.Name && slices.ContainsFunc(f.sorted, func(x objectID) bool {
		same := x
		same.Name = o.Name
		return same == o && x != o && contentHash.ReplaceAllString(x.Name, "") == stem && f.comes(o) != f.comes(x)
	})
}
