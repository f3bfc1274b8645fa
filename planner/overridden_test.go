package planner

import (
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

func TestAnEditThatAPatchOverridesSaysWhereItWins(t *testing.T) {
	k := ownership.Kustomization{
		ID: ownership.KustomizationID{Namespace: "flux-system", Name: "apps"}, File: "cluster/apps.yaml",
		Parents: []ownership.KustomizationID{{Namespace: "flux-system", Name: "root"}}, Patched: []string{"deletionPolicy"},
	}
	if got := overridden(k, policyField); !strings.Contains(got, "spec.patches of flux-system/root or in the kustomization file that lists cluster/apps.yaml") {
		t.Errorf("got %q", got)
	}
	if got := overridden(k, pruneField); got != "" {
		t.Errorf("no patch decides prune, got %q", got)
	}
}
