package hazard_test

import "testing"

// specScenarios names for each rule about Kustomizations themselves whole
// repositories that have the hazard, and others, as like them as can be, that
// have not. Their answers are tested by package planner.
var specScenarios = map[string]struct{ has, hasNot []string }{
	"FM-020": {
		has:    []string{"overridden-by-a-parent-patch"},
		hasNot: []string{"overridden-but-the-patch-changes-too", "overridden-and-brought-in-line", "same-defaults-in-parent-patch"},
	},
	"FM-021": {
		has:    []string{"path-emptied", "namespaced-or-not-nobody-knows"},
		hasNot: []string{"path-emptied-while-nothing-prunes", "path-removed", "stub-that-prunes"},
	},
	"FM-022": {
		has:    []string{"root-lists-one-of-many", "subfolder-kustomization-file-drops"},
		hasNot: []string{"same-kustomization-file-lists-all", "generated-set-loses-a-file", "listed-file-dropped"},
	},
	"FM-023": {
		has:    []string{"immutable-field-under-force", "immutable-field-under-force-of-new-owner", "content-changed-under-force"},
		hasNot: []string{"force-without-new-content", "mutable-field-changes"},
	},
	"FM-024": {
		has:    []string{"immutable-field-changes", "immutable-field-moved"},
		hasNot: []string{"mutable-field-changes", "immutable-field-under-force"},
	},
	"FM-025": {
		has:    []string{"account-goes-with-its-user", "account-removed-user-stays", "values-removed-user-stays", "source-removed-user-stays"},
		hasNot: []string{"account-goes-after-its-user", "account-replaced-in-time", "binding-renamed", "source-removed-with-its-user"},
	},
	"FM-026": {
		has:    []string{"new-owner-suspended", "dependency-suspended", "new-owner-waits-for-a-suspended-one", "live-new-owner-suspended"},
		hasNot: []string{"dependency-suspended-of-another-source", "dependency-suspended-before"},
	},
	"FM-060": {
		has: []string{"child-waits-for-its-waiting-parent", "parent-waits-for-a-suspended-child", "parent-waits-for-a-child-it-suspends",
			"health-check-names-what-was-renamed", "health-check-of-one-that-depends-on-it", "parent-depends-on-its-new-child"},
		hasNot: []string{"child-depends-on-its-parent", "parent-waits-for-a-child-suspended-before"},
	},
	"FM-027": {
		has:    []string{"source-suspended", "source-suspended-before", "source-pinned-before", "live-source-suspended"},
		hasNot: []string{"source-follows-a-branch"},
	},
	"FM-028": {
		has:    []string{"root-of-an-outside-maker"},
		hasNot: []string{"root-of-an-outside-maker-untouched", "root-of-bootstrap-edited"},
	},
	"FM-029": {
		has:    []string{"switch-and-upgrade-at-once"},
		hasNot: []string{"switch-with-another-owner-name", "switch-and-unrelated-commit"},
	},
	"FM-030": {
		has:    []string{"values-and-path-change-at-once", "variable-renamed-with-its-use"},
		hasNot: []string{"values-change-alone"},
	},
	"FM-031": {
		has:    []string{"external-artifact", "to-external-artifact"},
		hasNot: []string{"external-artifact-at-hand"},
	},
	"FM-032": {
		has:    []string{"rights-not-seen", "rights-in-another-namespace-only"},
		hasNot: []string{"rights-seen"},
	},
	"FM-033": {
		has:    []string{"cross-namespace-source", "cross-namespace-source-refused"},
		hasNot: []string{"cross-namespace-source-allowed", "cross-namespace-source-usual", "cross-namespace-source-as-before"},
	},
	"FM-034": {
		has:    []string{"to-another-cluster", "moved-to-another-cluster"},
		hasNot: []string{"other-cluster-as-before", "copied-to-another-cluster"},
	},
}

func TestEveryRuleAboutKustomizationsHasScenariosThatHaveItAndThatHaveNot(t *testing.T) {
	for code, scenarios := range specScenarios {
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
