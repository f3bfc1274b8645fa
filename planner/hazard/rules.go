package hazard

import "slices"

// Rule is one row of the rule set. The set is data: docs/hazards.md, `explain`
// and every Hazard take their words from it.
type Rule struct {
	Code string
	Name string
	// Severity is the worst a match can have.
	Severity Severity
	Harm     string // one sentence
	Why      string // a paragraph: what the controller does, and what does not help
	Source   string // rules of docs/flux-semantics.md and field reports it rests on
	Remedies []Remedy
}

// ruleSets has the rules by what they are about.
var ruleSets = [][]Rule{
	lossRules, protectionRules, stateRules,
	objectRules, specRules, chartRules,
}

// Rules gives the rule set, sorted by code. The caller may change the result.
func Rules() []Rule {
	rules := slices.Concat(ruleSets...)
	slices.SortFunc(rules, func(a, b Rule) int {
		if a.Code < b.Code {
			return -1
		}
		return 1
	})
	for i := range rules {
		rules[i].Remedies = slices.Clone(rules[i].Remedies)
	}
	return rules
}

// ruleOf gives the rule of a code. Every matcher names one that exists; a
// test holds that.
func ruleOf(code string) Rule {
	for _, set := range ruleSets {
		for _, r := range set {
			if r.Code == code {
				return r
			}
		}
	}
	return Rule{Code: code}
}
