package hazard_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
)

// objectScenarios names for each rule about objects whole repositories that
// have the hazard, and others, as like them as can be, that have not. Their
// answers are tested by package planner.
var objectScenarios = map[string]struct{ has, hasNot []string }{
	"FM-035": {
		has:    []string{"group-changes", "group-changes-guard-dropped", "group-changes-served-no-more"},
		hasNot: []string{"group-changes-guarded", "group-changes-of-another-definition", "same-api-version-raised"},
	},
	"FM-036": {
		has:    []string{"prefix-renames-what-holds-data", "namespace-renamed-by-target"},
		hasNot: []string{"prefix-renames-settings", "claim-replaced-by-another-file", "claim-renamed-in-its-file", "namespace-left-to-target-namespace", "hint-that-a-prefix-is-meant"},
	},
	"FM-037": {
		has: []string{"namespace-comes-with-another-owner", "namespace-comes-never", "definition-comes-with-another-owner",
			"resource-beside-the-chart-that-defines-it", "resource-beside-the-only-chart"},
		hasNot: []string{"namespace-comes-first", "definition-comes-with-its-resource", "namespace-declared-at-last",
			"namespace-hoisted", "crd-moved", "resource-beside-a-chart-its-kind-was-there", "resource-beside-charts-that-are-there"},
	},
	"FM-038": {
		has: []string{"definition-goes-with-its-resources", "definition-goes-after-its-resources", "releases-removed-together"},
		hasNot: []string{"definition-stays-resources-go", "definition-goes-from-one-owner", "dependent-release-removed",
			"crd-stays-operator-removed"},
	},
	"FM-040": {
		has:    []string{"release-renamed", "release-of-another-chart", "release-into-another-target", "release-by-another-reference"},
		hasNot: []string{"release-of-another-repository", "release-names-what-it-was"},
	},
	"FM-041": {
		has: []string{"to-a-chart", "to-a-chart-of-another-name", "kustomization-drops-what-a-chart-has", "chart-takes-a-part-in"},
		hasNot: []string{"to-a-chart-guarded", "chart-comes-elsewhere", "kustomization-drops-what-no-chart-has",
			"chart-upgraded-by-generated-values"},
	},
	"FM-042": {
		has: []string{"from-a-chart", "from-a-chart-that-made-it", "part-of-a-chart-becomes-plain", "part-of-a-chart-left-unmarked"},
		hasNot: []string{"from-a-chart-suspended", "from-a-chart-that-made-another", "part-of-a-chart-taken-over-first",
			"part-of-a-chart-left-marked", "chart-upgraded-by-generated-values"},
	},
	"FM-048": {
		has: []string{"part-of-a-chart-becomes-its-own"},
		hasNot: []string{"part-of-a-chart-becomes-its-own-unread", "chart-upgraded-beside-a-new-release",
			"release-under-another-helmrelease"},
	},
	"FM-049": {
		has:    []string{"helm-mark-on-what-moves"},
		hasNot: []string{"helm-mark-beside-a-guard"},
	},
	"FM-050": {
		has: []string{"labels-stripped-a-policy-asked-for", "labels-stripped-a-service-selects", "namespace-hoisted-labels-lost"},
		hasNot: []string{"labels-kept-by-the-new-owner", "labels-stripped-the-selector-follows", "move-loses-common-metadata",
			"namespace-hoisted-guarded"},
	},
	"FM-043": {
		has: []string{"resource-set-makes-a-kustomization", "resource-set-changes", "resource-set-goes",
			"root-made-by-an-instance-moves", "resource-set-moves", "resource-set-makes-what-comes"},
		hasNot: []string{"resource-set-and-its-roots", "resource-set-makes-settings", "resource-set-moves-guarded",
			"resource-set-makes-it-elsewhere"},
	},
	"FM-045": {
		has: []string{"tool-argo-on-what-moves", "tool-argo-on-what-changes", "tool-helm-was-there", "tool-release-lists-what-moves"},
		hasNot: []string{"tool-kubectl-on-what-moves", "tool-argo-on-what-stays", "kustomization-drops-what-a-chart-has",
			"live-guard-of-kubectl"},
	},
	"FM-046": {
		has:    []string{"hint-across-owners", "hint-names-nothing"},
		hasNot: []string{"hint-that-a-prefix-is-meant", "hint-of-two-files", "hint-across-owners-in-two-revisions", "hint-of-long-ago"},
	},
	"FM-047": {
		has:    []string{"invariant-one-owner-broken", "invariant-builds-broken", "invariant-builds-broken-on-the-way", "invariant-same-address-broken"},
		hasNot: []string{"invariant-one-owner-restored", "invariant-builds-kept", "invariant-same-address-kept"},
	},
	"FM-044": {
		has: []string{"address-given-back", "address-becomes-internal", "address-of-another-class", "address-of-infrastructure",
			"address-of-another-ingress-class", "address-loses-a-port", "address-loses-a-listener", "address-probed-otherwise",
			"address-under-another-name"},
		hasNot: []string{"address-of-a-service-inside", "address-kept-name-server-told", "address-more-listeners"},
	},
	"FM-039": {
		has:    []string{"owner-of-a-gateway-removed", "both-owners-of-a-gateway-removed"},
		hasNot: []string{"owner-of-a-gateway-removed-another-stays", "owner-of-a-gateway-long-gone"},
	},
}

func TestEveryRuleAboutObjectsHasScenariosThatHaveItAndThatHaveNot(t *testing.T) {
	for code, scenarios := range objectScenarios {
		if len(scenarios.has) == 0 || len(scenarios.hasNot) == 0 {
			t.Errorf("%s is not shown both ways", code)
		}
		for _, name := range scenarios.has {
			if !answers(t, name, code) {
				t.Errorf("%s does not have %s", name, code)
			}
		}
		for _, name := range scenarios.hasNot {
			if answers(t, name, code) {
				t.Errorf("%s has %s", name, code)
			}
		}
	}
}

// answers says whether the hazards of a scenario are to have a code.
func answers(t *testing.T, scenario, code string) bool {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "scenario", scenario+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := plantest.ParseScenario(data)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(s.Want("hazards"), code+" ")
}
