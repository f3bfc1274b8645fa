package worlds

import (
	"fmt"
	"strconv"
	"strings"
)

// fact reads one fact of a line that is no status.
func (p *parser) fact(e *Event, fact string) (err error) {
	name, value, _ := strings.Cut(fact, "=")
	switch {
	case fact == "none":
		e.None = true
	case fact == "same":
		e.Same = true
	case fact == "lost":
		e.Lost = true
	case fact == "terminating":
		e.Terminating = true
	case fact == "on" || fact == "off":
		e.On = fact == "on"
	case strings.HasPrefix(fact, "#"):
		e.UID, err = strconv.Atoi(fact[1:])
	case strings.HasPrefix(fact, "+"):
		err = e.trait(fact[1:])
	case strings.HasPrefix(fact, "("):
		var tok Token
		tok, err = ParseToken("K/" + e.Object + fact)
		e.Spec, e.SpecNew = &tok, true
	case name == "":
		e.Content = value
	case name == "own":
		e.Owner = value
	case name == "gen":
		e.Generation, err = strconv.Atoi(value)
	case name == "refused":
		e.Refused, err = strconv.Atoi(value)
	case name == "token":
		e.Token = value
	default:
		err = fmt.Errorf("unknown fact %q", fact)
	}
	return err
}

func (e *Event) trait(word string) error {
	tok := Token{}
	tok.Object.Traits = e.Traits
	err := tok.traits(word)
	e.Traits = tok.Object.Traits
	return err
}

// status reads the facts of a line "status": what has changed since the one
// before, of the same object.
func (p *parser) status(e *Event, facts []string) error {
	now, known := p.said[e.Object]
	if !known {
		now = Status{Observed: -1, Applied: -1, Attempted: -1}
	}
	for _, fact := range facts {
		name, value, _ := strings.Cut(fact, "=")
		if err := e.statusField(&now, name, value); err != nil {
			return fmt.Errorf("%q: %w", fact, err)
		}
	}
	if e.Refused == 0 {
		p.said[e.Object] = now
		e.Status = &now
	}
	return nil
}

func (e *Event) statusField(s *Status, name, value string) (err error) {
	e.Told = append(e.Told, name)
	switch name {
	case "refused":
		e.Told = nil
		e.Refused, err = strconv.Atoi(value)
	case "ready":
		s.Ready, s.Reason, _ = strings.Cut(value, "/")
	case "busy":
		if s.Busy = value; value == "no" {
			s.Busy = ""
		}
	case "obs":
		s.Observed, err = strconv.Atoi(value)
	case "applied":
		s.Applied, err = strconv.Atoi(value)
	case "attempted":
		s.Attempted, err = strconv.Atoi(value)
	case "handled":
		s.Handled = value
	case "inv":
		if s.Inventory = []string{}; value != "" {
			s.Inventory = strings.Split(value, ",")
		}
	default:
		err = fmt.Errorf("unknown field")
	}
	return err
}
