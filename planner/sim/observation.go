package sim

import "github.com/fluxmigrate/fluxmigrate/planner/scene"

// Observation is one thing that was seen to happen in a cluster, in the numbers
// of a scene.
type Observation struct {
	Kind ObservationKind
	// Who is the Kustomization whose run it is; -1 where that is not known.
	Who    int
	Object int // -1: none
	// Live is what the object is like afterwards, of a write, a read and an end.
	Live Seen
	// Commit of a fetch, or the one that a run works with which says that it
	// begins; -1 where nothing shows it.
	Commit int
	Source int
	Status Said
	Line   int // of the trace, for people
	Text   string
}

// Seen is what one reading of the API shows of an object.
type Seen struct {
	Exists bool
	Owner  int // -1: no label, or of none here
	Guard  bool
	Going  bool   // it is being deleted
	Specs  []Spec // of a Kustomization: what it may be; nil where it is none
}

// Spec is what the spec of a live Kustomization may be made of: that of a
// manifest, and hand edits.
type Spec struct {
	Number              int
	Suspend, HandOrphan bool
}

// Said is the status of a Kustomization, and which part of it was written.
type Said struct {
	Kustomization int
	Ready         string // of the Ready condition: True, False, Unknown
	Reason        string
	Begins        bool // this line is the first of a run at work; Ready may stay what it was
	Succeeds      bool // this line says that a run has gone well
	Fails         bool // this line says that a run has failed
	Busy          bool // it is at work
	TellsHandled  bool
	Inventory     []int // objects of the scene
	Applied       int   // -1: none, or not told
	Observed      bool
	Attempted     int
	Handled       int // the number of the request; 0: none
}

// ObservationKind is one kind of observation.
type ObservationKind string

// The kinds. A line of a trace that tells nothing of a scene is none.
const (
	SawFetch     ObservationKind = "fetch"     // the source has Commit
	SawGet       ObservationKind = "get"       // Who reads Object
	SawWrite     ObservationKind = "write"     // Who applies Object
	SawDelete    ObservationKind = "delete"    // Who deletes Object
	SawGone      ObservationKind = "gone"      // Object is no more: what came before has done it
	SawFinalizer ObservationKind = "finalizer" // Who has put its finalizer on
	SawReleased  ObservationKind = "released"  // Who has taken its finalizer off
	SawStatus    ObservationKind = "status"    // Who has written Status
	SawRefused   ObservationKind = "refused"   // a request of Who was refused
	SawDeed      ObservationKind = "deed"      // people do the next act, and Object is Live
	SawRestart   ObservationKind = "restart"   // the controller was started again
)

// Kustomization gives the one that an observation is about; -1 for none.
func (o Observation) about(s *scene.Scene) int {
	if o.Object < 0 {
		return -1
	}
	return s.Objects[o.Object].Kustomization
}
