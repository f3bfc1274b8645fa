package render

import (
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// scopes knows which kinds have no namespace. A kustomize namespace is
// written into objects of cluster-scoped custom kinds too; the server strips
// it, and the inventory has what the server answered (R4.6).
type scopes map[ownership.GroupKind]bool // true: cluster-scoped

// commonClusterKinds are cluster-scoped kinds of widespread APIs, for trees
// that use them without holding their CustomResourceDefinition.
var commonClusterKinds = []ownership.GroupKind{
	{Group: "cert-manager.io", Kind: "ClusterIssuer"},
	{Group: "external-secrets.io", Kind: "ClusterExternalSecret"},
	{Group: "external-secrets.io", Kind: "ClusterSecretStore"},
	{Group: "gateway.networking.k8s.io", Kind: "GatewayClass"},
	{Group: "karpenter.sh", Kind: "NodePool"},
	{Group: "kyverno.io", Kind: "ClusterPolicy"},
	{Group: "cilium.io", Kind: "CiliumClusterwideNetworkPolicy"},
	{Group: "cilium.io", Kind: "CiliumL2AnnouncementPolicy"},
	{Group: "cilium.io", Kind: "CiliumLoadBalancerIPPool"},
	{Group: "cilium.io", Kind: "CiliumBGPClusterConfig"},
	{Group: "snapshot.storage.k8s.io", Kind: "VolumeSnapshotClass"},
	{Group: "trust.cert-manager.io", Kind: "Bundle"},
	{Group: "nfd.k8s-sigs.io", Kind: "NodeFeatureRule"},
	{Group: "upgrade.cattle.io", Kind: "ClusterPlan"},
}

// newScopes learns the custom kinds that a state defines.
func newScopes(nodes []*node) scopes {
	s := scopes{}
	for _, gk := range commonClusterKinds {
		s[gk] = true
	}
	for _, n := range nodes {
		for _, o := range n.result.Objects {
			if kind, _ := o.Data["kind"].(string); kind == "CustomResourceDefinition" {
				spec, _ := o.Data["spec"].(map[string]any)
				scope, _ := spec["scope"].(string)
				s[definedKind(o.Data)] = scope == "Cluster"
			}
		}
	}
	return s
}

// clusterScoped says whether objects of the kind have no namespace.
func (s scopes) clusterScoped(apiVersion string, gk ownership.GroupKind) bool {
	if cluster, ok := s[gk]; ok {
		return cluster
	}
	namespaced, found := openapi.IsNamespaceScoped(yaml.TypeMeta{APIVersion: apiVersion, Kind: gk.Kind})
	return found && !namespaced
}

// definedKind gives the kind that a CustomResourceDefinition serves.
func definedKind(crd map[string]any) ownership.GroupKind {
	spec, _ := crd["spec"].(map[string]any)
	names, _ := spec["names"].(map[string]any)
	group, _ := spec["group"].(string)
	kind, _ := names["kind"].(string)
	return ownership.GroupKind{Group: group, Kind: kind}
}
