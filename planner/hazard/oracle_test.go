package hazard_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/cluster"
	"pgregory.net/rapid"
)

// TestTheAnalysisAgreesWithEveryOrderOfEvents is the test of the package: on
// random worlds the objects at risk are exactly those that some order ends.
func TestTheAnalysisAgreesWithEveryOrderOfEvents(t *testing.T) {
	compared, withLosses, unknown := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := cluster.Draw(t)
		w := parseWorld(t, text)
		tr := w.Follow(w.Transition())
		found := hazard.Find(tr, nil)
		lost, all := cluster.Lost(w, shouldLive(tr))
		if !all && len(lost) == 0 {
			return // too many orders to say anything
		}
		compared++
		atRisk := map[string]bool{}
		for _, o := range found.AtRisk() {
			atRisk[o.String()] = true
		}
		if len(lost) > 0 {
			withLosses++
		}
		covered(t, found)
		// That a build is broken says nothing against the analysis.
		if slices.ContainsFunc(found.Unknowns, func(u ownership.Unknown) bool { return !strings.HasPrefix(u.Why, "does not build in "+tr.To.Name+":") }) {
			unknown++
			return // "we do not know" claims nothing
		}
		for _, id := range slices.Sorted(maps.Keys(lost)) {
			if !atRisk[id] {
				t.Errorf("MISSED: an order of events ends %s", id)
			}
		}
		for _, id := range slices.Sorted(maps.Keys(atRisk)) {
			// A spec that another parent puts back is taken to be any manifest of
			// the child; which parent renders which is not part of a view.
			if all && !lost[id] && !strangeParents(tr) {
				t.Errorf("FALSE ALARM: no order of events ends %s", id)
			}
		}
		if t.Failed() {
			t.Logf("world:\n%s\n%s", text, describe(found))
		}
	})
	t.Logf("%d worlds compared, %d with losses, %d unknown", compared, withLosses, unknown)
	if compared == 0 || withLosses*20 < compared || unknown*4 > compared*3 {
		t.Error("the worlds drawn test too little")
	}
}

// strangeParents says whether some child is rendered by two parents, one of
// them maybe itself and maybe on the way only, with two manifests.
func strangeParents(tr *ownership.Transition) bool {
	digests := map[ownership.ObjectID]map[string]bool{}
	parents := map[ownership.ObjectID]map[ownership.KustomizationID]bool{}
	for id, views := range tr.Views() {
		for _, v := range views {
			for _, o := range v.Render.Objects {
				if digests[o.ID] == nil {
					digests[o.ID], parents[o.ID] = map[string]bool{}, map[ownership.KustomizationID]bool{}
				}
				digests[o.ID][o.Digest], parents[o.ID][id] = true, true
			}
		}
	}
	for o := range parents {
		if _, child := o.AsKustomization(); child && len(parents[o]) > 1 && len(digests[o]) > 1 {
			return true
		}
	}
	return false
}

func shouldLive(tr *ownership.Transition) map[string]bool {
	should := map[string]bool{}
	after := tr.To.Owners()
	for o := range tr.From.Owners() {
		if _, ok := after[o]; ok {
			should[o.String()] = true
		}
	}
	return should
}

// TestTheOracleLosesWhatThePatternsSay holds the oracle to the same facts as
// the analysis, so that the two cannot be wrong together.
func TestTheOracleLosesWhatThePatternsSay(t *testing.T) {
	for _, p := range patterns {
		w := parseWorld(t, strings.ReplaceAll(p.world, " between", ""))
		if strings.Contains(p.world, "cluster=") {
			continue // the oracle has one cluster
		}
		lost, all := cluster.Lost(w, shouldLive(w.Transition()))
		var ids []ownership.ObjectID
		for id := range lost {
			o, _ := ownership.ParseObjectID(id)
			ids = append(ids, o)
		}
		if got := displays(ids); got != p.lost || !all && p.lost == "" {
			t.Errorf("%s: the oracle loses %q, want %q (all orders: %v)", p.name, got, p.lost, all)
		}
	}
}
