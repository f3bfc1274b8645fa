package sim

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// Accepts says whether the model of a scene can do what was seen: it gives nil
// if there is a run that shows these observations in this order and nothing
// else that would have been seen, and a *Rejection if there is none. The stages
// of the scene are what people did, one act each. Other errors are those of New.
//
// It follows every run at once, and between two observations every step that
// shows nowhere.
func Accepts(s *scene.Scene, trace []Observation) error {
	m, err := New(s)
	if err != nil {
		return err
	}
	m.depended = slices.Repeat([]bool{true}, len(s.Kustomizations)) // every step by itself
	m.watched = [][]bool{m.depended}
	a := &acceptor{m: m, said: make([]Said, len(s.Kustomizations)), killed: make([]bool, len(s.Kustomizations)), wants: wanted(s, trace), nodes: map[node]bool{}}
	for _, start := range m.Starts() {
		a.nodes[node{state: start}] = true
	}
	for a.at = range trace {
		before := a.nodes
		a.nodes = map[node]bool{}
		a.see(&trace[a.at], before)
		if len(a.nodes) == 0 || len(a.nodes) > mostNodes {
			return a.reject(&trace[a.at], before)
		}
	}
	return nil
}

// mostNodes bounds how many runs are followed at once.
const mostNodes = 100_000

// Rejection is an observation that no run of the model shows.
type Rejection struct {
	Seen   Observation
	States []string // some of those that agree with everything before it
	TooBig bool     // nobody knows: too many runs agree with it
}

func (r *Rejection) Error() string {
	if r.TooBig {
		return fmt.Sprintf("line %d, %s: more than %d runs of the model agree with the trace", r.Seen.Line, r.Seen.Text, mostNodes)
	}
	return fmt.Sprintf("line %d, %s: no run of the model that agrees with what came before shows this; one is at\n%s",
		r.Seen.Line, r.Seen.Text, strings.Join(r.States, "\nor at\n"))
}

func (a *acceptor) reject(o *Observation, before map[node]bool) error {
	r := &Rejection{Seen: *o, TooBig: len(a.nodes) > mostNodes}
	for n := range before {
		var c cluster
		a.m.unpack(n.state, &c)
		r.States = append(r.States, a.m.sketch(&c))
	}
	slices.Sort(r.States)
	r.States = r.States[:min(3, len(r.States))]
	return r
}

// node is a state of the model that agrees with the trace so far.
type node struct {
	state State
	// owed has a bit for each Kustomization whose build has failed and that
	// has not said so yet: the model has both in one step.
	owed uint16
}

type acceptor struct {
	m       *Model
	nodes   map[node]bool
	at      int
	fetched int     // the newest commit that a source was seen to have
	said    []Said  // by Kustomization, what its status says
	killed  []bool  // its run was ended by a restart, and its status still says that it is at work
	wants   [][]int // see wanted
}

// No run comes, or one that does not show its commit.
const (
	noRun     = -2
	anyCommit = -1
)

// wanted gives, for each observation and Kustomization, the commit of the next
// run that is seen to begin its work.
func wanted(s *scene.Scene, trace []Observation) [][]int {
	wants := make([][]int, len(trace))
	next := slices.Repeat([]int{noRun}, len(s.Kustomizations))
	for i, o := range slices.Backward(trace) {
		if o.beginsWork() {
			next[o.Status.Kustomization] = o.Commit
		}
		wants[i] = slices.Clone(next)
	}
	return wants
}

func (o *Observation) beginsWork() bool {
	return o.Kind == SawStatus && o.Status.Begins
}

// followed calls yield for each step of a Kustomization from a node, with the
// states on both sides.
func (a *acceptor) followed(n node, k int, yield func(e Event, from, to *cluster, after node)) {
	p := &stepper{m: a.m}
	a.m.unpack(n.state, &p.from)
	p.yield = func(e Event, s State) bool {
		var to cluster
		a.m.unpack(s, &to)
		after := node{s, n.owed}
		if e.Kind == CannotBuild {
			after.owed |= bit(k)
		}
		yield(e, &p.from, &to, after)
		return true
	}
	if n.owed&bit(k) == 0 {
		p.steps(k)
	}
}

// closed gives the nodes that are reached from some by steps that show
// nowhere: those of the Kustomizations in who, and of the others what has to
// come before a source moves on. All else of the others may wait for its own
// observation.
func (a *acceptor) closed(nodes map[node]bool, who []int) map[node]bool {
	all := make(map[node]bool, len(nodes))
	var queue []node
	add := func(n node) {
		if !all[n] {
			all[n] = true
			queue = append(queue, n)
		}
	}
	for n := range nodes {
		add(n)
	}
	for len(queue) > 0 && len(all) <= mostNodes {
		n := queue[0]
		queue = queue[1:]
		a.quiet(n, who, add)
	}
	return all
}

// quiet gives the steps from a node that show nowhere.
func (a *acceptor) quiet(n node, who []int, add func(node)) {
	var c cluster
	a.m.unpack(n.state, &c)
	for k := range a.m.s.Kustomizations {
		own := slices.Contains(who, k)
		if !own && !a.hurries(k, &c) {
			continue
		}
		a.followed(n, k, func(e Event, from, to *cluster, after node) {
			if a.shows(e, k, own, from, to) {
				return
			}
			add(after)
		})
	}
	p := &stepper{m: a.m, from: c}
	p.yield = func(e Event, s State) bool {
		if int(e.Number) <= a.fetched && slices.ContainsFunc(who, func(k int) bool { return a.waits(k, &c) }) {
			add(node{s, n.owed})
		}
		return true
	}
	p.fetches()
}

// commitOf gives the commit that a run would read now; -1 where it does not matter.
func (a *acceptor) commitOf(k int, c *cluster) int {
	if source := a.m.s.Kustomizations[k].Source; source >= 0 {
		return int(c.sources[source])
	}
	return -1
}

// want gives the commit of the next run. One that follows a run that was killed
// need not be seen to begin.
func (a *acceptor) want(k int) int {
	if a.killed[k] {
		return anyCommit
	}
	return a.wants[a.at][k]
}

// hurries says whether a run may have to read its commit before the source
// moves on.
func (a *acceptor) hurries(k int, c *cluster) bool {
	now, want := a.commitOf(k, c), a.want(k)
	return c.ks[k].n > 0 && c.ks[k].run.phase <= viewed && now >= 0 && now < a.fetched && (want == now || want == anyCommit)
}

// waits says whether a run may be waiting for another commit.
func (a *acceptor) waits(k int, c *cluster) bool {
	now, want := a.commitOf(k, c), a.want(k)
	return c.ks[k].n > 0 && c.ks[k].run.phase <= viewed && now >= 0 && (want == anyCommit || want > now)
}

// shows says whether a step would be seen, or can wait.
func (a *acceptor) shows(e Event, k int, own bool, from, to *cluster) bool {
	before, after := &from.ks[k], &to.ks[k]
	switch e.Kind {
	case Begins:
		return false
	case Reads:
		want := a.want(k)
		return want >= 0 && int(e.Number) != want
	case Finalizes:
		return !own
	case Builds, CannotBuild:
		return !own || !a.killed[k] || after.ready
	case Fails: // for a dependency, once more
		return !own || a.said[k].Ready != "False" || before.run.phase > sourced || before.handled != after.handled
	case Ends:
		return !own || before.api().inventory != after.api().inventory || before.applied != after.applied ||
			before.observed && !after.observed || before.handled != after.handled // a spec that was changed back counts as observed here
	case LeavesAlone:
		return !own || !a.neverTakes(k, int(e.Object), before)
	}
	return true
}

// neverTakes says whether a run does not even read the object.
func (a *acceptor) neverTakes(k, o int, ks *kustomization) bool {
	put, ok := putOf(a.m.s.Kustomizations[k].Builds[ks.run.build], o)
	return ok && put.Take == scene.TakesNone
}
