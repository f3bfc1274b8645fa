package worlds

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// Event is one line of a trace: WHO VERB OBJECT FACT…
type Event struct {
	Line int    // of the trace, from 1
	Who  string // a Kustomization whose run it is, or Unsure, Git, Source, Hand, Etcd, Flux, Recorder
	Verb string // see the table in testdata/worlds/README.md
	// Object is the short name; every object of a world has another one.
	Object string

	Commit int  // of "git commit" and "source fetch"
	Switch int  // of "hand switch"
	On     bool // of a finalizer

	UID         int  // 1 for the first object of that name, 2 for the next; 0 where not told
	None        bool // a get found nothing
	Refused     int  // status of HTTP
	Same        bool // a write that changed nothing
	Lost        bool // what is gone is wanted by the newest published state
	Terminating bool
	Owner       string // of the owner labels; "" for none
	Content     string
	Traits      ownership.Traits

	// Of a Kustomization:
	Generation int
	Spec       *Token   // as written last; nil where the line is not about it
	SpecNew    bool     // the line itself tells the spec
	Token      string   // a new request's; "" for none
	Status     *Status  // all it says after a line "status"
	Told       []string // the fields of Status that the line tells
}

// Who an event is of, where it is no Kustomization.
const (
	Unsure   = "?"   // a run of some Kustomization
	Git      = "git" // the repository
	Source   = "source"
	Hand     = "hand" // people, and whoever makes the roots
	Etcd     = "etcd"
	Flux     = "flux" // kustomize-controller as a process
	Recorder = "world"
)

// Status is what a Kustomization says of itself.
type Status struct {
	Ready     string // True, False, Unknown, or "" for nothing yet
	Reason    string // of Ready
	Busy      string // reason of Reconciling, "" where it is not
	Observed  int
	Applied   int // commit; -1 for none
	Attempted int
	Handled   string
	// Inventory is sorted; nil where there is none, which is not the same as
	// an empty one.
	Inventory []string
}

// ParseTrace reads the lines of a trace.
func ParseTrace(text string) ([]Event, error) {
	p := &parser{specs: map[string]*Token{}, said: map[string]Status{}}
	var events []Event
	for i, line := range slices.Collect(strings.Lines(text)) {
		e, err := p.line(strings.Fields(line))
		if err != nil {
			return nil, fmt.Errorf("line %d, %q: %w", i+1, strings.TrimSpace(line), err)
		}
		e.Line = i + 1
		events = append(events, e)
	}
	return events, nil
}

// parser knows what a Kustomization said last: lines tell what has changed.
type parser struct {
	specs map[string]*Token
	said  map[string]Status
}

// line reads one line.
func (p *parser) line(words []string) (Event, error) {
	if len(words) < 2 {
		return Event{}, fmt.Errorf("want WHO VERB OBJECT FACT…")
	}
	e := Event{Who: words[0], Verb: words[1]}
	switch e.Who + " " + e.Verb {
	case "git commit", "source fetch":
		return e, scan(words, &e.Commit)
	case "hand switch":
		return e, scan(words, &e.Switch)
	case "flux stops", "flux starts", "world quiet", "world restless", "world timeout":
		return e, nil
	}
	if len(words) < 3 {
		return e, fmt.Errorf("no object")
	}
	e.Object = words[2]
	if e.Verb == "status" {
		return e, p.status(&e, words[3:])
	}
	if !slices.Contains([]string{"get", "dry", "apply", "patch", "delete", "gone", "finalizer"}, e.Verb) {
		return e, fmt.Errorf("unknown verb")
	}
	for _, fact := range words[3:] {
		if err := p.fact(&e, fact); err != nil {
			return e, err
		}
	}
	p.remember(&e)
	return e, nil
}

func scan(words []string, number *int) error {
	if len(words) != 3 {
		return fmt.Errorf("want a number")
	}
	_, err := fmt.Sscan(words[2], number)
	return err
}

// remember fills in the spec that an object was written with last, and forgets
// what belonged to the one before.
func (p *parser) remember(e *Event) {
	key := e.Object
	switch {
	case e.Verb == "gone":
		delete(p.specs, key)
		delete(p.said, key)
	case e.Spec != nil:
		p.specs[key] = e.Spec
	case e.Generation > 0:
		e.Spec = p.specs[key]
	}
}
