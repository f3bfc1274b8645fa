// Package cluster is an oracle for tests: it runs kustomize-controller in a
// small world, in every order. It knows nothing of views and scenes, only paths,
// specs, inventories, labels and guards. A run takes its spec and artifact when it
// starts and does everything when it ends, in two halves, so runs overlap. No run
// fails, and nobody waits for a dependency.
package cluster

import (
	"fmt"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
)

type cluster struct {
	artifact int
	sw       int // switches done
	ks       map[string]kust
	live     map[string]thing
}

// kust is one live Kustomization. Specs are numbers of tokens.
type kust struct {
	spec      int
	inventory string // ids, each followed by a space
	stage     int    // of a run: 0 none, 1 started, 2 its children are applied
	runSpec   int
	runAt     int
	deleting  bool
}

// thing is one live object.
type thing struct {
	label string
	guard bool
}

type oracle struct {
	w      *worlds.World
	tokens []worlds.Token
	number map[string]int // of a token, by its text and id
	should map[string]bool
	lost   map[string]bool
	seen   map[string]bool
	queue  []cluster
}

// mostStates bounds a world that is too large to visit in a test.
const mostStates = 6000

// Lost gives the objects that some order of events ends, by id, and whether all
// orders were visited.
func Lost(w *worlds.World, should map[string]bool) (lost map[string]bool, all bool) {
	o := &oracle{w: w, number: map[string]int{}, should: should, lost: map[string]bool{}, seen: map[string]bool{}}
	for _, c := range o.starts() {
		o.visit(c)
	}
	for len(o.queue) > 0 {
		if len(o.seen) > mostStates {
			return o.lost, false
		}
		c := o.queue[0]
		o.queue = o.queue[1:]
		o.events(c)
	}
	return o.lost, true
}

func (o *oracle) visit(c cluster) {
	key := fmt.Sprint(c)
	if !o.seen[key] {
		o.seen[key] = true
		o.queue = append(o.queue, c)
	}
}

func (o *oracle) tokenNumber(tok worlds.Token) int {
	key := tok.Object.ID.String() + tok.Object.Digest
	if n, ok := o.number[key]; ok {
		return n
	}
	o.tokens = append(o.tokens, tok)
	o.number[key] = len(o.tokens) - 1
	return len(o.tokens) - 1
}
