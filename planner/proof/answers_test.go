package proof

import (
	"context"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// TestAUsedUpBudgetSaysWhichAndWhatToType: three questions are larger than a
// little, and the first uses up what all may cost.
func TestAUsedUpBudgetSaysWhichAndWhatToType(t *testing.T) {
	p := &Proof{}
	for _, digest := range []string{"small", "a", "b", "c"} {
		p.Components = append(p.Components, Component{Digest: digest, Scene: &scene.Scene{Goal: []scene.Condition{{}}}})
	}
	asked := 0
	visit := func(_ context.Context, s *scene.Scene, o sim.Options) (sim.Answer, error) {
		if asked++; asked == 1 {
			return sim.Answer{Safety: verdict.Proved, Completion: verdict.Proved, States: 3}, nil
		}
		return sim.Answer{Safety: verdict.Unknown, Capped: true, States: o.Limit, Why: "there are more"}, nil
	}
	answer(context.Background(), p, Question{Budget: 100, Total: 1, Visit: visit})
	for i, want := range []string{"", "there are more; --budget 400 visits more",
		"not asked, as the others have used up what all may cost together (500 states, 5 times --budget); 1 of 4 questions are decided; plan again with --budget 400",
		"1 of 4 questions are decided"} {
		if got := p.Components[i].Why; !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("question %d: %q, want %q", i, got, want)
		}
	}
}
