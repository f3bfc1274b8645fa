package runbook

import (
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// proof says what the verdict rests on: what the model was asked, what it
// visited, what it takes for granted, and whether the target is reached.
func (a author) proof() page.Page {
	proofs := a.plan.Proofs.Plan
	subject := "the stages"
	if len(proofs) == 0 {
		proofs, subject = a.plan.Proofs.Naive, "the change as it is"
	}
	if len(proofs) == 0 {
		return nil
	}
	items := []page.Phrase{page.Words(visited(subject, proofs)), page.Words(completion(proofs))}
	items = append(items, undecided(proofs, a.most)...)
	items = append(items, page.Words("The model takes for granted: "+strings.Join(proofs[0].Assumptions, "; ")+"."))
	return page.Page{head("The proof"), page.List{Items: items}}
}

func visited(subject string, proofs []proof.Proof) string {
	var versions []string
	objects, states := 0, 0
	for _, p := range proofs {
		versions = append(versions, p.Controller)
		states += p.States
		objects = 0
		for _, c := range p.Components {
			objects += len(c.Objects)
		}
	}
	return sayf("Safety of %s: %s by a model of kustomize-controller %s, which was asked about %s and visited %s.",
		subject, safety(proofs), strings.Join(versions, " and of "), count(objects, "object"), count(states, "state"))
}

func safety(proofs []proof.Proof) verdict.Verdict {
	var all []verdict.Verdict
	for _, p := range proofs {
		all = append(all, p.Safety)
	}
	return verdict.Worst(all...)
}

// completion says, version by version, whether the target can always be
// reached.
func completion(proofs []proof.Proof) string {
	var said []string
	for _, p := range proofs {
		text := "the target always stays in reach"
		if p.Completion != verdict.Proved {
			text = whyNotReached(p)
		}
		said = append(said, "on "+p.Controller+" "+string(p.Completion)+", "+text)
	}
	return "Completion: " + sentence(strings.Join(said, "; "))
}

// whyNotReached gives the reason of the first component with that answer: where
// the target is not reached, no other component is the reason.
func whyNotReached(p proof.Proof) string {
	for _, c := range p.Components {
		if c.Completion == p.Completion {
			return c.Objects[0].Display() + ": " + firstOf(c.NoGoal, readable(c), "not asked for, as its safety is "+string(c.Safety))
		}
	}
	return "not asked for"
}

// readable gives why an answer is what it is, with the names of objects as
// people read them.
func readable(c proof.Component) string {
	if c.Scene == nil {
		return c.Why
	}
	why := c.Why
	for _, o := range c.Scene.Objects {
		if id, err := ownership.ParseObjectID(o.ID); err == nil {
			why = strings.ReplaceAll(why, o.ID, id.Display())
		}
	}
	return why
}

func firstOf(texts ...string) string {
	i := slices.IndexFunc(texts, func(s string) bool { return s != "" })
	return texts[i]
}

// undecided names what the model did not decide.
func undecided(proofs []proof.Proof, most int) []page.Phrase {
	var items []page.Phrase
	seen := make(map[string]bool)
	for _, p := range proofs {
		for _, c := range p.Components {
			text := c.Objects[0].Display() + ": " + readable(c)
			if c.Safety == verdict.Unknown && !seen[text] && len(items) < most {
				seen[text] = true
				items = append(items, page.Words("Not decided: "+sentence(text)))
			}
		}
	}
	return items
}
