package live

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// makers tells from labels and annotations who wrote a Kustomization. The first
// that matches wins; name and namespace are the labels or annotations that
// name the maker.
var makers = []struct {
	kind            string
	name, namespace string
	label, value    string // has to be there as well, where it is given
}{
	// Flux Operator labels what a FluxInstance syncs; internal/controller,
	// common labels, and what the objects of a running one carry.
	{kind: "FluxInstance", name: "fluxcd.controlplane.io/name", namespace: "fluxcd.controlplane.io/namespace"},
	{kind: "FluxInstance", label: "app.kubernetes.io/managed-by", value: "flux-operator"},
	// Flux Operator, api/v1 resourceset_types.go: owner labels of a ResourceSet.
	{kind: "ResourceSet", name: "resourceset.fluxcd.controlplane.io/name", namespace: "resourceset.fluxcd.controlplane.io/namespace"},
	// Azure's microsoft.flux extension labels what a fluxConfiguration made.
	{kind: "Azure FluxConfig", name: "clusterconfig.azure.com/name", namespace: "clusterconfig.azure.com/namespace"},
	// helm-controller labels what a HelmRelease installs (its origin labels).
	{kind: "HelmRelease", name: releaseGroup + "/name", namespace: releaseGroup + "/namespace"},
	// Helm 3, pkg/action/validate.go: the marks of a release.
	{kind: "Helm release", name: "meta.helm.sh/release-name", namespace: "meta.helm.sh/release-namespace",
		label: "app.kubernetes.io/managed-by", value: "Helm"},
	// Argo CD, annotation tracking.
	{kind: "Argo CD application", name: "argocd.argoproj.io/tracking-id"},
}

// hands tells from the beginning of a field manager's name, in small letters,
// who wrote spec.path. A client that sets no manager has the first word of its
// user agent.
var hands = []struct{ prefix, maker string }{
	{"terraform", "Terraform"}, // terraform-provider-kubernetes: field_manager is "Terraform"
	{"hashicorp", "Terraform"}, // the user agent of its providers is "HashiCorp/1.0 Terraform/…"
	{"pulumi", "Pulumi"},       // pulumi-kubernetes-…
	{"flux-operator", "Flux Operator"},
	{"fluxconfig", "Azure FluxConfig"}, // the extension's Deployments fluxconfig-agent, fluxconfig-controller
	{"argocd", "Argo CD"},
	{"helm", "Helm"},
	{"flux", "flux bootstrap or flux create"}, // flux2: the default manager of its client
	{"gotk", "flux bootstrap or flux create"}, // flux2 before v0.1
	{"kubectl", "kubectl"},
}

// madeBy says who writes the spec of a root, and what tells so: a Kustomization
// without owner labels, or one that owns itself. Of others it says nothing:
// their parent does.
func madeBy(manifest map[string]any, k ownership.ObservedKustomization) (maker, evidence string) {
	itself := k.Owner == k.ID
	if !itself && k.Owner != (ownership.KustomizationID{}) {
		return "", ""
	}
	if maker, evidence = madeByLabel(manifest); maker != "" {
		return maker, evidence
	}
	if maker, evidence = madeByOwner(manifest); maker != "" {
		return maker, evidence
	}
	if itself {
		return "itself", "its owner labels name itself: it renders its own manifest"
	}
	return madeByHand(k.Managers)
}

func madeByLabel(manifest map[string]any) (maker, evidence string) {
	marks := ownership.AnnotationsOf(manifest)
	for key, value := range ownership.LabelsOf(manifest) {
		marks[key] = value
	}
	for _, m := range makers {
		name := marks[m.name]
		if m.name != "" && name == "" || m.label != "" && marks[m.label] != m.value {
			continue
		}
		if m.name == "" {
			return m.kind, m.label + " is " + m.value
		}
		if namespace := marks[m.namespace]; namespace != "" {
			name = namespace + "/" + name
		}
		return m.kind + " " + name, "it carries " + m.name
	}
	return "", ""
}

func madeByOwner(manifest map[string]any) (maker, evidence string) {
	metadata, _ := manifest["metadata"].(map[string]any)
	for _, r := range ownerReferences(metadata) {
		return r.Kind + " " + r.Name, "its ownerReferences name it"
	}
	return "", ""
}

// madeByHand goes by the manager of spec.path; controllers of Flux manage
// other fields of it.
func madeByHand(managers []ownership.FieldManagers) (maker, evidence string) {
	of := ownership.ManagersOf(managers, "spec.path")
	if len(of) == 0 {
		of = ownership.ManagersOf(managers, "spec.sourceRef")
	}
	var found, names []string
	for _, m := range of {
		maker := "the field manager " + m.Name
		for _, h := range hands {
			if strings.HasPrefix(strings.ToLower(m.Name), h.prefix) {
				maker = h.maker
				break
			}
		}
		if !slices.Contains(found, maker) {
			found = append(found, maker)
		}
		names = append(names, m.Name)
	}
	if len(found) == 0 {
		return "", ""
	}
	return strings.Join(found, " and "), fmt.Sprintf("the manager of its spec is %s", strings.Join(sortedOnce(names), ", "))
}
