package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// toHelm matches FM-041: an object leaves its Kustomizations while a
// HelmRelease comes whose chart may make it. What a chart renders is not known
// here; the live inventory of a HelmRelease tells of one that is there.
func (f *facts) toHelm() []objectHazard {
	var found []objectHazard
	for _, r := range f.helmReleases(f.to) {
		listed, related, beside := f.chartObjects(r, f.goes)
		if len(listed) > 0 {
			h := helmHazard("FM-041", Loses, r, listed, f.deletersOf(listed), "its inventory lists %s, which %s deletes: the release loses it, and Helm does not look")
			h.unknown = fmt.Sprintf("it is deleted for its Kustomization, and the live inventory of %s lists it as well: what Helm makes of that is not in the model", r.ID.Display())
			h.supply = "a guard on it until the Kustomization has forgotten it"
			found = append(found, h)
		}
		if f.upgraded(r.ID) && len(related) > 0 {
			found = append(found, f.takenIn(r, related))
		}
		if !f.comes(r.ID) {
			continue
		}
		if len(related) > 0 {
			h := helmHazard("FM-041", Loses, r, related, f.deletersOf(related), "it comes while %s goes, deleted by %s: if its chart makes that, it is deleted after Helm has taken it over")
			h.unknown = fmt.Sprintf("it goes while %s comes, whose chart may make it under the same name; what a chart renders is not known here", r.ID.Display())
			h.supply = "a guard on it one commit earlier; or, if the chart does not make it, drop it in a commit of its own"
			found = append(found, h)
		}
		if len(beside) > 0 {
			found = append(found, helmHazard("FM-041", Warns, r, beside, f.deletersOf(beside), "it comes while %s goes, deleted by %s: look whether its chart makes any of that"))
		}
	}
	return found
}

// fromHelm matches FM-042: a Kustomization takes over what a HelmRelease has
// made, and that goes, or becomes another release, at the same time.
func (f *facts) fromHelm() []objectHazard {
	var found []objectHazard
	for _, r := range f.helmReleases(f.from) {
		if !f.uninstalled(r) {
			found = append(found, f.letGo(r)...)
			continue
		}
		listed, _, _ := f.chartObjects(r, func(o objectID) bool { return f.toOwners[o] != nil })
		_, related, beside := f.chartObjects(r, f.comes)
		switch {
		case len(listed) > 0:
			h := helmHazard("FM-042", Loses, r, listed, f.ownersAfter(listed), "it is uninstalled, and its inventory lists %s, which %s takes over: Helm deletes that whatever its labels say")
			h.unknown = fmt.Sprintf("the live inventory of %s lists it, which is uninstalled in the same step: whoever owns it by then, Helm deletes it (R10.4)", r.ID.Display())
			h.supply = "suspend the HelmRelease before it goes, or helm.sh/resource-policy: keep in the chart one release earlier"
			found = append(found, h)
		case len(related) > 0:
			h := helmHazard("FM-042", Loses, r, related, f.ownersAfter(related), "it is uninstalled while %s comes, applied by %s: if its chart has made that, Helm deletes it after it was taken over")
			h.unknown = fmt.Sprintf("it comes while %s is uninstalled, whose chart may have made it; what a chart renders is not known here", r.ID.Display())
			h.supply = "the live inventory of the HelmRelease (--live), or suspend it before it goes"
			found = append(found, h)
		}
		if len(listed) == 0 && len(beside) > 0 {
			found = append(found, helmHazard("FM-042", Warns, r, beside, f.ownersAfter(beside), "it is uninstalled while %s comes, applied by %s: look whether its chart has made any of that"))
		}
	}
	return found
}

// uninstalled says whether the release of a HelmRelease of the state before
// ends: it goes, and is not suspended in every view, or it becomes another one
// (R10.4).
func (f *facts) uninstalled(r ownership.Object) bool {
	if f.goes(r.ID) {
		return slices.ContainsFunc(f.renderers[r.ID], func(k ksID) bool {
			return slices.ContainsFunc(f.views[k], func(v view) bool {
				x, has := v.Render.Find(r.ID)
				return has && !x.Suspended
			})
		})
	}
	after := f.rendersOf(f.to, r.ID)
	return len(after) > 0 && after[0].Release != r.Release
}

// helmReleases gives the HelmReleases of a state that can be read, sorted.
func (f *facts) helmReleases(d *ownership.Desired) []ownership.Object {
	var all []ownership.Object
	for _, o := range f.sorted {
		if x := f.rendersOf(d, o); len(x) > 0 && x[0].ReleaseName != "" {
			all = append(all, x[0])
		}
	}
	return all
}

// chartObjects gives of the objects that are asked for those that the live inventory
// of a HelmRelease lists; and, where that is not known, those in its target
// namespace, or in none, that bear its name, and the others that come from the
// same Kustomization.
func (f *facts) chartObjects(r ownership.Object, is func(objectID) bool) (listed, related, beside []objectID) {
	inventory, known := f.releaseInventory(r.ID)
	for _, o := range f.sorted {
		switch {
		case !is(o) || !byChart(o):
		case slices.Contains(inventory, o):
			listed = append(listed, o)
		case known || !reaches(r, o) || f.usedBy(r.ID, o) || f.rehashed(o):
		case sameName(r.ReleaseName, o.Name):
			related = append(related, o)
		case overlap(f.renderers[o], f.renderers[r.ID]):
			beside = append(beside, o)
		}
	}
	return listed, related, beside
}

// releaseInventory gives what a live HelmRelease says that it has installed.
func (f *facts) releaseInventory(r objectID) (ids []objectID, known bool) {
	if f.live.observed == nil {
		return nil, false
	}
	for _, x := range f.live.observed.Releases {
		if x.ID == r {
			return x.Inventory, true
		}
	}
	return nil, false
}

// byChart says whether charts make objects of this kind: those that stand for
// others of Flux's own are not meant.
func byChart(o objectID) bool {
	return !strings.HasSuffix(o.Group, ".toolkit.fluxcd.io") && !isNamespace(o)
}

func reaches(r ownership.Object, o objectID) bool {
	return o.Cluster == r.ID.Cluster && (o.Namespace == "" || o.Namespace == r.ReleaseNamespaces[0])
}

// sameName says whether an object bears the name of a release, as what a chart
// makes does by custom: the name itself, or with a word before or behind it.
func sameName(release, object string) bool {
	name := release[strings.LastIndex(release, "/")+1:]
	return object == name || strings.HasPrefix(object, name+"-") || strings.HasSuffix(object, "-"+name) ||
		strings.HasPrefix(name, object+"-") || strings.HasSuffix(name, "-"+object)
}

// helmHazard writes down objects that a Kustomization and a release have in
// common; text has a place for them and one for the Kustomizations.
func helmHazard(code string, severity Severity, r ownership.Object, objects []objectID, owners []ksID, text string) objectHazard {
	because := fmt.Sprintf(text, some(displays(objects)), strings.Join(namesOf(owners), ", "))
	return objectHazard{match: match{code: code, severity: severity, group: r.ID.Display() + " " + string(severity) + because,
		objects: append(slices.Clone(objects), r.ID), owners: owners, because: r.ID.Display() + ": " + because}}
}

func (f *facts) deletersOf(objects []objectID) []ksID {
	var by []ksID
	for _, o := range objects {
		by = append(by, f.deleters(o)...)
	}
	return unique(by)
}

func (f *facts) ownersAfter(objects []objectID) []ksID {
	var owners []ksID
	for _, o := range objects {
		owners = append(owners, f.toOwners[o]...)
	}
	return unique(owners)
}
