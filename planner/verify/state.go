package verify

import "slices"

// state is everything that an order of events depends on from here on. Its slices
// are as long as those of the scene, in its order.
type state struct {
	sources        []int // the commit each is at
	published      int   // the last commit that they may fetch
	objects        []object
	kustomizations []kustomization
	stage          int    // of the people; beyond the last one they are done
	seen           uint64 // what of the stage is done and seen, a bit each: see people.go
	lost           bool   // the subject was deleted on the way here
}

// object is a live object. One that does not exist is gone.
type object struct {
	exists    bool
	owner     int  // whom its labels name
	guard     bool // by the manifest
	handGuard bool
	frozen    bool
}

// nobody is the owner of an object whose labels name no Kustomization of the scene.
const nobody = -1

var gone = object{owner: nobody}

// guarded: neither prune nor finalizer deletes it (R6.4).
func (o object) guarded() bool { return o.guard || o.handGuard || o.frozen }

// kustomization is what the API server holds of a Kustomization, what the cache
// may show of it, and its run. The zero value does not exist.
type kustomization struct {
	exists bool
	// versions are those that a look at the cache may show, the oldest first. The
	// last is the one in the API. They are shared by states: never write into them.
	versions []version
	ready    bool
	observed bool // the generation in the API was observed
	applied  int  // the last applied commit, or none
	handled  int  // the last request that was handled
	run      run
}

// none is the applied commit of a Kustomization that has applied none.
const none = -1

func (k *kustomization) current() version { return k.versions[len(k.versions)-1] }

// version is one version of a Kustomization, as far as a run looks at it.
type version struct {
	spec      int
	suspend   bool // by hand
	orphan    bool // by hand
	inventory set
	deleting  bool
	finalizer bool
	request   int // how often a run was asked for
}

// sameSpec: the two are of one generation, as far as the scene can tell.
func (v version) sameSpec(w version) bool {
	return v.spec == w.spec && v.suspend == w.suspend && v.orphan == w.orphan
}

// run is a run of one Kustomization. The zero value is none.
type run struct {
	phase  phase
	view   version
	commit int // read from the source
	asked  int // dependencies that were found ready
	build  int // an index of the Builds
	stage  int // of the apply
	todo   set // still to be read: in a stage of the apply, in prune, in finalize
	writes set // read, and to be written
	doomed set // read, and to be deleted: one at most
	kept   set // could not be deleted
}

// phase is how far a run is: what its next step is.
type phase int

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

// clone copies a state, so that a step can change the copy.
func (s *state) clone() *state {
	c := *s
	c.sources = slices.Clone(s.sources)
	c.objects = slices.Clone(s.objects)
	c.kustomizations = slices.Clone(s.kustomizations)
	return &c
}
