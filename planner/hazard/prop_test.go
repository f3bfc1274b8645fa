package hazard_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/cluster"
	"pgregory.net/rapid"
)

func drawTransition(t *rapid.T) *ownership.Transition {
	return parseWorld(t, cluster.Draw(t)).Transition()
}

func TestNothingIsLostWhereNothingChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := drawTransition(t)
		if strangeParents(tr) {
			return // one child with two manifests prunes in turn, changes or not
		}
		found := hazard.Find(&ownership.Transition{From: tr.From, To: tr.From}, nil)
		if len(found.Losses) > 0 || len(found.Hazards) > 0 {
			t.Errorf("%s", describe(found))
		}
	})
}

func TestOnlyWhatBothEndsDesireIsAtRisk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := drawTransition(t)
		should := shouldLive(tr)
		found := hazard.Find(tr, nil)
		for _, o := range found.AtRisk() {
			if !should[o.String()] {
				t.Errorf("%s is at risk but not in both ends", o.Display())
			}
		}
		covered(t, found)
	})
}

func TestTheOrderOfTheInputDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := drawTransition(t)
		want := fmt.Sprintf("%+v", hazard.Find(tr, nil))
		slices.Reverse(tr.Between)
		slices.Reverse(tr.Mixed)
		if got := fmt.Sprintf("%+v", hazard.Find(tr, nil)); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// A guard everywhere takes away all losses of an object but a cascade.
func TestAGuardInEveryViewSavesAnObject(t *testing.T) {
	saved := 0
	rapid.Check(t, func(t *rapid.T) {
		text := cluster.Draw(t)
		text = strings.NewReplacer("+guard", "", "+ifnotpresent", "", "+disabled", "").Replace(text)
		lost := func(text string) bool {
			for _, l := range hazard.Find(parseWorld(t, text).Transition(), nil).Losses {
				if l.Object.Kind == "Gateway" && l.How != hazard.ByCascade {
					return true
				}
			}
			return false
		}
		if lost(text) {
			saved++
		}
		if lost(strings.ReplaceAll(text, "Gateway/g", "Gateway/g+guard")) {
			t.Errorf("the guarded Gateway is lost in\n%s", text)
		}
	})
	if saved == 0 {
		t.Error("no world drawn lost the Gateway without the guard")
	}
}
