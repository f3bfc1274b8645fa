package main

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/docs"
	"github.com/fluxmigrate/fluxmigrate/planner"
	"github.com/fluxmigrate/fluxmigrate/planner/runbook/page"
)

type factDocument struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	docs.Fact
}

func documentOfFact(f docs.Fact) factDocument { return factDocument{planner.APIVersion, "Fact", f} }

func factPage(f docs.Fact) page.Page {
	p := page.Page{
		page.Heading{Level: 1, Text: page.Words(f.Number + ": " + f.Section)},
		page.Paragraph{Text: prose(f.Text)},
	}
	if f.Source != "" {
		p = append(p, page.Paragraph{Text: page.Join(page.Words("Known from: "), prose(f.Source))})
	}
	return append(p, page.Paragraph{Text: page.Say("All of them: %s.", "docs/flux-semantics.md")})
}

// prose reads the little Markdown that the document uses: code and emphasis.
func prose(markdown string) page.Phrase {
	var p page.Phrase
	for i, part := range strings.Split(markdown, "`") {
		if i%2 == 1 {
			p = page.Join(p, page.Name(part))
			continue
		}
		p = page.Join(p, page.Words(strings.ReplaceAll(part, "*", "")))
	}
	return p
}
