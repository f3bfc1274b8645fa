package main_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/docs"
)

// ruleNumber is a rule of docs/flux-semantics.md as the code writes it.
var ruleNumber = regexp.MustCompile(`\b(?:R\d+\.\d+|[HV]\d+\b|P\d+\b'{0,2})`)

func TestEveryRuleThatTheCodeNamesIsDocumented(t *testing.T) {
	documented := documentedRules(read(t, filepath.Join(moduleRoot, "docs/flux-semantics.md")))
	if len(documented) == 0 {
		t.Fatal("docs/flux-semantics.md has no row that begins with a rule")
	}
	for _, f := range moduleFiles(t) {
		for number, line := range strings.Split(read(t, filepath.Join(moduleRoot, f.path)), "\n") {
			for _, rule := range ruleNumber.FindAllString(line, -1) {
				if !documented[rule] {
					t.Errorf("%s:%d: names %s, which docs/flux-semantics.md does not have", f.path, number+1, rule)
				}
			}
		}
	}
}

// documentedRules gives the rules that have a row of their own.
func documentedRules(text string) map[string]bool {
	rules := make(map[string]bool)
	for line := range strings.Lines(text) {
		if cell, _, ok := strings.Cut(strings.TrimPrefix(line, "| "), " | "); ok && ruleNumber.FindString(cell) == cell && cell != "" {
			rules[cell] = true
		}
	}
	return rules
}

func TestEveryDocumentedRuleCanBeExplained(t *testing.T) {
	for rule := range documentedRules(read(t, filepath.Join(moduleRoot, "docs/flux-semantics.md"))) {
		if f, ok := docs.FactNumbered(rule); !ok || f.Number != rule || f.Text == "" || f.Section == "" {
			t.Errorf("%s: got %+v", rule, f)
		}
	}
}
