package sim

import (
	"slices"
)

// see fills a.nodes with those that agree with an observation, too.
func (a *acceptor) see(o *Observation, before map[node]bool) {
	switch o.Kind {
	case SawFetch:
		a.fetched = max(a.fetched, o.Commit)
		if o.Commit == 0 {
			a.nodes = before
			return
		}
		a.deed(o, before)
	case SawDeed:
		a.deed(o, before)
	case SawGone:
		a.keep(before, func(c *cluster) bool { return !c.objects[o.Object].exists })
		if k := o.about(a.m.s); k >= 0 {
			a.said[k], a.killed[k] = Said{}, false
		}
	case SawRestart:
		a.restart(before)
	default:
		a.run(o, before)
	}
}

// keep takes the nodes that agree.
func (a *acceptor) keep(nodes map[node]bool, agrees func(*cluster) bool) {
	for n := range nodes {
		var c cluster
		a.m.unpack(n.state, &c)
		if agrees(&c) {
			a.nodes[n] = true
		}
	}
}

// deed has people do their next act.
func (a *acceptor) deed(o *Observation, before map[node]bool) {
	after := map[node]bool{}
	for n := range before {
		p := &stepper{m: a.m}
		a.m.unpack(n.state, &p.from)
		p.yield = func(_ Event, s State) bool { after[node{s, n.owed}] = true; return true }
		p.acts()
	}
	a.keep(after, func(c *cluster) bool { return o.Object < 0 || a.looks(o, c) })
}

// restart ends every run. One that has shown nothing yet had not begun.
func (a *acceptor) restart(before map[node]bool) {
	queue := before
	for k := range a.m.s.Kustomizations {
		a.killed[k] = a.said[k].Busy
		next := map[node]bool{}
		for n := range queue {
			n.owed &^= bit(k)
			var c cluster
			a.m.unpack(n.state, &c)
			if c.ks[k].run.phase == idle {
				next[n] = true
				continue
			}
			a.followed(n, k, func(e Event, from, to *cluster, after node) {
				if e.Kind == Fails && from.ks[k].ready == to.ks[k].ready {
					next[after] = true
				}
			})
		}
		queue = next
	}
	a.nodes = queue
}

// run has a Kustomization take the step that was seen, or any of those that it
// may be.
func (a *acceptor) run(o *Observation, before map[node]bool) {
	who := []int{o.Who}
	if o.Who < 0 {
		who = who[:0]
		for k := range a.m.s.Kustomizations {
			who = append(who, k)
		}
	}
	next := map[node]bool{}
	for n := range a.closed(before, who) {
		if a.needsNoStep(o, n) {
			next[n] = true
		}
		if o.Kind == SawStatus && o.Status.Fails && n.owed&bit(o.Who) != 0 {
			next[node{n.state, n.owed &^ bit(o.Who)}] = true
		}
		for _, k := range who {
			a.followed(n, k, func(e Event, from, to *cluster, after node) {
				if a.is(o, e, k, from, to) {
					next[after] = true
				}
			})
		}
	}
	a.keep(next, func(c *cluster) bool { return a.agrees(o, c) })
	if o.Kind == SawStatus {
		a.killed[o.Who] = a.killed[o.Who] && !o.Status.half()
		a.said[o.Who] = o.Status
	}
}

// needsNoStep says whether the observation may be one of something that the
// model does not have as a step: a read that decides nothing, the rest of a
// status that was decided with its first half, a request that was sent again.
func (a *acceptor) needsNoStep(o *Observation, n node) bool {
	if o.Kind != SawStatus || o.Status.half() {
		return o.Kind == SawGet || o.Kind == SawRefused
	}
	var c cluster
	a.m.unpack(n.state, &c)
	return c.ks[o.Who].run.phase != ending // the rest of its end comes in one request
}

// half says whether a status is the first half of what a step of a run writes.
func (s *Said) half() bool { return s.Begins || s.Succeeds || s.Fails }

// is says whether a step is what was seen.
func (a *acceptor) is(o *Observation, e Event, k int, from, to *cluster) bool {
	of := int(e.Object) == o.Object
	switch o.Kind {
	case SawGet:
		switch e.Kind {
		case LeavesAlone, WillWrite, Spares, WillDelete:
			return of
		case Depends:
			return int(e.Number) == o.about(a.m.s)
		}
	case SawWrite:
		return e.Kind == Writes && of
	case SawDelete:
		return e.Kind == Deletes && of
	case SawFinalizer:
		return e.Kind == Passes && !from.ks[k].versions[e.Number].finalizer // also once more, by an old view
	case SawReleased:
		return e.Kind == Vanishes
	case SawRefused:
		return e.Kind == Fails || e.Kind == CannotDelete && of
	case SawStatus:
		return a.isStatus(o, e, &from.ks[k], &to.ks[k])
	}
	return false
}

func (a *acceptor) isStatus(o *Observation, e Event, from, to *kustomization) bool {
	run := &from.run
	switch {
	case o.Status.Begins:
		stays := e.Kind == Builds && to.ready
		return (e.Kind == Builds || e.Kind == CannotBuild) && (o.Commit < 0 || int(run.commit) == o.Commit) && stays == (o.Status.Ready == "True")
	case o.Status.Succeeds:
		return e.Kind == SaysReady && (!a.killed[o.Who] || int(run.commit) == o.Status.Attempted) // its beginning was not seen
	case !o.Status.Fails:
		return e.Kind == Ends || e.Kind == Passes && from.versions[e.Number].finalizer || e.Kind == Fails && run.phase <= sourced
	}
	switch o.Status.Reason {
	case "DependencyNotReady":
		return e.Kind == Fails && run.phase <= sourced
	case "ArtifactFailed", "BuildFailed":
		return false // owed
	case "HealthCheckFailed":
		return e.Kind == FailsUnhealthy || e.Kind == Fails && run.phase == pruning
	case "PruneFailed":
		return e.Kind == FailsToPrune
	}
	return e.Kind == Fails && run.phase >= applying
}

// agrees says whether a state looks as it was seen afterwards.
func (a *acceptor) agrees(o *Observation, c *cluster) bool {
	switch o.Kind {
	case SawGet, SawWrite, SawDelete:
		return a.looks(o, c)
	case SawStatus:
		return a.says(&o.Status, c)
	}
	return true
}

// looks says whether an object looks as it was seen.
func (a *acceptor) looks(o *Observation, c *cluster) bool {
	live := c.objects[o.Object]
	if live.exists != o.Live.Exists {
		return false
	}
	if !live.exists {
		return true
	}
	k := o.about(a.m.s)
	if int(live.owner) != o.Live.Owner || live.guarded() != o.Live.Guard {
		return false
	}
	if k < 0 {
		return !o.Live.Going
	}
	v := c.ks[k].api()
	spec := Spec{Number: int(v.spec), Suspend: a.m.suspended(k, v), HandOrphan: v.handOrphan}
	return v.deleting == o.Live.Going && slices.Contains(o.Live.Specs, spec)
}

// says compares a status. While a run is at work, or goes away, it says more
// than the model has.
func (a *acceptor) says(s *Said, c *cluster) bool {
	k := &c.ks[s.Kustomization]
	if k.n == 0 {
		return false
	}
	v := k.api()
	if s.Busy || s.half() {
		return true
	}
	var inventory uint16
	for _, o := range s.Inventory {
		inventory |= bit(o)
	}
	if v.inventory != inventory || s.TellsHandled && int(k.handled) != s.Handled {
		return false
	}
	return s.Ready != "True" || int(k.applied) == s.Applied && k.observed == s.Observed
}
