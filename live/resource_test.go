package live

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

func TestResourcesAreGuessedFromKinds(t *testing.T) {
	for kind, want := range map[string]string{
		"Gateway": "gateways", "GitRepository": "gitrepositories", "NetworkPolicy": "networkpolicies", "Ingress": "ingresses",
		"Endpoints": "endpoints", "ConfigMap": "configmaps", "StorageClass": "storageclasses", "": "",
	} {
		if got := GuessResource(ownership.GroupKind{Kind: kind}); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
}
