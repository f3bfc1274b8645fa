package runbook

import (
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// planThatTried is proved, and cheaper ones were tried.
func planThatTried() *planner.Plan {
	gate := ownership.ObjectID{Group: "gateway.networking.k8s.io", Kind: "Gateway", Namespace: "canal", Name: "gate"}
	return &planner.Plan{Verdict: verdict.Proved, Naive: planner.Naive{Verdict: verdict.Refuted},
		Stages: []planner.Stage{{Title: "Publish the change"}}, Cost: planner.Cost{Merges: 2, Waits: 2, Edits: 1},
		Tried: []planner.Candidate{
			{What: "the change as it is", Cost: planner.Cost{Merges: 1, Waits: 1}, Verdict: verdict.Refuted, Reason: "it can lose Gateway canal/gate",
				Story: []hazard.Line{
					{Actor: "flux-system/upper", Action: "starts a run of revision to with the spec from before it", Rule: "R2.3"},
					{Actor: "flux-system/upper", Action: "deletes Gateway canal/gate", Object: gate, Rule: "R0.2"},
				}},
			{What: "prune: false on flux-system/upper in the commit of the change itself", Cost: planner.Cost{Merges: 2, Waits: 1, Edits: 2},
				Verdict: verdict.Unknown, Reason: "not decided: Gateway canal/gate"},
		}}
}

func TestWhyTellsWhatWasTriedAndHowItLosesSomething(t *testing.T) {
	want := `Why nothing cheaper will do
───────────────────────────

the change as it is (1 merge, 1 wait): REFUTED, it can lose Gateway canal/gate.

• flux-system/upper starts a run of revision to with the spec from before it
  (R2.3)
• flux-system/upper deletes Gateway canal/gate (R0.2)

prune: false on flux-system/upper in the commit of the change itself (2 merges,
1 wait, 2 edits): UNKNOWN, not decided: Gateway canal/gate.
`
	if got := textOf(t, planThatTried(), Why); !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant in it\n%s", got, want)
	}
}

func TestWithoutWhyOneSentenceSaysThatThereIsMore(t *testing.T) {
	p := planThatTried()
	got := textOf(t, p)
	if !strings.Contains(oneLine(got), "2 cheaper plans would not do: --why shows how.") || strings.Contains(got, "in the commit of the change itself") {
		t.Error(got)
	}
	p.Tried = p.Tried[:1]
	if got := textOf(t, p); !strings.Contains(oneLine(got), "1 cheaper plan can lose something: --why shows how.") {
		t.Error(got)
	}
}

func TestWhyOfAPlanThatTriedNothingSaysSo(t *testing.T) {
	p := &planner.Plan{Verdict: verdict.Unknown, Naive: planner.Naive{Verdict: verdict.Refuted}}
	if got := textOf(t, p, Why); !strings.Contains(got, "Nothing was tried: the model was not asked (--budget 0).") {
		t.Error(got)
	}
}

func TestWhySaysWhatWasNotTriedAndWhy(t *testing.T) {
	p := planThatTried()
	p.Barred = []string{"Git sets spec.suspend of flux-system/b, so its parent puts an edit by hand back (R5.12)"}
	if got := oneLine(textOf(t, p, Why)); !strings.Contains(got, "Not tried, as it cannot be done:") || !strings.Contains(got, "Git sets spec.suspend of flux-system/b") {
		t.Error(got)
	}
	if got := oneLine(textOf(t, p)); strings.Contains(got, "Not tried") {
		t.Error(got)
	}
}

func textOf(t *testing.T, p *planner.Plan, options ...Option) string {
	t.Helper()
	var b strings.Builder
	if err := Text(&b, p, page.Style{}, options...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
