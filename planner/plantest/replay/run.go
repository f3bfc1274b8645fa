package replay

import (
	"fmt"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
)

// run adds what the run of a Kustomization does.
func (q *projector) run(e worlds.Event, object int, here bool) {
	who, known := q.kustomizations[e.Who]
	if e.Who == worlds.Unsure {
		who, known = -1, true
	}
	if e.Verb == "status" || e.Verb == "finalizer" {
		if known {
			q.own(e, who, object)
		}
		return
	}
	if !here {
		return
	}
	o := sim.Observation{Who: who, Object: object, Live: q.live(e, object)}
	switch {
	case e.Refused > 0:
		o.Kind = sim.SawRefused
	case e.Verb == "get":
		o.Kind = sim.SawGet
	case e.Verb == "apply":
		if o.Kind = sim.SawWrite; q.odd[e.Object] && len(o.Live.Specs) == 0 {
			q.beyond = "people set another deletionPolicy than Orphan by hand"
			return
		}
	case e.Verb == "delete":
		o.Kind = sim.SawDelete
		if q.dry[[2]string{e.Who, e.Object}] > 0 {
			q.beyond = "force deletes what the API server refuses to change"
			return
		}
	default:
		return // a dry-run decides nothing that the read before it has not
	}
	switch {
	case known:
		q.add(e, o)
	case o.Kind == sim.SawWrite || o.Kind == sim.SawDelete:
		q.err = fmt.Errorf("%s is not in the scene and writes or deletes %s", e.Who, e.Object)
	}
}

// own adds what a run writes to its own Kustomization.
func (q *projector) own(e worlds.Event, who, object int) {
	o := sim.Observation{Who: who, Object: object}
	switch {
	case e.Refused > 0:
		o.Kind = sim.SawRefused
	case e.Verb == "finalizer" && e.On:
		o.Kind = sim.SawFinalizer
	case e.Verb == "finalizer":
		o.Kind = sim.SawReleased
	default:
		o.Kind, o.Object = sim.SawStatus, -1
		o.Status = q.status(e, who)
		o.Commit = q.commitOf(e)
	}
	q.add(e, o)
}

func (q *projector) status(e worlds.Event, who int) sim.Said {
	s := sim.Said{Kustomization: who, Ready: e.Status.Ready, Reason: e.Status.Reason, Begins: begins(e), Busy: e.Status.Busy == "Progressing",
		TellsHandled: slices.Contains(e.Told, "handled"), Applied: e.Status.Applied, Attempted: e.Status.Attempted,
		Observed: q.observed(e.Object, e.Status.Observed), Inventory: []int{}}
	ready, busy := slices.Contains(e.Told, "ready"), slices.Contains(e.Told, "busy")
	s.Succeeds = s.Ready == "True" && (ready || busy) && !s.Busy
	s.Fails = s.Ready == "False" && (ready || busy && e.Status.Busy == "ProgressingWithRetry")
	for _, name := range e.Status.Inventory {
		if o, ok := q.objects[name]; ok {
			s.Inventory = append(s.Inventory, o)
		}
	}
	s.Handled = slices.Index(q.tokens[e.Object], e.Status.Handled) + 1
	return s
}

// begins says whether a run begins its work with a line. It may tell nothing of
// Ready.
func begins(e worlds.Event) bool {
	return slices.Contains(e.Told, "busy") && e.Status.Busy == "Progressing"
}

// commitOf gives the commit of a run that begins its work, by what it says
// before the next one begins: it has attempted a commit once it has found the
// path there. -1 where it never said, or was killed before: the next run need not
// be seen to begin.
func (q *projector) commitOf(e worlds.Event) int {
	if !begins(e) {
		return -1
	}
	for _, next := range q.r.Events[e.Line:] {
		switch {
		case next.Verb == "gone" && next.Object == e.Object, next.Who == worlds.Flux && next.Verb == "starts":
			return -1
		case next.Verb != "status" || next.Object != e.Object || next.Status == nil:
		case slices.Contains(next.Told, "attempted"):
			return next.Status.Attempted
		case begins(next):
			return -1
		case slices.Contains(next.Told, "busy") || slices.Contains(next.Told, "ready"):
			if next.Status.Reason == "ArtifactFailed" || next.Status.Reason == "DependencyNotReady" {
				return -1
			}
			return next.Status.Attempted
		}
	}
	return -1
}
