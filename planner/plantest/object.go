package plantest

import (
	"fmt"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// groups of the kinds that tests name without one.
var groups = map[string]string{
	"Kustomization":            ownership.KustomizationGroup,
	"HelmRelease":              "helm.toolkit.fluxcd.io",
	"HelmRepository":           "source.toolkit.fluxcd.io",
	"HelmChart":                "source.toolkit.fluxcd.io",
	"GitRepository":            "source.toolkit.fluxcd.io",
	"OCIRepository":            "source.toolkit.fluxcd.io",
	"Bucket":                   "source.toolkit.fluxcd.io",
	"Gateway":                  "gateway.networking.k8s.io",
	"HTTPRoute":                "gateway.networking.k8s.io",
	"Ingress":                  "networking.k8s.io",
	"Certificate":              "cert-manager.io",
	"Deployment":               "apps",
	"StatefulSet":              "apps",
	"CustomResourceDefinition": "apiextensions.k8s.io",
	"ClusterRole":              "rbac.authorization.k8s.io",
	"ClusterRoleBinding":       "rbac.authorization.k8s.io",
}

// ObjectID reads KIND[.GROUP] and [NS/]NAME. Well-known kinds need no group.
func ObjectID(kind, name string) ownership.ObjectID {
	kind, group, ok := strings.Cut(kind, ".")
	if !ok {
		group = groups[kind]
	}
	id := ownership.ObjectID{Group: group, Kind: kind, Name: name}
	if ns, name, ok := strings.Cut(name, "/"); ok {
		id.Namespace, id.Name = ns, name
	}
	return id
}

func object(text string) (ownership.Object, error) {
	words := strings.Fields(text)
	if len(words) < 2 {
		return ownership.Object{}, fmt.Errorf("object %q is not KIND NAME", text)
	}
	o := ownership.Object{ID: ObjectID(words[0], words[1]), Version: "v1"}
	if words[0] != "Kustomization" {
		o.Digest = digest("content") // alike, unless digest= says otherwise
	}
	for _, word := range words[2:] {
		if err := objectOption(&o, word); err != nil {
			return o, err
		}
	}
	return o, nil
}

func objectOption(o *ownership.Object, word string) error {
	name, value, _ := strings.Cut(word, "=")
	switch name {
	case "file":
		o.File = value
	case "digest":
		o.Digest = value
	case "guarded":
		o.Traits.PruneDisabled = true
	case "reconcileDisabled":
		o.Traits.ReconcileDisabled = true
	case "ssa":
		o.Traits.SSA = value
	case "force":
		o.Traits.Force = true
	case "loadBalancer":
		o.LoadBalancer = true
	case "shard":
		o.Shard = value
	case "release":
		o.Release = value
	case "defines":
		o.Defines.Group, o.Defines.Kind, _ = strings.Cut(value, "/")
	case "uses":
		part := strings.SplitN(value, ":", 3)
		if len(part) != 3 {
			return fmt.Errorf("uses %q is not WHY:KIND:NS/NAME", value)
		}
		o.Uses = append(o.Uses, ownership.Use{Why: part[0], Object: ObjectID(part[1], part[2])})
	default:
		return fmt.Errorf("unknown word %q of object %s", word, o.ID.Display())
	}
	return nil
}
