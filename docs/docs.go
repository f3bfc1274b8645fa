// Package docs holds the documents that the program itself quotes.
package docs

import (
	_ "embed"
	"strings"
)

//go:embed flux-semantics.md
var semantics string

// Fact is one row of flux-semantics.md.
type Fact struct {
	Number  string `json:"number"`  // R2.3, H8, P1'', V2
	Section string `json:"section"` // the heading it stands under
	Text    string `json:"text"`    // Markdown
	Source  string `json:"source,omitempty"`
}

// FactNumbered gives the fact of that number, as the document spells it or in
// lower case.
func FactNumbered(number string) (Fact, bool) {
	section := ""
	for line := range strings.Lines(semantics) {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			section = strings.TrimSpace(title)
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) < 2 || !strings.EqualFold(strings.TrimSpace(cells[0]), number) {
			continue
		}
		f := Fact{Number: strings.TrimSpace(cells[0]), Section: section, Text: strings.TrimSpace(cells[1])}
		if len(cells) > 2 {
			f.Source = strings.TrimSpace(cells[2])
		}
		return f, true
	}
	return Fact{}, false
}
