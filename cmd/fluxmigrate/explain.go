package main

import (
	"regexp"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/fluxmigrate/fluxmigrate/docs"
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/hazard"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

type ruleDocument struct {
	Code     string          `json:"code"`
	Name     string          `json:"name"`
	Severity hazard.Severity `json:"severity"`
	Harm     string          `json:"harm"`
	Why      string          `json:"why"`
	Source   string          `json:"source"`
	Remedies []hazard.Remedy `json:"remedies"`
}

type rulesDocument struct {
	APIVersion string         `json:"apiVersion"`
	Kind       string         `json:"kind"`
	Rules      []ruleDocument `json:"rules"`
}

func explainCommand(out output) *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "say what a rule means and what helps against it; without a code, list the rules",
		UsageText: "fluxmigrate explain [FM-nnn | R2.3 | H8 | P4 | V2] [-o text|markdown|json]",
		Description: "FM-nnn is a hazard. R…, H…, P… and V… are the facts about Flux that stories and reasons name:\n" +
			"what the controller does, how a move loses an object, what avoids it, how to see that it happened.",
		Flags: []cli.Flag{outputFlag(pageForms...)},
		Action: func(ctx *cli.Context) error {
			code, err := atMostOne(ctx, "code")
			if err != nil {
				return err
			}
			form := formOf(ctx)
			if err := oneOf(form, pageForms...); err != nil {
				return err
			}
			if fact, ok := docs.FactNumbered(code); ok {
				return out.page(form, factPage(fact), documentOfFact(fact))
			}
			rules, err := rulesNamed(code)
			if err != nil {
				return err
			}
			return out.page(form, rulesPage(rules, code != ""), documentOf(rules))
		},
	}
}

// rulesNamed finds a rule; FM-001, fm-001, 001 and 1 all name the first.
func rulesNamed(code string) ([]hazard.Rule, error) {
	rules := hazard.Rules()
	if code == "" {
		return rules, nil
	}
	if !hazardCode.MatchString(code) {
		return nil, noSuchRule(code)
	}
	number := func(s string) string {
		return strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(strings.ToUpper(s), "FM"), "-"), "0")
	}
	for _, r := range rules {
		if number(r.Code) == number(code) {
			return []hazard.Rule{r}, nil
		}
	}
	return nil, noSuchRule(code)
}

// hazardCode is how a code of a hazard may be written.
var hazardCode = regexp.MustCompile(`(?i)^(fm-?)?[0-9]+$`)

func noSuchRule(code string) error {
	return usagef("fluxmigrate explain lists the rules; docs/flux-semantics.md has those that begin with R, H, P or V", "there is no rule %q", code)
}

func documentOf(rules []hazard.Rule) rulesDocument {
	d := rulesDocument{APIVersion: planner.APIVersion, Kind: "Rules", Rules: []ruleDocument{}}
	for _, r := range rules {
		d.Rules = append(d.Rules, ruleDocument{r.Code, r.Name, r.Severity, r.Harm, r.Why, r.Source, r.Remedies})
	}
	return d
}

// rulesPage tells one rule whole, or lists all of them.
func rulesPage(rules []hazard.Rule, whole bool) page.Page {
	if whole {
		return rulePage(rules[0], 1)
	}
	t := page.Table{Head: []string{"code", "severity", "rule"}}
	for _, r := range rules {
		t.Rows = append(t.Rows, []page.Cell{{page.Words(r.Code)}, {page.Words(string(r.Severity))}, {page.Words(r.Name + ". " + r.Harm)}})
	}
	return page.Page{t}
}

func rulePage(r hazard.Rule, level int) page.Page {
	p := page.Page{
		page.Heading{Level: level, Text: page.Words(r.Code + ": " + r.Name)},
		page.Paragraph{Text: page.Words(severityWords[r.Severity] + " " + r.Harm)},
		page.Paragraph{Text: page.Words(r.Why)},
	}
	if len(r.Remedies) > 0 {
		var items []page.Phrase
		for _, remedy := range r.Remedies {
			items = append(items, page.Words(string(remedy)))
		}
		p = append(p, page.Paragraph{Text: page.Words("What helps:")}, page.List{Items: items})
	}
	if r.Source != "" {
		p = append(p, page.Paragraph{Text: page.Words("Rests on: " + r.Source)})
	}
	return p
}

var severityWords = map[hazard.Severity]string{
	hazard.Loses:  "Loses.",
	hazard.Blocks: "Blocks.",
	hazard.Warns:  "Warns.",
}
