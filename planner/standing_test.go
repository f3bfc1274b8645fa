package planner_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// TestAStorySaysHowTheObjectStands reads labels and inventories along a race
// between two owners that both stay.
func TestAStorySaysHowTheObjectStands(t *testing.T) {
	p := planOf(t, scenarioOf(t, "move-with-dependson-in-same-commit"), &planner.Prover{Budget: searchBudget, Answers: searchAnswers})
	var got []string
	for i, l := range p.Naive.Story {
		if l.Before != nil {
			got = append(got, fmt.Sprintf("before %d: %s", i+1, stands(l.Before)))
		}
		if l.After != nil {
			got = append(got, fmt.Sprintf("after %s %s: %s", l.Actor, strings.Fields(l.Action)[0], stands(l.After)))
		}
	}
	want := []string{
		"before 1: label flux-system/paper, listed by flux-system/paper",
		"after flux-system/paper deletes: missing, listed by flux-system/paper",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func stands(s *hazard.Standing) string {
	words := "missing"
	if s.Exists {
		words = "label " + s.Owner.String()
	}
	for _, list := range []struct {
		what string
		ids  []ownership.KustomizationID
	}{{"listed by", s.ListedBy}, {"deleting", s.Deleting}, {"absent", s.Absent}} {
		for _, k := range list.ids {
			words += ", " + list.what + " " + k.String()
		}
	}
	return words
}
