package planner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
	"github.com/fluxmigrate/fluxmigrate/render"
)

const (
	gateway        = "aks-istio-ingress_spi-gateway_gateway.networking.k8s.io_Gateway"
	helmRepository = "osdu-flux_bitnami_source.toolkit.fluxcd.io_HelmRepository"
)

func openCase(t *testing.T, name, cluster string) *render.Repository {
	t.Helper()
	r, err := render.Open(render.Options{
		Repo: plantest.CloneCase(t, "..", name), Layout: plantest.LayoutOfCase("..", name), Cluster: cluster,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func planCase(t *testing.T, r *render.Repository, from, to string) *planner.Plan {
	t.Helper()
	transition, err := r.Transition(from, to)
	if err != nil {
		t.Fatal(err)
	}
	p, err := planner.Build(planner.Input{Transition: *transition})
	if err != nil {
		t.Fatalf("%s to %s: %v", from, to, err)
	}
	return p
}

func atRisk(p *planner.Plan) []string {
	var ids []string
	for _, r := range p.Naive.AtRisk {
		ids = append(ids, r.Object.String())
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// atRiskInSwitch is what the shared cases' README says of a naive switch.
func atRiskInSwitch(tag, from, to string) []string {
	tls := func(mode string) bool { return strings.HasSuffix(mode, "azure") || strings.HasSuffix(mode, "dns") }
	ip := func(mode string) bool { return strings.HasSuffix(mode, "ip") }
	var lost []string
	switch {
	case tag == "contested" && tls(from) && ip(to), tag == "distinct-owner" && (tls(from) && ip(to) || ip(from) && tls(to)):
		lost = append(lost, gateway)
	}
	if tag == "contested" && strings.HasSuffix(from, "dns") && (strings.HasSuffix(to, "azure") || ip(to)) {
		lost = append(lost, helmRepository)
	}
	return lost
}

// TestIngressSwitchesLoseWhatTheTableSays plans all 42 ordered pairs of the
// seven states at each of the four tags.
func TestIngressSwitchesLoseWhatTheTableSays(t *testing.T) {
	r := openCase(t, "spi-ingress-modes", "")
	modes := []string{"core-azure", "core-dns", "core-ip", "minimal-azure", "minimal-dns", "minimal-ip", "bare"}
	pairs := map[string]int{"contested": 12, "distinct-owner": 16, "shared-identity": 0, "stubs-removed": 0}
	for tag, want := range pairs {
		refuted := 0
		for _, from := range modes {
			for _, to := range modes {
				if from == to {
					continue
				}
				p := planCase(t, r, tag+":"+from, tag+":"+to)
				if got, want := atRisk(p), atRiskInSwitch(tag, from, to); !slices.Equal(got, want) {
					t.Errorf("%s, %s to %s: at risk %v, want %v", tag, from, to, got, want)
				}
				if p.Naive.Verdict == verdict.Refuted {
					refuted++
				}
				checkBare(t, p, from, to)
			}
		}
		if refuted != want {
			t.Errorf("%s: %d pairs refuted, want %d", tag, refuted, want)
		}
	}
}

// checkBare holds that from nothing everything is created, and that to nothing
// everything but the namespaces is a wanted deletion.
func checkBare(t *testing.T, p *planner.Plan, from, to string) {
	t.Helper()
	for _, c := range p.Changes {
		switch {
		case from == "bare" && c.Kind != ownership.Created:
			t.Errorf("bare to %s: %s is %s", to, c.Object, c.Kind)
		case to == "bare" && c.Object.Kind == "Namespace" && c.Kind != ownership.Orphaned,
			to == "bare" && c.Kind != ownership.Dropped && c.Kind != ownership.Orphaned:
			t.Errorf("%s to bare: %s is %s", from, c.Object, c.Kind)
		}
	}
}

func TestMergesOfTheIngressTagsLoseWhatTheTableSays(t *testing.T) {
	r := openCase(t, "spi-ingress-modes", "")
	for _, mode := range []string{"core-azure", "core-dns", "core-ip", "minimal-azure", "minimal-dns", "minimal-ip"} {
		if got := atRisk(planCase(t, r, "contested:"+mode, "shared-identity:"+mode)); !slices.Contains(got, helmRepository) {
			t.Errorf("contested to shared-identity in mode %s: at risk %v, want the HelmRepository among them", mode, got)
		}
		if got := atRisk(planCase(t, r, "contested:"+mode, "stubs-removed:"+mode)); !slices.Contains(got, gateway) {
			t.Errorf("contested to stubs-removed in mode %s: at risk %v, want the Gateway among them", mode, got)
		}
	}
}

func TestNamespaceMovesLoseWhatIsKnownOfThem(t *testing.T) {
	unguarded := planCase(t, openCase(t, "namespace-move-unguarded", ""), "start", "moved")
	lost := atRisk(unguarded)
	if unguarded.Naive.Verdict != verdict.Refuted || len(lost) < 505 {
		t.Errorf("unguarded: %s, %d at risk", unguarded.Naive.Verdict, len(lost))
	}
	if !slices.ContainsFunc(lost, func(id string) bool { return strings.Contains(id, "rook-ceph-cluster") }) {
		t.Error("unguarded: the storage cluster is not at risk")
	}
	if len(unguarded.Prerequisites) == 0 {
		t.Error("unguarded: no prerequisite, yet keys and variables are in the old namespace only")
	}
	guarded := openCase(t, "namespace-move-guarded", "")
	if p := planCase(t, guarded, "start", "moved"); p.Naive.Verdict != verdict.Refuted || len(p.Naive.AtRisk) < 266 {
		t.Errorf("guarded in one step: %s, %d at risk", p.Naive.Verdict, len(p.Naive.AtRisk))
	}
	for _, s := range [][2]string{{"start", "prune-off"}, {"prune-off", "moved"}} {
		if p := planCase(t, guarded, s[0], s[1]); p.Naive.Verdict == verdict.Refuted {
			t.Errorf("guarded %s to %s: refuted, %v", s[0], s[1], atRisk(p))
		}
	}
}

func TestDefaultsInParentPatchesRaiseNothing(t *testing.T) {
	for _, cluster := range []string{"main", "utility", "test"} {
		p := planCase(t, openCase(t, "defaults-into-parent-patches", cluster), "start", "patched")
		if p.Verdict != verdict.Proved || len(p.Hazards) != 0 || len(p.Changes) != 0 {
			t.Errorf("%s: %s, %d hazards, %d changes: %s", cluster, p.Verdict, len(p.Hazards), len(p.Changes), p.Reason)
		}
	}
}
