package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// MarkInChart is the remedy of FM-048.
const MarkInChart Remedy = "have the chart mark what moves helm.sh/resource-policy: keep, one release earlier"

var chartToChartRule = Rule{
	Code: "FM-048", Name: "from one chart to another", Severity: Loses,
	Harm: "A HelmRelease comes whose chart may make what another release lets go of in the same step: Helm deletes it after it was taken over.",
	Why: "Two releases know nothing of each other, and nothing orders their upgrades; dependsOn orders what Ready means, and no deletion. " +
		"The new release takes the object over, where helm-controller lets it, and the old one deletes at its upgrade or uninstall what " +
		"its own chart does not make any more, whoever has it by then. An upgrade leaves what is marked helm.sh/resource-policy: keep in " +
		"the cluster, an uninstall what is marked so in the stored release. What charts render is not in Git: a release of a like name " +
		"in the same namespace is taken to be meant.",
	Source:   "R10.4; R21, R58, R59",
	Remedies: []Remedy{MarkInChart, SuspendRelease},
}

// chartToChart matches FM-048: a HelmRelease comes beside one of a like name
// that goes, becomes another release or is upgraded.
func (f *facts) chartToChart() []objectHazard {
	var found []objectHazard
	for _, r := range f.helmReleases(f.from) {
		gone := f.uninstalled(r)
		if !gone && !f.upgraded(r.ID) {
			continue
		}
		for _, s := range f.helmReleases(f.to) {
			if f.comes(s.ID) && f.mayShare(r, s) {
				found = append(found, f.betweenCharts(r, s, gone))
			}
		}
	}
	return found
}

// mayShare says whether two releases may make one object: they lie in one
// namespace and have like names, or, where it is known what the first one has
// made, some of that bears the name of the second. One release under two
// HelmReleases is another story.
func (f *facts) mayShare(r, s ownership.Object) bool {
	if r.ID.Cluster != s.ID.Cluster || r.ReleaseNamespaces[0] != s.ReleaseNamespaces[0] || r.ReleaseName == s.ReleaseName {
		return false
	}
	name := s.ReleaseName[strings.LastIndex(s.ReleaseName, "/")+1:]
	if inventory, known := f.releaseInventory(r.ID); known {
		return slices.ContainsFunc(inventory, func(o objectID) bool { return o.Name == name || strings.HasPrefix(o.Name, name+"-") })
	}
	return sameName(r.ReleaseName, name)
}

func (f *facts) betweenCharts(r, s ownership.Object, gone bool) objectHazard {
	ends, lets := "is upgraded", "gets another chart or other values, which may have made until now what that makes"
	if gone {
		ends, lets = "is uninstalled", "is uninstalled, whose chart may have made what that makes"
	}
	owners := unique(append(f.ownersAfter([]objectID{s.ID}), f.renderers[r.ID]...))
	return objectHazard{
		match: match{code: "FM-048", group: r.ID.Display() + " " + s.ID.Display(), objects: []objectID{s.ID, r.ID}, owners: owners,
			because: fmt.Sprintf("%s comes while %s %s: what the old release lets go of and the new one takes over, Helm deletes", s.ID.Display(), r.ID.Display(), ends)},
		unknown: fmt.Sprintf("it comes while %s %s; what a chart renders is not known here", r.ID.Display(), lets),
		supply:  "the mark helm.sh/resource-policy: keep on what moves, in the old chart one release earlier; or, if the two have nothing in common, a commit for each",
	}
}
