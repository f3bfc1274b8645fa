package hazard_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

func TestProtectedKinds(t *testing.T) {
	layout := []ownership.GroupKind{{Group: "cert-manager.io", Kind: "Certificate"}}
	for _, c := range []struct {
		group, kind string
		object      ownership.Object
		want        bool
	}{
		{"gateway.networking.k8s.io", "Gateway", ownership.Object{}, true},
		{"networking.istio.io", "Gateway", ownership.Object{}, false},
		{"", "Service", ownership.Object{LoadBalancer: true}, true},
		{"", "Service", ownership.Object{}, false},
		{"", "PersistentVolumeClaim", ownership.Object{}, true},
		{"", "Namespace", ownership.Object{}, true},
		{"", "ConfigMap", ownership.Object{}, false},
		{"apps", "StatefulSet", ownership.Object{}, true},
		{"apps", "Deployment", ownership.Object{}, false},
		{"apiextensions.k8s.io", "CustomResourceDefinition", ownership.Object{}, true},
		{"helm.toolkit.fluxcd.io", "HelmRelease", ownership.Object{}, true},
		{"kustomize.toolkit.fluxcd.io", "Kustomization", ownership.Object{}, true},
		{"storage.k8s.io", "StorageClass", ownership.Object{}, true},
		{"ceph.rook.io", "CephCluster", ownership.Object{}, true},
		{"infrastructure.cluster.x-k8s.io", "AWSCluster", ownership.Object{}, true},
		{"cluster.x-k8s.io", "Cluster", ownership.Object{}, true},
		{"cert-manager.io", "Certificate", ownership.Object{}, true},
		{"cert-manager.io", "Issuer", ownership.Object{}, false},
	} {
		id := ownership.ObjectID{Group: c.group, Kind: c.kind, Namespace: "demo", Name: "x"}
		reason, ok := hazard.Protected(id, c.object, layout)
		if ok != c.want || ok != (reason != "") {
			t.Errorf("%s %s: protected %v (%s), want %v", c.group, c.kind, ok, reason, c.want)
		}
	}
}
