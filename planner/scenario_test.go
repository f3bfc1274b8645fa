package planner_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/live"
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
	"github.com/fluxmigrate/fluxmigrate/render"
)

var update = flag.Bool("update", false, "rewrite the answers of the scenarios")

// TestScenario runs every archive of testdata/scenario: whole repositories in,
// changes, hazards and plan out.
func TestScenario(t *testing.T) {
	archives, err := filepath.Glob(filepath.Join("..", "testdata", "scenario", "*.txtar"))
	if err != nil || len(archives) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			runScenario(t, file)
		})
	}
}

func runScenario(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := plantest.ParseScenario(data)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	answers := answer(t, s)
	if *update {
		if err := os.WriteFile(file, s.Rewritten(answers), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for name, got := range answers {
		if want := s.Want(name); got != want {
			t.Errorf("%s: want/%s.txt differs; if this is right, run: go test ./planner -run Scenario -update\ngot:\n%s\nwant:\n%s",
				file, name, got, want)
		}
	}
}

// answer writes the three answers.
func answer(t *testing.T, s *plantest.Scenario) map[string]string {
	plan := planOf(t, s, nil)
	// Answers of its own: those of other scenarios would cost no budget, and
	// what is decided would depend on which came first.
	proved := planOf(t, s, &planner.Prover{Budget: scenarioBudget, Answers: proof.NewAnswers()})
	return map[string]string{"changes": changes(plan), "hazards": hazards(plan), "plan": stages(plan), "proof": proofs(proved)}
}

// scenarioBudget keeps the suite quick: what needs more states is undecided
// here, and says so.
const scenarioBudget = 60_000

var answered = proof.NewAnswers()

// proofs writes what the model says, version by version.
func proofs(p *planner.Plan) string {
	var b strings.Builder
	fmt.Fprintf(&b, "as it is %s, plan %s\n", p.Naive.Verdict, p.Verdict)
	if p.Cost.Edits > 0 || len(p.Tried) > 0 {
		b.WriteString(searched(p))
	}
	if p.Verdict == verdict.Refuted {
		fmt.Fprintf(&b, "%s\n", p.Reason)
	}
	of := func(what string, all []proof.Proof) {
		for _, q := range all {
			fmt.Fprintf(&b, "%s on %s: safety %s, completion %s\n", what, q.Controller, q.Safety, q.Completion)
		}
	}
	of("as it is", p.Proofs.Naive)
	of("stages", p.Proofs.Plan)
	return b.String()
}

// searched writes what the search found, and what it tried before.
func searched(p *planner.Plan) string {
	var b strings.Builder
	for _, c := range p.Tried {
		fmt.Fprintf(&b, "%s: %s: %s\n", price(c.Cost), c.What, c.Verdict)
	}
	fmt.Fprintf(&b, "%s:", price(p.Cost))
	for _, stage := range p.Stages {
		for _, s := range stage.Steps {
			if !s.Precautionary && !slices.Contains(plain, s.Kind) {
				fmt.Fprintf(&b, " %s%s;", s.Kind, details(s))
			}
		}
	}
	return strings.TrimSuffix(b.String(), ";") + "\n"
}

// plain are the steps that every plan has.
var plain = []step.Kind{step.Publish, step.SwitchPath, step.Reconcile, step.AwaitOwned, step.AwaitQuiet, step.AwaitReady}

func price(c planner.Cost) string {
	text := fmt.Sprintf("merges %d, waits %d, edits %d", c.Merges, c.Waits, c.Edits)
	if c.ByHand {
		text += ", by hand"
	}
	return text
}

// planOf renders and plans.
func planOf(t *testing.T, s *plantest.Scenario, prover *planner.Prover) *planner.Plan {
	t.Helper()
	plan, err := planner.Build(inputOf(t, s, prover))
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// inputOf renders.
func inputOf(t *testing.T, s *plantest.Scenario, prover *planner.Prover) planner.Input {
	t.Helper()
	dir := t.TempDir()
	if err := s.Repository(dir); err != nil {
		t.Fatal(err)
	}
	r, err := render.Open(render.Options{Repo: dir, FluxVersion: s.Flux, Live: observed(t, s)})
	if err != nil {
		t.Fatal(err)
	}
	transition, err := r.Transition(s.From, s.To)
	if err != nil {
		t.Fatal(err)
	}
	editor, err := r.Editor(s.From, s.To)
	if err != nil {
		t.Fatal(err)
	}
	return planner.Input{Transition: *transition, Observed: observed(t, s), Route: step.Route(s.Route), Flux: s.Flux, Prover: prover, Editor: editor}
}

func observed(t *testing.T, s *plantest.Scenario) *ownership.Observed {
	if s.Live == "" {
		return nil
	}
	o, err := live.ReadSnapshot(strings.NewReader(s.Live), "live.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func changes(p *planner.Plan) string {
	var b strings.Builder
	for _, c := range p.Changes {
		fmt.Fprintf(&b, "%s %s: %s → %s\n", c.Kind, c.Object.Display(), names(c.From), names(c.To))
	}
	return b.String()
}

func names(ids []ownership.KustomizationID) string {
	if len(ids) == 0 {
		return "nobody"
	}
	var all []string
	for _, id := range ids {
		all = append(all, id.String())
	}
	return strings.Join(all, ", ")
}

func hazards(p *planner.Plan) string {
	var b strings.Builder
	for _, h := range p.Hazards {
		fmt.Fprintf(&b, "%s %s (%s): %s\n", h.Code, h.Name, h.Severity, objects(h.Objects))
		fmt.Fprintf(&b, "    %s\n", h.Because)
	}
	for _, pre := range p.Prerequisites {
		fmt.Fprintf(&b, "needs %s for %s\n", pre.Object.Display(), pre.Kustomization)
	}
	for _, u := range p.Unknowns {
		fmt.Fprintf(&b, "unknown %s: %s\n", u.Subject, u.Why)
	}
	return b.String()
}

func objects(ids []ownership.ObjectID) string {
	var all []string
	for _, id := range ids {
		all = append(all, id.Display())
	}
	return strings.Join(all, ", ")
}

func stages(p *planner.Plan) string {
	var b strings.Builder
	fmt.Fprintf(&b, "naive %s, plan %s: %s\n", p.Naive.Verdict, p.Verdict, p.Reason)
	for _, r := range p.Naive.AtRisk {
		fmt.Fprintf(&b, "at risk: %s (%s)\n", r.Object.Display(), end(r))
	}
	fmt.Fprintf(&b, "merges %d, waits %d, edits %d, by hand %t\n", p.Cost.Merges, p.Cost.Waits, p.Cost.Edits, p.Cost.ByHand)
	for i, stage := range p.Stages {
		fmt.Fprintf(&b, "%d %s\n", i+1, stage.Title)
		for _, st := range stage.Steps {
			fmt.Fprintf(&b, "    %s%s\n", st.Kind, details(st))
		}
	}
	for _, d := range p.Deletions {
		fmt.Fprintf(&b, "deletes %s\n", d.Object.Display())
	}
	return b.String()
}

// end says how an object ends, and by whom; a cascade is nobody's deed.
func end(r planner.AtRisk) string {
	if r.By == (ownership.KustomizationID{}) {
		return string(r.How)
	}
	return fmt.Sprintf("%s by %s", r.How, r.By)
}

func details(s step.Step) string {
	text := ""
	if s.Target != (ownership.ObjectID{}) && s.Kind != step.Publish { // every scenario has the same source
		text += " " + s.Target.Display()
	}
	if s.Field != "" {
		text += fmt.Sprintf(" %s=%s", s.Field, s.Value)
	}
	if s.File != "" {
		text += " in " + s.File
	}
	return text
}
