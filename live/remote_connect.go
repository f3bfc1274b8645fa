package live

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
)

var secretKind = schema.GroupKind{Kind: "Secret"}

// remoteConfig gives how a remote cluster is reached, or why that is not known.
func (s *session) remoteConfig(ctx context.Context, accesses []access) (config *rest.Config, why, supply string) {
	slices.SortFunc(accesses, func(a, b access) int { return cmp.Or(cmp.Compare(a.to.Kind, b.to.Kind), cmp.Compare(a.key, b.key)) })
	a := accesses[0]
	switch {
	case len(accesses) > 1:
		return nil, fmt.Sprintf("specs name %s by several keys, and inventories do not say which cluster they are of", a.to.Display()), "a Secret of its own for each cluster"
	case a.to.Kind != "Secret":
		return nil, "it is reached with the identity of a workload (" + a.to.Display() + "), which only the controller has", "a snapshot taken there"
	}
	mapping := s.catalog.mapping(secretKind, "v1")
	if mapping == nil {
		return nil, "the cluster serves no Secrets", ""
	}
	secret, err := s.whole.one(ctx, mapping, a.to.Namespace, a.to.Name)
	if err != nil {
		return nil, "the kubeconfig in " + a.to.Display() + " could not be read: " + err.Error(),
			fmt.Sprintf("a Role in namespace %s with the rule {apiGroups: [\"\"], resources: [secrets], resourceNames: [%s], verbs: [get]}", a.to.Namespace, a.to.Name)
	}
	config, err = s.configFrom(secret, a.key)
	if err != nil {
		return nil, fmt.Sprintf("%s: %v", a.to.Display(), err), "a kubeconfig that Flux could use as well, or a snapshot taken there"
	}
	return config, "", ""
}
