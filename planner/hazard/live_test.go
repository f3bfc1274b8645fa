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
			found := hazard.Find(parseWorld(t, c.world).Transition(), c.obs)
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

// managed gives what the cluster of observe would show with a guard under a
// field manager, and the controller at a version.
func managed(traits ownership.Traits, manager, version string, overrides ...string) *ownership.Observed {
	obs := observe(a, traits)
	obs.Objects[0].ManagersKnown = true
	obs.Objects[0].Managers = []ownership.FieldManagers{{Field: ownership.AnnotationField("kustomize.toolkit.fluxcd.io/prune"),
		Managers: []ownership.Manager{{Name: manager, Operation: ownership.Update}}}}
	obs.Controllers = []ownership.Controller{{OverrideManagers: overrides}}
	obs.Versions.KustomizeController = version
	return obs
}

func TestAGuardOfTheClusterCountsWhereItStays(t *testing.T) {
	guard, ignore, off := ownership.Traits{PruneDisabled: true}, ownership.Traits{SSA: "Ignore"}, ownership.Traits{ReconcileDisabled: true}
	declared := strings.ReplaceAll(liveMove, "a: Gateway/edge", "a: Gateway/edge+guard")
	for _, c := range []struct {
		name, world string
		obs         *ownership.Observed
		lost, says  string
	}{
		{"a manager that stays (P1'')", liveMove, managed(guard, "fluxmigrate", ""), "", ""},
		{"kubectl, whose fields the next run takes off", liveMove, managed(guard, "kubectl-annotate", ""), "Gateway demo/edge",
			"the guard it carries is managed by kubectl-annotate, and the next run"},
		{"a manager that the controller was told to override", liveMove, managed(guard, "fluxmigrate", "", "fluxmig"), "Gateway demo/edge", "managed by fluxmigrate"},
		{"the controller's own, left from an earlier manifest", liveMove, managed(guard, "kustomize-controller", ""), "Gateway demo/edge", "next run"},
		{"the manifest's", declared, managed(guard, "kustomize-controller", ""), "", ""},
		{"reconcile: disabled of kubectl: no run touches it", liveMove, managed(off, "kubectl-annotate", ""), "", "the live object says to skip it"},
		{"ssa: Ignore from v1.8.5 on", liveMove, managed(ignore, "kubectl-annotate", "v1.8.5"), "", "the live object says to skip it"},
		{"ssa: Ignore before", liveMove, managed(ignore, "kubectl-annotate", "v1.8.4"), "Gateway demo/edge", "the live object says to skip it"},
		{"ssa: Ignore of a controller of unknown version", liveMove, managed(ignore, "kubectl-annotate", ""), "Gateway demo/edge", "the live object says to skip it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := hazard.Find(parseWorld(t, c.world).Transition(), c.obs)
			text := describe(found)
			if got := displays(found.AtRisk()); got != c.lost || len(found.Unknowns) > 0 || !strings.Contains(text, c.says) {
				t.Errorf("at risk %q, want %q, and %q in\n%s", got, c.lost, c.says, text)
			}
			covered(t, found)
		})
	}
}

func TestAProtectionCountsOnceItIsLive(t *testing.T) {
	for _, c := range []struct {
		field, world string
		live         ownership.Spec
		lost         bool
	}{
		{"prune: false", strings.ReplaceAll(liveMove, "K/a(path=a)", "K/a(path=a,noprune)"), ownership.Spec{Prune: true}, true},
		{"prune: false", strings.ReplaceAll(liveMove, "K/a(path=a)", "K/a(path=a,noprune)"), ownership.Spec{}, false},
		{"suspend: true", strings.ReplaceAll(liveMove, "K/a(path=a)", "K/a(path=a,suspend)"), ownership.Spec{Prune: true}, true},
		{"suspend: true", strings.ReplaceAll(liveMove, "K/a(path=a)", "K/a(path=a,suspend)"), ownership.Spec{Prune: true, Suspend: true}, false},
		{"deletionPolicy: Orphan", liveRename, ownership.Spec{Prune: true}, true},
		{"deletionPolicy: Orphan", liveRename, ownership.Spec{Prune: true, DeletionPolicy: ownership.PolicyOrphan}, false},
	} {
		obs := observe(a, ownership.Traits{})
		obs.Kustomizations[0].Spec = c.live
		w := parseWorld(t, c.world)
		k, _ := w.Transition().From.Kustomization(a)
		obs.Kustomizations[0].Spec.Path, obs.Kustomizations[0].Spec.Source = k.Spec.Path, k.Spec.Source
		found := hazard.Find(w.Transition(), obs)
		says := strings.Contains(describe(found), c.field+" of r0.0, which would keep flux/a from it, is not in the cluster")
		if lost := displays(found.AtRisk()) == "Gateway demo/edge"; lost != c.lost || says != c.lost {
			t.Errorf("Git says %s, the cluster %+v: lost %t, want %t\n%s", c.field, c.live, lost, c.lost, describe(found))
		}
	}
}

const liveRename = `
	root r path=r
	commit
	  r: K/a(path=a,policy=Orphan) K/b(path=b)
	  a: Gateway/edge
	  b:
	commit
	  r: K/b(path=b)
	  a: Gateway/edge
	  b: Gateway/edge`

// The inventory of the old child still lists what its parent renders; the
// parent takes it over before it deletes the child (R6.2), unless the live
// object tells every run to leave it untouched (R5.6).
func TestAParentThatSkipsTheLiveObjectDoesNotSaveIt(t *testing.T) {
	w := parseWorld(t, `
		root r path=r
		commit
		  r: K/a(path=a,noprune,policy=Delete) Gateway/edge
		  a: ConfigMap/x
		commit
		  r: Gateway/edge`)
	if found := hazard.Find(w.Transition(), observe(a, ownership.Traits{})); displays(found.AtRisk()) != "" {
		t.Error(describe(found))
	}
	if found := hazard.Find(w.Transition(), observe(a, ownership.Traits{SSA: "Ignore"})); displays(found.AtRisk()) != "Gateway demo/edge" {
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
	if found := hazard.Find(w.Transition(), obs); displays(found.AtRisk()) != "Gateway demo/edge (cluster flux/far)" {
		t.Error(describe(found))
	}
}
