package sim

import (
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner/explore"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// Line is one event of a story, for a person.
type Line struct {
	Actor  string `json:"actor"`            // "flux-system/apps", a source, "you"
	Action string `json:"action"`           // "deletes the object: …"
	Object string `json:"object,omitempty"` // inventory id
	Rule   string `json:"rule,omitempty"`   // of docs/flux-semantics.md
	// Before, with the first line only, and After, where it changes, are how
	// the subject stands; none where the model does not know.
	Before *Standing `json:"before,omitempty"`
	After  *Standing `json:"after,omitempty"`
}

// You is the actor of what people do.
const You = "you"

// Tell puts a run of the model into words: what happened between the steps of
// one Kustomization only, and shows nowhere else, is left out.
func (m *Model) Tell(t *explore.Trace[State, Event]) []Line {
	teller := teller{m: m, events: make([]Event, len(t.Steps))}
	for i, taken := range t.Steps {
		teller.events[i] = taken.Label
	}
	var lines []Line
	m.unpack(t.Start, &teller.before)
	teller.stood = m.standing(&teller.before)
	for i, taken := range t.Steps {
		m.unpack(taken.To, &teller.after)
		if line := teller.line(i); line.Action != "" {
			teller.stand(&line, len(lines) == 0)
			lines = append(lines, line)
		}
		teller.before = teller.after
	}
	return lines
}

type teller struct {
	m             *Model
	events        []Event
	before, after cluster
	stood         *Standing                     // as the lines so far say
	late          [scene.MaxKustomizations]bool // the run under way began with an older version
	told          [scene.MaxKustomizations]bool // it was said that it began
	// view and commit of the run under way: a reduced state may not have them.
	view   [scene.MaxKustomizations]version
	commit [scene.MaxKustomizations]uint8
}

// line gives the line of one step; one without action is not told.
func (t *teller) line(i int) Line {
	e := t.events[i]
	line := Line{}
	t.remember(e)
	if e.Kustomization >= 0 {
		line.Actor = t.m.s.Kustomizations[e.Kustomization].ID
	}
	if e.Object >= 0 {
		line.Object = t.m.s.Objects[e.Object].ID
	}
	switch e.Kind {
	case Fetches:
		t.fetches(i, &line)
	case Acts:
		t.acts(e, &line)
	case Begins, Finalizes, Passes, Reads, Builds, CannotBuild, Unclear:
		t.run(i, &line)
	case Depends:
		t.depends(e, &line)
	case WillWrite, Writes, WillDelete, Deletes, Spares, CannotDelete:
		t.object(i, &line)
	case SaysReady, Ends, Vanishes, Fails, FailsToPrune, FailsUnhealthy:
		t.end(i, &line)
	}
	return line
}

// next says whether the next step is of that kind, by the same Kustomization,
// about the same object.
func (t *teller) next(i int, kinds ...EventKind) bool {
	if i+1 >= len(t.events) {
		return false
	}
	e, f := t.events[i], t.events[i+1]
	if e.Kustomization != f.Kustomization || e.Object >= 0 && f.Object != e.Object {
		return false
	}
	for _, kind := range kinds {
		if f.Kind == kind {
			return true
		}
	}
	return false
}

// remember keeps what a run works with.
func (t *teller) remember(e Event) {
	k := e.Kustomization
	if k < 0 {
		return
	}
	if before := &t.before.ks[k]; before.run.phase == idle && before.n > 0 {
		t.view[k], t.late[k], t.told[k] = before.versions[e.View], int(e.View) < int(before.n)-1, false
	}
	switch e.Kind {
	case Reads:
		t.commit[k] = uint8(e.Number)
	case Builds, CannotBuild:
		t.commit[k] = uint8(t.m.s.Kustomizations[k].Builds[e.Number].Commit)
	}
}

func (t *teller) revision(i int) string { return t.m.s.Commits[i] }

// ofRevision is said of a run where there is more than one.
func (t *teller) ofRevision(i int) string {
	if len(t.m.s.Commits) == 1 {
		return ""
	}
	return " of revision " + t.revision(i)
}

func (t *teller) fetches(i int, line *Line) {
	for s, name := range t.m.s.Sources {
		if t.before.sources[s] == t.after.sources[s] {
			continue
		}
		line.Actor, line.Rule = name, "R1.5"
		line.Action = "has revision " + t.revision(int(t.after.sources[s]))
		if skipped := int(t.after.sources[s]) - int(t.before.sources[s]) - 1; skipped == 1 {
			line.Action += ", and skips " + t.revision(int(t.before.sources[s])+1)
		} else if skipped > 1 {
			line.Action += fmt.Sprintf(", and skips %d before it", skipped)
		}
	}
}

func (t *teller) acts(e Event, line *Line) {
	act := t.m.stages[t.before.stage].items[e.Number].act
	line.Actor, line.Object = You, ""
	ks := func() scene.Kustomization { return t.m.s.Kustomizations[act.Kustomization] }
	switch act.Kind {
	case scene.Publish:
		line.Action = "publish revision " + t.revision(act.Commit)
	case scene.Switch:
		line.Action = "switch " + ks().ID + " to " + ks().Specs[act.Spec].Words
	case scene.Make:
		line.Action = "create " + ks().ID
	case scene.Request:
		line.Action = "ask " + ks().ID + " for a run"
	case scene.Remove:
		line.Action = "delete " + ks().ID
	case scene.Suspend:
		line.Action = "suspend " + ks().ID
	case scene.Resume:
		line.Action = "resume " + ks().ID
	case scene.Orphan:
		line.Action = "set deletionPolicy: Orphan on " + ks().ID
	case scene.Guard:
		line.Action, line.Object = "guard it", t.m.s.Objects[act.Object].ID
	case scene.Unguard:
		line.Action, line.Object = "take its guard off", t.m.s.Objects[act.Object].ID
	case scene.Delete:
		line.Action, line.Object = "delete it", t.m.s.Objects[act.Object].ID
	}
}
