package build

import (
	"strings"

	"github.com/fluxcd/pkg/envsubst/parse"
)

// expressions are the names of the variables in a text: those that need a
// value, and those that occur with a default only.
type expressions struct{ bare, withDefault map[string]bool }

// maxExpressions bounds the variables in one object; the parser recurses at
// each.
const maxExpressions = 50_000

// expressionsOf reads a text as Flux's envsubst does. A text that it cannot
// parse has none.
func expressionsOf(text string) expressions {
	found := expressions{bare: map[string]bool{}, withDefault: map[string]bool{}}
	if !strings.Contains(text, "${") {
		return found
	}
	if t, err := parse.Parse(text); err == nil {
		found.add(t.Root)
	}
	return found
}

func (e expressions) add(n parse.Node) {
	switch n := n.(type) {
	case *parse.ListNode:
		for _, child := range n.Nodes {
			e.add(child)
		}
	case *parse.FuncNode:
		if hasDefault(n.Name) {
			e.withDefault[n.Param] = true
		} else {
			e.bare[n.Param] = true
		}
		for _, arg := range n.Args {
			e.add(arg)
		}
	}
}

// hasDefault says whether an operator accepts a variable that is not set
// (fluxcd/pkg envsubst v1.8.0, template.go, isDefaultOp).
func hasDefault(operator string) bool {
	switch operator {
	case "-", "+", "=", "?", ":-", ":+", ":=", ":?":
		return true
	}
	return false
}
