package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// kindFromChart matches FM-037 for a kind that nothing in Git defines: a
// resource of it comes in one Kustomization with the HelmRelease whose chart may
// bring the definition. The API server refuses the resource, so that the whole
// stage is not applied, the HelmRelease included (R5.4), and no later try is
// better.
func (f *facts) kindFromChart() []objectHazard {
	var found []objectHazard
	for _, k := range f.to.Kustomizations {
		for _, o := range k.Render.Objects {
			if !f.comes(o.ID) || !f.undefined(o.ID) {
				continue
			}
			if h, ok := f.besideItsChart(k, o.ID); ok {
				found = append(found, h)
			}
		}
	}
	return found
}

// undefined says whether an object is of a kind that is not built in, that no
// state defines and of which nothing was there before.
func (f *facts) undefined(o objectID) bool {
	if builtIn(o.Group) {
		return false
	}
	kind := ownership.GroupKind{Group: o.Group, Kind: o.Kind}
	return !slices.ContainsFunc(f.sorted, func(x objectID) bool {
		_, live := f.live.objects[x]
		before := live || f.fromOwners[x] != nil
		return f.objects[x].Defines == kind || before && x.Cluster == o.Cluster && x.Group == o.Group && x.Kind == o.Kind
	})
}

// builtIn says whether a group is served by the API server or by Flux itself;
// one that Kubernetes keeps for itself is taken to be.
func builtIn(group string) bool {
	return !strings.Contains(group, ".") || group == makerGroup || strings.HasSuffix(group, ".toolkit.fluxcd.io") ||
		strings.HasSuffix(group, ".k8s.io") && group != "gateway.networking.k8s.io"
}

// besideItsChart finds the HelmReleases that come with a resource and may bring
// its kind: one whose name is in the group of the kind; or any, where no release
// that was there before could have brought it.
func (f *facts) besideItsChart(k ownership.Kustomization, o objectID) (objectHazard, bool) {
	var named, all []objectID
	for _, r := range k.Render.Objects {
		if r.ReleaseName == "" || !f.comes(r.ID) || r.ID.Cluster != o.Cluster {
			continue
		}
		all = append(all, r.ID)
		if strings.Contains(o.Group, r.ID.Name) {
			named = append(named, r.ID)
		}
	}
	severity := Blocks
	if len(named) == 0 {
		severity, named = Warns, all
	}
	if len(named) == 0 || severity == Warns && len(f.helmReleases(f.to)) > len(all) {
		return objectHazard{}, false
	}
	because := fmt.Sprintf("%s applies a resource of kind %s together with %s: if the chart brings that kind, the API server refuses the resource, and with it the whole stage, so the chart is never installed",
		k.ID, o.Kind, strings.Join(displays(named), ", "))
	return objectHazard{match: match{code: "FM-037", severity: severity, group: because, objects: append([]objectID{o}, named...),
		owners: []ksID{k.ID}, because: because}}, true
}
