package runbook

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// answer is the first thing anyone reads: what becomes of the change as it is,
// and of the plan, the worse of the two first.
func (a author) answer() page.Page {
	p := a.plan
	title := page.Say("Migration from %s to %s", p.Basis.From.Name, p.Basis.To.Name)
	if p.Basis.From.Name == "" || p.Basis.To.Name == "" {
		title = page.Words("Migration")
	}
	out := page.Page{page.Heading{Level: 1, Text: title}, page.Answers{Rows: answers(p)}}
	if reason := reasonOf(p); reason != "" {
		out = append(out, page.Paragraph{Text: page.Words("Why: " + reason)})
	}
	if n := len(p.Unknowns); n > 0 {
		out = append(out, page.Paragraph{Text: page.Toned(page.Doubtful, sayf("%s could not be found out; see “Not known” below.", count(n, "thing")))})
	}
	return out
}

// answers gives one line for the change and one for the plan. Where the change
// is safe by itself and the stages do no more, nobody asks for the other.
func answers(p *planner.Plan) []page.Answer {
	asItIs := answerOf("As it is", p.Naive.Verdict, asItIs(p))
	withThePlan := answerOf("With the plan", p.Verdict, withThePlan(p))
	switch {
	case p.Naive.Verdict == verdict.Proved && p.Verdict == verdict.Proved && !doesMore(p):
		return []page.Answer{asItIs}
	case p.Naive.Verdict != p.Verdict && verdict.Worst(p.Naive.Verdict, p.Verdict) == p.Verdict:
		return []page.Answer{withThePlan, asItIs}
	}
	return []page.Answer{asItIs, withThePlan}
}

// doesMore says whether the stages do something beside making the change and
// looking.
func doesMore(p *planner.Plan) bool { return p.Cost.Edits > 0 }

func answerOf(subject string, v verdict.Verdict, text page.Phrase) page.Answer {
	word := Verdict(v)[0]
	return page.Answer{Subject: subject, Word: word.Text, Tone: word.Tone, Text: text}
}

// asItIs says what the change does without a plan.
func asItIs(p *planner.Plan) page.Phrase {
	n := len(p.Naive.AtRisk)
	switch {
	case p.Naive.Verdict == verdict.Proved && p.Verdict == verdict.Proved:
		return page.Words("Nothing that should live can be lost" + but(p))
	case p.Naive.Verdict == verdict.Proved:
		return page.Words("Nothing that should live can be lost.")
	case n > 0 && p.Naive.Verdict == verdict.Unknown:
		return page.Say(sayf("It is not known whether %s that should live would be deleted, among them %%s.", count(n, "object")), worstRisk(p))
	case n == 1:
		return page.Say("1 object that should live can be deleted: %s.", worstRisk(p))
	case n > 1:
		return page.Say(sayf("%d objects that should live can be deleted, among them %%s.", n), worstRisk(p))
	case p.Naive.Verdict == verdict.Refuted && slices.ContainsFunc(p.Hazards, func(h hazard.Hazard) bool { return h.Code == "FM-047" }):
		return page.Words("What the layout declares does not hold then.")
	case p.Naive.Verdict == verdict.Refuted:
		return page.Words("Something that should live can be deleted.")
	case len(p.Unknowns) == 0 && changing(p) == "0 objects change":
		return page.Words("No loss was found, but that nothing is lost on the way is not proved. This is not a go-ahead.")
	case len(p.Unknowns) == 0:
		return page.Words(sayf("No loss was found, but %s owners, and that nothing is lost on the way is not proved. This is not a go-ahead.", changing(p)))
	}
	return page.Words("It is not known whether something that should live would be lost. This is not a go-ahead.")
}

// changing counts the objects that have owners before and after, and others.
func changing(p *planner.Plan) string {
	n := 0
	for _, c := range p.Changes {
		if len(c.From) > 0 && len(c.To) > 0 && !slices.Equal(c.From, c.To) {
			n++
		}
	}
	if n == 1 {
		return "1 object changes"
	}
	return sayf("%d objects change", n)
}

func worstRisk(p *planner.Plan) string { return worstFirst(p.Naive.AtRisk)[0].Object.Display() }

// withThePlan says what the verdict of the plan is to the person who asked.
func withThePlan(p *planner.Plan) page.Phrase {
	stages := count(len(p.Stages), "stage")
	switch {
	case p.Verdict == verdict.Proved && len(p.Stages) == 0:
		return page.Words("Nothing that should live can be lost" + but(p))
	case p.Verdict == verdict.Proved && isStuck(p):
		return page.Words(sayf("Nothing that should live can be lost if the %s below are followed in order, but a wait in them may never end: see “The proof”.", stages))
	case p.Verdict == verdict.Proved && mayBeStuck(p):
		return page.Words(sayf("Nothing that should live can be lost if the %s below are followed in order, but that the target is reached is not proved: see “The proof”.", stages))
	case p.Verdict == verdict.Proved && p.Naive.Verdict == verdict.Proved:
		return page.Words(sayf("Nothing that should live can be lost, and the %s below do what the change by itself leaves undone.", stages))
	case p.Verdict == verdict.Proved:
		return page.Words(sayf("Nothing that should live can be lost if the %s below are followed in order.", stages))
	case p.Verdict == verdict.Refuted:
		return page.Words("No safe way was found. Do not merge or switch this.")
	case len(p.Stages) == 0:
		return page.Words("There is no plan yet. This is not a go-ahead.")
	case len(p.Stages) == 1:
		return page.Words("The stage below is meant to be safe; nobody has proved it yet. This is not a go-ahead.")
	}
	return page.Words(stages + " below are meant to be safe; nobody has proved them yet. This is not a go-ahead.")
}

// isStuck says whether no version of the controller that was asked about always
// reaches the target: the plan is safe, and of little use.
func isStuck(p *planner.Plan) bool {
	return len(p.Proofs.Plan) > 0 && !slices.ContainsFunc(p.Proofs.Plan, func(q proof.Proof) bool { return q.Completion != verdict.Refuted })
}

// mayBeStuck says whether something in the target is known to act never, so
// that a wait of the plan may not end, and no version was proved to reach it.
func mayBeStuck(p *planner.Plan) bool {
	blocked := slices.ContainsFunc(p.Hazards, func(h hazard.Hazard) bool { return h.Severity == hazard.Blocks })
	return blocked && len(p.Proofs.Plan) > 0 && !slices.ContainsFunc(p.Proofs.Plan, func(q proof.Proof) bool { return q.Completion == verdict.Proved })
}

// notProved opens the reason of a plan that waits for its proof: the answer
// says that already.
const notProved = "not yet proved"

// reasonOf gives what the reason says beyond the answer.
func reasonOf(p *planner.Plan) string {
	rest, waits := strings.CutPrefix(p.Reason, notProved)
	if waits && (len(p.Unknowns) == 0 || strings.Trim(rest, ": ") == "") {
		return ""
	}
	return sentence(p.Reason)
}

// but says what else to know of a change that needs no protection.
func but(p *planner.Plan) string {
	blocked := slices.ContainsFunc(p.Hazards, func(h hazard.Hazard) bool { return h.Severity == hazard.Blocks })
	protected := 0
	for _, d := range p.Deletions {
		if d.Protected != "" {
			protected++
		}
	}
	switch {
	case blocked:
		return ", but the target may never be reached: see what the rules found."
	case protected > 0:
		return sayf(". On purpose it deletes %s, %d of a protected kind: agree to each by name before you merge or switch.",
			count(len(p.Deletions), "object"), protected)
	case len(p.Deletions) > 0:
		return sayf(". On purpose it deletes %s. Merge or switch as it is; no protection is needed.", count(len(p.Deletions), "object"))
	}
	return ". Merge or switch as it is; no protection is needed."
}

// sentence gives the text with a full stop at its end.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "?") || strings.HasSuffix(s, "!") {
		return s
	}
	return s + "."
}
