package verify

import "github.com/fluxmigrate/fluxmigrate/planner/scene"

// state is everything that an order of events depends on from here on. It is plain
// data without a pointer, so that a copy is a state of its own. Its arrays are as
// long as a scene can be; those that a scene has come first, in its order.
type state struct {
	sources        [scene.MaxKustomizations]int8 // the commit each is at
	published      int8                          // the last commit that they may fetch
	objects        [scene.MaxObjects]object
	kustomizations [scene.MaxKustomizations]kustomization
	stage          uint8  // of the people; beyond the last one they are done
	seen           uint64 // what of the stage is done and seen, a bit each: see people.go
	lost           bool   // the subject was deleted on the way here
}

// object is a live object. One that does not exist is gone.
type object struct {
	exists    bool
	owner     int8 // whom its labels name
	guard     bool // by the manifest
	handGuard bool
	frozen    bool
}

// nobody is the owner of an object whose labels name no Kustomization of the scene.
const nobody = -1

var gone = object{owner: nobody}

// guarded: neither prune nor finalizer deletes it (R6.4).
func (o object) guarded() bool { return o.guard || o.handGuard || o.frozen }

// mostVersions is how many versions a look at the cache may choose from: it is at
// most six behind the API.
const mostVersions = 7

// kustomization is what the API server holds of a Kustomization, what the cache
// may show of it, and its run. The zero value does not exist.
type kustomization struct {
	exists bool
	// versions are those that a look at the cache may show, the oldest first, n of
	// them. The last is the one in the API. There is room for one more while a step
	// is taken.
	versions [mostVersions + 1]version
	n        uint8
	ready    bool
	observed bool   // the generation in the API was observed
	applied  int8   // the last applied commit, or none
	handled  uint16 // the last request that was handled
	run      run
}

// none is the applied commit of a Kustomization that has applied none.
const none = -1

func (k *kustomization) current() version { return k.versions[k.n-1] }

// showFrom drops the versions before one that was shown.
func (k *kustomization) showFrom(first int) {
	var kept [mostVersions + 1]version
	k.n = uint8(copy(kept[:], k.versions[first:k.n]))
	k.versions = kept
}

// version is one version of a Kustomization, as far as a run looks at it.
type version struct {
	spec      uint8
	suspend   bool // by hand
	orphan    bool // by hand
	deleting  bool
	finalizer bool
	inventory set
	request   uint16 // how often a run was asked for
}

// sameSpec: the two are of one generation, as far as the scene can tell.
func (v version) sameSpec(w version) bool {
	return v.spec == w.spec && v.suspend == w.suspend && v.orphan == w.orphan
}

// run is a run of one Kustomization. The zero value is none.
type run struct {
	phase   phase
	view    version
	commit  int8   // read from the source
	asked   uint8  // dependencies that were found ready
	build   uint16 // an index of the Builds
	stage   uint8  // of the apply
	prunes  set    // what it will prune, when it gets there
	todo    set    // still to be read: in a stage of the apply, in prune, in finalize
	writes  set    // read, and to be written
	doomed  set    // read, and to be deleted: one at most
	kept    set    // could not be deleted
	skipped set    // left alone, where the inventory does not list that (R8.2)
}

// works: the work of the run has begun, and Ready is not written yet.
func (r run) works() bool { return reading <= r.phase && r.phase <= ending }

// phase is how far a run is: what its next step is.
type phase uint8

const (
	idle       phase = iota // no run
	viewed                  // it reads the source
	sourced                 // it asks the next dependency, or begins to work
	reading                 // it reads the objects of a stage
	writing                 // it writes those that differ
	pruning                 // it reads, or deletes, what left the build
	ending                  // it writes Ready
	ended                   // it writes the inventory
	finalizing              // it reads, or deletes, the inventory
	leaving                 // it takes the finalizer off
)

// set is a set of objects, a bit each; scene.MaxObjects fit.
type set uint16

func only(o int) set          { return 1 << o }
func (s set) has(o int) bool  { return s&only(o) != 0 }
func (s set) minus(t set) set { return s &^ t }
func setOf(objects []int) (s set) {
	for _, o := range objects {
		s |= only(o)
	}
	return s
}
