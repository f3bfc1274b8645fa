package runbook

import (
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

func TestAWaitForAnOldOwnerSaysWhatItLetsGoOf(t *testing.T) {
	upper := ownership.KustomizationID{Namespace: "flux-system", Name: "upper"}
	gate := ownership.ObjectID{Group: "gateway.networking.k8s.io", Kind: "Gateway", Namespace: "canal", Name: "gate"}
	p := planThatTried()
	p.Stages = []planner.Stage{{Title: "Wait", Steps: []step.Step{{Kind: step.AwaitOwned, Target: upper.Object(),
		Leaves: []step.Condition{{Kind: step.Forgotten, Kustomization: upper, Object: gate}}}}}}
	if got := oneLine(textOf(t, p)); !strings.Contains(got, "Wait until flux-system/upper has let go of Gateway canal/gate") {
		t.Error(got)
	}
}
