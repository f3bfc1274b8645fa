package render

import (
	"maps"
	"slices"
	"strings"

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
	{Group: "external-secrets.io", Kind: "ClusterPushSecret"},
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
	{Group: "apiextensions.crossplane.io", Kind: "Composition"},
	{Group: "apiextensions.crossplane.io", Kind: "CompositeResourceDefinition"},
	{Group: "pkg.crossplane.io", Kind: "Provider"},
	{Group: "pkg.crossplane.io", Kind: "Configuration"},
	{Group: "pkg.crossplane.io", Kind: "Function"},
	{Group: "cilium.io", Kind: "CiliumEgressGatewayPolicy"},
	{Group: "cilium.io", Kind: "CiliumBGPPeeringPolicy"},
	{Group: "keda.sh", Kind: "ClusterTriggerAuthentication"},
	{Group: "postgresql.cnpg.io", Kind: "ClusterImageCatalog"},
	{Group: "karpenter.k8s.aws", Kind: "EC2NodeClass"},
	{Group: "karpenter.azure.com", Kind: "AKSNodeClass"},
	{Group: "snapshot.storage.k8s.io", Kind: "VolumeSnapshotContent"},
	{Group: "flowcontrol.apiserver.k8s.io", Kind: "FlowSchema"},
	{Group: "flowcontrol.apiserver.k8s.io", Kind: "PriorityLevelConfiguration"},
	{Group: "resource.k8s.io", Kind: "DeviceClass"},
	{Group: "storage.k8s.io", Kind: "VolumeAttributesClass"},
	{Group: "networking.k8s.io", Kind: "ServiceCIDR"},
	{Group: "networking.k8s.io", Kind: "IPAddress"},
	{Group: "certificates.k8s.io", Kind: "ClusterTrustBundle"},
	{Group: "admissionregistration.k8s.io", Kind: "ValidatingAdmissionPolicy"},
	{Group: "admissionregistration.k8s.io", Kind: "ValidatingAdmissionPolicyBinding"},
	{Group: "admissionregistration.k8s.io", Kind: "MutatingAdmissionPolicy"},
	{Group: "admissionregistration.k8s.io", Kind: "MutatingAdmissionPolicyBinding"},
}

// shareScopes lets every state know the kinds that any of them defines: the
// definition may come and go with the change, the objects are the same.
func shareScopes(states []*state) {
	joined := scopes{}
	for _, s := range states {
		maps.Copy(joined, s.scopes)
	}
	for _, s := range states {
		if maps.Equal(s.scopes, joined) {
			continue
		}
		s.scopes = joined
		kustomizations := make([]ownership.Kustomization, len(s.nodes))
		for i, n := range s.nodes {
			kustomizations[i] = s.kustomization(n)
		}
		s.desired.Kustomizations = kustomizations
	}
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

// namespacedGroups are API groups whose kinds have namespaces, but for those
// in commonClusterKinds.
var namespacedGroups = []string{
	"kustomize.toolkit.fluxcd.io", "source.toolkit.fluxcd.io", "helm.toolkit.fluxcd.io", "notification.toolkit.fluxcd.io",
	"image.toolkit.fluxcd.io", "gateway.networking.k8s.io", "cert-manager.io", "acme.cert-manager.io", "external-secrets.io",
	"monitoring.coreos.com", "grafana.integreatly.org", "postgresql.cnpg.io", "volsync.backube", "traefik.io",
	"networking.istio.io", "security.istio.io", "keda.sh", "ceph.rook.io",
}

// scopeKnown says whether clusterScoped knows the kind.
func (s scopes) scopeKnown(apiVersion string, gk ownership.GroupKind) bool {
	// A kind that begins so is often the one of its group without namespaces.
	doubtful := strings.HasPrefix(gk.Kind, "Cluster") && gk.Kind != "Cluster"
	if _, ok := s[gk]; ok || slices.Contains(namespacedGroups, gk.Group) && !doubtful {
		return true
	}
	_, found := openapi.IsNamespaceScoped(yaml.TypeMeta{APIVersion: apiVersion, Kind: gk.Kind})
	return found
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
