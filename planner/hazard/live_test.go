package hazard_test

import (
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// edge is the Gateway of these tests; a and b are its old and new owner.
var (
	edge = ownership.ObjectID{Kind: "Gateway", Namespace: "demo", Name: "edge"}
	a    = ownership.KustomizationID{Namespace: "flux", Name: "a"}
	b    = ownership.KustomizationID{Namespace: "flux", Name: "b"}
)

const liveMove = `
	root r path=r
	commit
	  r: K/a(path=a) K/b(path=b)
	  a: Gateway/edge
	  b:
	commit
	  a:
	  b: Gateway/edge`

func observe(owner ownership.KustomizationID, traits ownership.Traits) *ownership.Observed {
	return &ownership.Observed{
		Kustomizations: []ownership.ObservedKustomization{{ID: a, Spec: ownership.Spec{Prune: true}, Inventory: []ownership.ObjectID{edge}}},
		Objects:        []ownership.ObservedObject{{ID: edge, Owner: owner, Traits: traits}},
	}
}

func TestWhatAClusterHoldsCounts(t *testing.T) {
	guarded := strings.ReplaceAll(liveMove, "a: Gateway/edge", "a: Gateway/edge+guard")
	settled := strings.ReplaceAll(liveMove, "a: Gateway/edge\n	  b:", "a: ConfigMap/y\n	  b: Gateway/edge")
	cases := []struct {
		name, world string
		obs         *ownership.Observed
		lost        string
		unknown     string
	}{
		{"the label of another Kustomization does not save a contested object", liveMove, observe(b, ownership.Traits{}), "Gateway demo/edge", ""},
		{"a guard that no manifest declares saves it as long as nobody strips it", liveMove,
			observe(a, ownership.Traits{PruneDisabled: true}), "", "no manifest declares"},
		{"the guard of the manifest is live", guarded, observe(a, ownership.Traits{PruneDisabled: true}), "", ""},
		{"the guard of the manifest is not live yet", guarded, observe(a, ownership.Traits{}), "Gateway demo/edge", ""},
		{"an old inventory lists an object that another owner has and labelled", settled, observe(b, ownership.Traits{}), "", ""},
		{"an old inventory lists it, and the label is still the old one", settled, observe(a, ownership.Traits{}), "Gateway demo/edge", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			found := hazard.Find(parseWorld(t, c.world).transition(), c.obs)
			if got := displays(found.AtRisk()); got != c.lost {
				t.Errorf("at risk: %q, want %q\n%s", got, c.lost, describe(found))
			}
			if text := describe(found); (c.unknown == "") != (len(found.Unknowns) == 0) || !strings.Contains(text, c.unknown) {
				t.Errorf("unknown: want %q\n%s", c.unknown, text)
			}
			covered(t, found)
		})
	}
}

func TestALiveSuspendIsADifferenceNotAProtection(t *testing.T) {
	obs := observe(a, ownership.Traits{})
	obs.Kustomizations[0].Spec.Suspend = true
	found := hazard.Find(parseWorld(t, liveMove).transition(), obs)
	if displays(found.AtRisk()) != "Gateway demo/edge" || !strings.Contains(describe(found), "is suspended in the cluster") {
		t.Error(describe(found))
	}
}

func TestALiveKustomizationThatNoStateDeclaresIsUnknown(t *testing.T) {
	obs := observe(a, ownership.Traits{})
	obs.Kustomizations[0].ID.Name = "old"
	found := hazard.Find(parseWorld(t, "root r path=r\ncommit\nr: Gateway/edge\ncommit\nr: Gateway/edge ConfigMap/x").transition(), obs)
	if !strings.Contains(describe(found), "no state declares it") {
		t.Error(describe(found))
	}
}

// An inventory does not say which cluster it is of; the spec does.
func TestAnInventoryOfAnotherClusterIsReadAsSuch(t *testing.T) {
	w := parseWorld(t, `
		root r path=r
		commit
		  r: K/a(path=a,cluster=flux/far) K/b(path=b,cluster=flux/far)
		  a: ConfigMap/y
		  b: Gateway/edge
		commit
		  a: ConfigMap/y ConfigMap/z`)
	obs := observe(a, ownership.Traits{})
	obs.Objects[0].ID.Cluster = "flux/far"
	if found := hazard.Find(w.transition(), obs); displays(found.AtRisk()) != "Gateway demo/edge (cluster flux/far)" {
		t.Error(describe(found))
	}
}
