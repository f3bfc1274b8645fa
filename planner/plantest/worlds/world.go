package worlds

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// World is a tiny repository with its roots, over a line of steps.
type World struct {
	Commits  []map[string]Path
	Roots    []map[string]Token // by switch
	Steps    []Step
	Accounts bool   // every Kustomization acts as a service account of its own
	Interval string // of every Kustomization; "" for one that does not matter
}

// Path is what one path of a commit holds.
type Path struct {
	Objects []Token
	Failed  bool
	Unknown string
}

// Step is one thing that is done in a world.
type Step struct {
	Verb string // commit, switch, or another word of the language
	Args []string
	At   ownership.Position // after it
}

// verbs are the steps beside commit and switch, with the number of words that
// follow.
var verbs = map[string]int{"quiet": 0, "pause": 1, "suspend": 1, "resume": 1, "policy": 2, "delete": 1, "request": 1,
	"guard": 1, "unguard": 1, "gather": 0, "restart": 0}

// Parse reads a world. An error names the line.
func Parse(text string) (*World, error) {
	w := &World{Roots: []map[string]Token{{}}}
	for line := range strings.SplitSeq(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if err := w.line(words); err != nil {
			return nil, fmt.Errorf("world, line %q: %w", line, err)
		}
	}
	if len(w.Commits) == 0 {
		return nil, fmt.Errorf("world has no commit")
	}
	return w, nil
}

func (w *World) line(words []string) error {
	count, isVerb := verbs[words[0]]
	switch word := words[0]; {
	case word == "commit":
		next := map[string]Path{}
		if n := len(w.Commits); n > 0 {
			next = maps.Clone(w.Commits[n-1])
		}
		w.Commits = append(w.Commits, next)
		w.step(word)
	case word == "switch":
		w.Roots = append(w.Roots, maps.Clone(w.Roots[len(w.Roots)-1]))
		w.step(word)
	case word == "accounts":
		w.Accounts = true
	case strings.HasSuffix(word, ":") && len(w.Commits) > 0:
		return w.path(strings.TrimSuffix(word, ":"), words[1:])
	case isVerb && len(words) == count+1:
		w.step(word, words[1:]...)
	case len(words) > 1:
		return w.root(words)
	default:
		return fmt.Errorf("unknown word %q", word)
	}
	return nil
}

// root reads a line on roots, or the interval.
func (w *World) root(words []string) error {
	roots := w.Roots[len(w.Roots)-1]
	switch words[0] {
	case "root":
		tok, err := ParseToken("K/" + words[1] + "(" + strings.Join(words[2:], ",") + ")")
		roots[words[1]] = tok
		return err
	case "-root":
		delete(roots, words[1])
	case "interval":
		w.Interval = words[1]
	default:
		return fmt.Errorf("unknown word %q", words[0])
	}
	return nil
}

func (w *World) step(verb string, args ...string) {
	at := ownership.Position{Commit: len(w.Commits) - 1, Switch: len(w.Roots) - 1}
	w.Steps = append(w.Steps, Step{Verb: verb, Args: args, At: at})
}

// Positions gives the positions of the commits and switches, in order.
func (w *World) Positions() []ownership.Position {
	var positions []ownership.Position
	for _, step := range w.Steps {
		if step.Verb == "commit" || step.Verb == "switch" {
			positions = append(positions, step.At)
		}
	}
	return positions
}

func (w *World) path(name string, words []string) error {
	at := w.Commits[len(w.Commits)-1]
	delete(at, name)
	if slices.Equal(words, []string{"-"}) {
		return nil
	}
	var p Path
	for _, word := range words {
		switch {
		case word == "!fail":
			p.Failed = true
		case strings.HasPrefix(word, "?"):
			p.Unknown = word[1:]
		default:
			tok, err := ParseToken(word)
			if err != nil {
				return err
			}
			p.Objects = append(p.Objects, tok)
		}
	}
	at[name] = p
	return nil
}
