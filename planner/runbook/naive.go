package runbook

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

// naive tells what happens without a plan: what the first lines only count.
func (a author) naive() page.Page {
	n := a.plan.Naive
	var out page.Page
	if len(n.AtRisk) > 0 {
		out = append(out, page.Paragraph{Text: page.Words("At risk, though it should live:")})
		out = append(out, a.atRisk(n.AtRisk)...)
	}
	if len(n.Story) > 0 {
		out = append(out, page.Paragraph{Text: page.Say("One order of events that ends in the worst of it (%s explains a rule):", explainable(n.Story))},
			page.List{Numbered: true, Items: Story(n.Story)})
	}
	out = append(out, a.hazards()...)
	if len(out) == 0 {
		return nil
	}
	return append(page.Page{head("If it is merged or switched as it is")}, out...)
}

// explainable is how to ask for the first rule that a story names.
func explainable(story []hazard.Line) string {
	for _, l := range story {
		if l.Rule != "" {
			return "fluxmigrate explain " + l.Rule
		}
	}
	return "fluxmigrate explain"
}

// worstFirst orders the objects at risk, protected ones first.
func worstFirst(all []planner.AtRisk) []planner.AtRisk {
	return slices.SortedStableFunc(slices.Values(all), func(x, y planner.AtRisk) int {
		return cmp.Or(cmp.Compare(rank(x.Protected), rank(y.Protected)), x.Object.Compare(y.Object))
	})
}

func (a author) atRisk(all []planner.AtRisk) page.Page {
	all = worstFirst(all)
	shown := min(a.most, len(all))
	list := page.List{Items: riskItems(all[:shown])}
	left := len(all) - shown
	if left == 0 {
		return page.Page{list}
	}
	if !a.folds {
		list.Items = append(list.Items, a.rest(left, ".naive.atRisk"))
		return page.Page{list}
	}
	return page.Page{list, page.Fold{
		Summary: page.Words(sayf("… and %d more", left)),
		Blocks:  []page.Block{page.List{Items: riskItems(all[shown:])}},
	}}
}

// ranks orders the reasons of hazard.Protected by what their loss costs. A
// Kustomization and a HelmRelease come last: what they hold is named itself.
var ranks = []string{"data", "infrastructure", "deleted with it", "address", "layout"}

func rank(protected string) int {
	if protected == "" {
		return len(ranks) + 1
	}
	for i, word := range ranks {
		if strings.Contains(protected, word) {
			return i
		}
	}
	return len(ranks)
}

func riskItems(risks []planner.AtRisk) []page.Phrase {
	items := make([]page.Phrase, len(risks))
	for i, r := range risks {
		items[i] = fate(r.Object, r.How, r.By)
		if len(r.Codes) > 0 {
			items[i] = page.Join(items[i], page.Toned(page.Faint, " ["+strings.Join(r.Codes, ", ")+"]"))
		}
		if r.Protected != "" {
			items[i] = page.Join(items[i], page.Words("; protected: "+r.Protected))
		}
	}
	return items
}

// Story gives the lines of a story, each with its rule.
func Story(lines []hazard.Line) []page.Phrase {
	items := make([]page.Phrase, len(lines))
	for i, l := range lines {
		actor := page.Words(l.Actor)
		if strings.Contains(l.Actor, "/") {
			actor = page.Name(l.Actor)
		}
		items[i] = page.Join(actor, page.Words(" "+l.Action))
		if !says(l) {
			items[i] = page.Join(items[i], page.Say(" %s", l.Object.Display()))
		}
		if l.Rule != "" {
			items[i] = page.Join(items[i], page.Toned(page.Faint, " ("+l.Rule+")"))
		}
	}
	return items
}

// says whether the action names its object already, or means it by "it".
func says(l hazard.Line) bool {
	return l.Object == (ownership.ObjectID{}) || strings.Contains(l.Action, l.Object.Name) ||
		slices.Contains(strings.FieldsFunc(l.Action, func(r rune) bool { return r == ' ' || r == ',' }), "it")
}

// hazards says which rules matched; what they lose is already told above.
func (a author) hazards() page.Page {
	if len(a.plan.Hazards) == 0 {
		return nil
	}
	list := page.Page{page.Paragraph{Text: page.Say("What the rules found (%s says more):", "fluxmigrate explain CODE")}}
	groups := GroupHazards(a.plan.Hazards)
	shown := min(a.most, len(groups))
	items := make([]page.Phrase, shown, shown+1)
	for i, g := range groups[:shown] {
		items[i] = hazardItem(g)
	}
	if left := len(groups) - shown; left > 0 {
		items = append(items, a.rest(left, ".hazards"))
	}
	return append(list, page.List{Items: items})
}

// HazardGroup is the matches of one rule.
type HazardGroup struct {
	First   hazard.Hazard
	Times   int
	Objects int
}

// GroupHazards puts the matches of one rule together, worst severity first.
func GroupHazards(all []hazard.Hazard) []HazardGroup {
	var groups []HazardGroup
	for _, h := range all {
		i := slices.IndexFunc(groups, func(g HazardGroup) bool { return g.First.Code == h.Code && g.First.Severity == h.Severity })
		if i < 0 {
			i = len(groups)
			groups = append(groups, HazardGroup{First: h})
		}
		groups[i].Times++
		groups[i].Objects += len(h.Objects)
	}
	slices.SortStableFunc(groups, func(x, y HazardGroup) int {
		return cmp.Or(cmp.Compare(severity(x.First.Severity), severity(y.First.Severity)), cmp.Compare(x.First.Code, y.First.Code))
	})
	return groups
}

func severity(s hazard.Severity) int {
	return slices.Index([]hazard.Severity{hazard.Loses, hazard.Blocks, hazard.Warns}, s)
}

func hazardItem(g HazardGroup) page.Phrase {
	h := g.First
	code := page.Toned(SeverityTone(h.Severity), h.Code+" "+string(h.Severity))
	if g.Times > 1 {
		return page.Join(code, page.Words(sayf(": %s. %s %d times, %s.", h.Name, sentence(h.Harm), g.Times, count(g.Objects, "object"))))
	}
	return page.Join(code, page.Words(": "+h.Name+". "+Harm(h)))
}

// Harm says what a match costs, and what it was that matched.
func Harm(h hazard.Hazard) string {
	if h.Because == "" {
		return sentence(h.Harm)
	}
	return strings.TrimSuffix(h.Harm, ".") + ": " + sentence(h.Because)
}

// SeverityTone colours a severity by what it costs.
func SeverityTone(s hazard.Severity) page.Tone {
	switch s {
	case hazard.Loses:
		return page.Bad
	case hazard.Blocks:
		return page.Doubtful
	}
	return page.Plain
}
