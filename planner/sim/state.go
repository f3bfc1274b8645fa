package sim

import (
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// mostVersions bounds how far behind the cache of a Kustomization may be:
// docs/model.md takes that for granted. A packed state has room for no more.
const mostVersions = 7

// cluster is one state, taken apart. Everything beyond the numbers of the scene
// is zero. Sets of objects are bits.
type cluster struct {
	sources [scene.MaxKustomizations]uint8 // commit that each source is at
	stage   uint8                          // the stage that people are in; len(Stages) after the last
	done    uint32                         // of that stage: items done or seen, see items
	objects [scene.MaxObjects]object
	ks      [scene.MaxKustomizations]kustomization
}

type object struct {
	exists, guard, hand, frozen bool
	owner                       int8 // -1: none
}

// guarded says whether prune and finalizer leave the object alone (R6.4).
func (o object) guarded() bool { return o.guard || o.hand || o.frozen }

// version is one version of a Kustomization, as the API and the cache give it.
type version struct {
	spec        uint8
	request     uint8
	inventory   uint16
	handSuspend bool
	handOrphan  bool
	deleting    bool
	finalizer   bool
}

// alike says whether two versions are of one generation.
func (v version) alike(w version) bool {
	return v.spec == w.spec && v.handSuspend == w.handSuspend && v.handOrphan == w.handOrphan
}

// kustomization is one Kustomization. versions[n-1] is the one that the API
// has; the ones before are those that the cache may still show, oldest first.
type kustomization struct {
	versions [mostVersions]version
	n        uint8
	applied  int8 // commit; -1: none
	ready    bool
	observed bool
	handled  uint8
	run      run
}

// phase is how far a run is.
type phase uint8

const (
	idle       phase = iota
	viewed           // it has its view
	sourced          // and its commit; next are the dependencies
	applying         // it has its build
	pruning          // everything is applied
	ending           // Ready is written, the rest is not
	finalizing       // of a deletion
)

// run is a run under way.
type run struct {
	phase     phase
	view      version
	commit    uint8
	next      uint8  // dependency to look at
	build     uint16 // index of the Kustomization's builds
	puts      uint32 // two bits for each put of the build, see put…
	left      uint16 // objects to prune or finalize
	survivors uint16 // objects whose deletion failed
	pending   int8   // object that was tested and is to be deleted; -1: none
}

// What a run has done with one put.
const (
	putOpen   = 0
	putWrites = 1 // read, and to be written
	putDone   = 2
	putSkips  = 3 // it will not be listed; as done otherwise
)

func (r *run) put(i int) uint32 { return r.puts >> (2 * i) & 3 }

func (r *run) setPut(i int, to uint32) { r.puts = r.puts&^(3<<(2*i)) | to<<(2*i) }

// api gives the version that the API has.
func (k *kustomization) api() *version { return &k.versions[k.n-1] }

// push makes v the version that the API has. One that says nothing new is
// none.
func (k *kustomization) push(v version) {
	if k.n > 0 && *k.api() == v {
		return
	}
	if k.n == mostVersions {
		copy(k.versions[:], k.versions[1:])
		k.n--
	}
	k.versions[k.n] = v
	k.n++
}

// merge makes neighbours that say the same one version.
func (k *kustomization) merge() {
	n := 0
	for i := range k.n {
		if n == 0 || k.versions[n-1] != k.versions[i] {
			k.versions[n] = k.versions[i]
			n++
		}
	}
	clear(k.versions[n:])
	k.n = uint8(n)
}

// see drops the versions older than the i-th, which the cache has shown.
func (k *kustomization) see(i int) {
	n := copy(k.versions[:], k.versions[i:k.n])
	clear(k.versions[n:])
	k.n = uint8(n)
}

func bit(i int) uint16 { return 1 << i }
