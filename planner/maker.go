package planner

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// makers says, by how the name of a root's maker begins, in small letters,
// where a field of the root's spec is changed so that it lasts (R5.12).
var makers = []struct{ prefix, do string }{
	{"fluxinstance", "change {sync} of the {maker}"},
	{"flux operator", "change {sync} of the FluxInstance"},
	{"flux bootstrap", "change {field} in its gotk-sync.yaml in Git, which is a merge"},
	{"flux create", "change {field} in its manifest in Git, which is a merge, or with flux create again"},
	{"itself", "change {field} in its own manifest in Git, which is a merge"},
	{"terraform", "change it in the Terraform resource, and apply that"},
	{"opentofu", "change it in the OpenTofu resource, and apply that"},
	{"pulumi", "change it in the Pulumi program, and run that"},
	{"azure", "change it through the API of Azure: az k8s-configuration flux kustomization update"},
	{"the cloud", "change it through the API of the cloud, or in what calls it"},
	{"resourceset", "change it in the inputs or the resources of the {maker}"},
	{"helm", "change it in the values of the {maker}"},
	{"argo cd", "change it in the manifest that the {maker} syncs"},
	{"kubectl", "change {field} of the live object, and in the file that was applied, as whoever applies it again puts it back"},
	{"kustomization", "change {field} in the manifest that {maker} renders, in Git, which is a merge"},
}

// atMaker says how a field of a root's spec is changed at who writes it.
func atMaker(root ownership.Kustomization, field string) string {
	sync := "spec.sync." + field
	if field != "path" {
		sync = "spec.kustomize.patches, for spec." + field + ","
	}
	words := strings.NewReplacer("{maker}", root.MadeBy, "{field}", "spec."+field, "{sync}", sync)
	for _, m := range makers {
		if strings.HasPrefix(strings.ToLower(root.MadeBy), m.prefix) {
			return words.Replace(m.do)
		}
	}
	return "change it there"
}

// atMaker says how the path of a root is switched. Where its manifest lies in
// Git and the plan publishes a commit, that commit has it.
func (b *builder) atMaker(root ownership.Kustomization) string {
	maker := strings.ToLower(root.MadeBy)
	if b.inGit && (maker == "itself" || strings.HasPrefix(maker, "flux bootstrap")) {
		return "the commit has the new path in its manifest, and the root applies that to itself; see that it did"
	}
	return atMaker(root, "path")
}

// byHand says whether a root was made by hand, so that a later edit by hand lasts.
func byHand(root ownership.Kustomization) bool {
	return strings.HasPrefix(strings.ToLower(root.MadeBy), "kubectl")
}

// withMakers gives the input with the makers of the roots as they were seen.
// What was seen is nearer the truth than what a layout says, but for a field
// manager that no rule knows.
func (in Input) withMakers() Input {
	if in.Observed == nil {
		return in
	}
	in.Transition.From = madeAsSeen(in.Transition.From, in.Observed)
	in.Transition.To = madeAsSeen(in.Transition.To, in.Observed)
	return in
}

func madeAsSeen(d *ownership.Desired, live *ownership.Observed) *ownership.Desired {
	seen := *d
	seen.Kustomizations = slices.Clone(d.Kustomizations)
	for i := range seen.Kustomizations {
		k := &seen.Kustomizations[i]
		if maker := makerOf(k.ID, live); k.Root && maker != "" && (k.MadeBy == "" || isKnownMaker(maker)) {
			k.MadeBy = maker
		}
	}
	return &seen
}

// makerOf gives who writes a root: its parent, where the cluster has one that
// the repository does not know.
func makerOf(k ksID, live *ownership.Observed) string {
	for _, o := range live.Kustomizations {
		if o.ID == k {
			if o.MadeBy == "" && o.Owner != (ksID{}) && o.Owner != k {
				return "Kustomization " + o.Owner.String()
			}
			return o.MadeBy
		}
	}
	return ""
}

func isKnownMaker(maker string) bool {
	return slices.ContainsFunc(makers, func(m struct{ prefix, do string }) bool {
		return strings.HasPrefix(strings.ToLower(maker), m.prefix)
	})
}
