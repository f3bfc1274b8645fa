package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// tools are those that apply objects from a source of their own, by how the
// names of their field managers begin. Those of kubectl are taken over by Flux
// (R5.10) and no tool.
var tools = []struct{ prefix, name string }{
	{"argocd", "Argo CD"},
	{"helm", "Helm"},
	{"terraform", "Terraform"},
	{"hashicorp", "Terraform"},
	{"opentofu", "OpenTofu"},
	{"pulumi", "Pulumi"},
	{"fleet", "Fleet"},
	{"configsync", "Config Sync"},
	{"kluctl", "kluctl"},
	{"kapp", "kapp"},
	{"flux-operator", "Flux Operator"},
}

func toolOf(m ownership.Manager) string {
	for _, t := range tools {
		if strings.HasPrefix(strings.ToLower(m.Name), t.prefix) {
			return t.name
		}
	}
	return ""
}

// otherTools matches FM-045: an object that the transition changes, and that
// the cluster was seen to get from another tool as well.
func (f *facts) otherTools() []objectHazard {
	var found []objectHazard
	for _, o := range f.sorted {
		if len(f.fromOwners[o])+len(f.toOwners[o]) == 0 || !f.touched(o) { // roots belong to others
			continue
		}
		for _, h := range f.handsOn(o) {
			h.match.code, h.match.objects = "FM-045", append([]objectID{o}, h.match.objects...)
			h.match.owners = unique(append(slices.Clone(f.fromOwners[o]), f.toOwners[o]...))
			if !f.handedOver(o) {
				h.match.severity, h.unknown = Warns, ""
			}
			h.supply = "see that the other tool has let go of it, and take its entry out of managedFields"
			found = append(found, h)
		}
	}
	return found
}

// handsOn gives one hazard for each other tool that has a hand in the live
// object: a HelmRelease that lists it, or a field manager.
func (f *facts) handsOn(o objectID) []objectHazard {
	var found []objectHazard
	byHelm := f.holdingRelease(o)
	if byHelm != (objectID{}) && f.kept(o) { // of what goes FM-041 says so
		h := objectHazard{unknown: fmt.Sprintf("%s lists it in the cluster as well, and may change or delete it at any time", byHelm.Display())}
		h.match = match{group: byHelm.Display(), objects: []objectID{byHelm},
			because: fmt.Sprintf("the live inventory of %s lists it beside that of its Kustomization", byHelm.Display())}
		found = append(found, h)
	}
	var seen []string
	for _, m := range f.live.objects[o].Writers {
		tool := toolOf(m)
		if tool == "" || slices.Contains(seen, tool) || tool == "Helm" && byHelm != (objectID{}) {
			continue
		}
		seen = append(seen, tool)
		h := objectHazard{unknown: fmt.Sprintf("%s writes it in the cluster as well (field manager %s), and may change or delete it at any time", tool, m.Name)}
		h.match = match{group: tool, because: fmt.Sprintf("%s has written it too (field manager %s): as long as it runs, it and Flux undo each other", tool, m.Name)}
		if tool == "Helm" { // a release that is gone leaves its entry behind
			h.unknown, h.match.severity = "", Warns
		}
		found = append(found, h)
	}
	return found
}

func (f *facts) holdingRelease(o objectID) objectID {
	if f.live.observed == nil {
		return objectID{}
	}
	for _, r := range f.live.observed.Releases {
		if slices.Contains(r.Inventory, o) {
			return r.ID
		}
	}
	return objectID{}
}

// touched says whether the transition does anything to the object: another
// owner, another content, an end.
func (f *facts) touched(o objectID) bool {
	return len(f.ends[o]) > 0 || !slices.Equal(f.fromOwners[o], f.toOwners[o]) || !f.sameInEveryState(o)
}

// handedOver says whether the object should live and may end or change owners.
func (f *facts) handedOver(o objectID) bool {
	return f.kept(o) && (len(f.ends[o]) > 0 || !slices.Equal(f.fromOwners[o], f.toOwners[o]))
}
