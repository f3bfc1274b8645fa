package sim

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest/scenes"
)

// TestRules drives the model step by step. The commands of a file:
//
//	scene   a scene, and its first state
//	take    steps, one a line; each has to be possible
//	steps   what is possible now: all, or of=ACTOR alone
//	state   what there is now: all, or of=NAME alone
//	starts  all states that the scene may begin in
//	visit   the answer to the whole scene; with lines: to the scene and these stages
func TestRules(t *testing.T) {
	datadriven.Walk(t, "testdata/rules", func(t *testing.T, path string) {
		s := &session{}
		datadriven.RunTest(t, path, s.command)
	})
}

// TestPatterns asks about moves as people make them.
func TestPatterns(t *testing.T) {
	datadriven.Walk(t, "testdata/patterns", func(t *testing.T, path string) {
		s := &session{}
		datadriven.RunTest(t, path, s.command)
	})
}

// session is a model in one state.
type session struct {
	text  string
	m     *Model
	state State
}

func (s *session) command(t *testing.T, d *datadriven.TestData) string {
	var out string
	var err error
	switch d.Cmd {
	case "scene":
		s.text = d.Input
		s.m, err = model(d.Input)
		if err == nil {
			s.state = s.m.Starts()[0]
		}
	case "take":
		if err := s.take(d.Input); err != nil {
			d.Fatalf(t, "%v", err) // not even a rewrite takes that for an answer
		}
	case "steps":
		out = s.steps(argument(d, "of"))
	case "state":
		out = s.showOf(argument(d, "of"))
	case "starts":
		for _, s.state = range s.m.Starts() {
			out += s.showOf("") + "\n"
		}
	case "visit":
		if out, err = ask(s.text + "\n" + d.Input); err != nil {
			d.Fatalf(t, "%v", err)
		}
	default:
		t.Fatalf("%s: no command %s", d.Pos, d.Cmd)
	}
	if err != nil {
		return "error: " + err.Error()
	}
	return out
}

func argument(d *datadriven.TestData, key string) (value string) {
	d.MaybeScanArgs(&testing.T{}, key, &value)
	return value
}

func model(text string) (*Model, error) {
	s, err := scenes.Parse(text)
	if err != nil {
		return nil, err
	}
	return New(s)
}

// possible gives the steps of the state at hand, in words.
func (s *session) possible() (words []string, to []State) {
	var before, after cluster
	s.m.unpack(s.state, &before)
	s.m.Steps(s.state, func(e Event, next State) bool {
		s.m.unpack(next, &after)
		words, to = append(words, s.m.words(&before, &after, e)), append(to, next)
		return true
	})
	return words, to
}

func (s *session) take(input string) error {
	for line := range strings.Lines(input) {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		words, to := s.possible()
		found := -1
		for i, w := range words {
			if w == line && found >= 0 && to[found] != to[i] {
				return fmt.Errorf("two steps are %q", line)
			} else if w == line {
				found = i
			}
		}
		if found < 0 {
			return fmt.Errorf("%q is none of\n%s", line, strings.Join(words, "\n"))
		}
		s.state = to[found]
	}
	return nil
}

func (s *session) steps(of string) string {
	words, _ := s.possible()
	var b strings.Builder
	for _, w := range words {
		if of == "" || strings.HasPrefix(w, of+" ") {
			b.WriteString(w + "\n")
		}
	}
	if b.Len() == 0 {
		return "none\n"
	}
	return b.String()
}

// showOf gives the whole state, or the lines of one name.
func (s *session) showOf(of string) string {
	var c cluster
	s.m.unpack(s.state, &c)
	all := s.m.show(&c)
	if of == "" {
		return all
	}
	var b strings.Builder
	on := false
	for line := range strings.Lines(all) {
		if !strings.HasPrefix(line, "  ") {
			on = strings.HasPrefix(line, of+" at ") || strings.HasPrefix(line, of+": ")
		}
		if on {
			b.WriteString(line)
		}
	}
	return b.String()
}

// ask gives the answer to a scene, as users get it. The plain model has to say
// the same, as far as it comes.
func ask(text string) (string, error) {
	s, err := scenes.Parse(text)
	if err != nil {
		return "", err
	}
	a, err := Visit(context.Background(), s, Options{Limit: 3_000_000})
	if err != nil {
		return "", err
	}
	plain, err := Visit(context.Background(), s, Options{Limit: plainLimit(), Plain: true})
	if err == nil && plain.States < plainLimit() && (plain.Safety != a.Safety || plain.Completion != a.Completion) {
		err = fmt.Errorf("%s, %s, but without reduction %s, %s", a.Safety, a.Completion, plain.Safety, plain.Completion)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "safety %s, completion %s, %d states\n", a.Safety, a.Completion, a.States)
	if a.Why != "" {
		b.WriteString(a.Why + "\n")
	}
	tell(&b, a.Story)
	tell(&b, a.Stuck)
	return b.String(), err
}

// plainLimit is the number of states that the plain model is visited for:
// SIM_PLAIN, or few.
func plainLimit() int {
	if n, err := strconv.Atoi(os.Getenv("SIM_PLAIN")); err == nil {
		return n
	}
	return 10_000
}

func tell(b *strings.Builder, lines []Line) {
	for _, l := range lines {
		b.WriteString("  " + l.Actor + " " + l.Action)
		if l.Object != "" {
			b.WriteString(" [" + l.Object + "]")
		}
		if l.Rule != "" {
			b.WriteString(" (" + l.Rule + ")")
		}
		b.WriteString("\n")
	}
}
