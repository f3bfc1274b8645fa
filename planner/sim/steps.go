package sim

import (
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// Event is what one step is: the label of explore.Model.
type Event struct {
	Kind          EventKind
	Kustomization int8  // whose run; -1: none
	Object        int8  // -1: none
	Number        int16 // of a commit, an act, a version, a build
	View          int8  // the version that a run begins with which goes further at once (Reduce)
}

// EventKind is one kind of step, in the words of docs/model.md.
type EventKind uint8

// The kinds.
const (
	Fetches        EventKind = iota // a source is at commit Number
	Begins                          // a run begins, with the version Number of those the cache may show
	Passes                          // a run of a suspended Kustomization, or one that adds the finalizer: begins and ends
	Reads                           // the run reads commit Number
	Depends                         // its dependency Number holds
	Builds                          // it makes build Number
	CannotBuild                     // its build Number fails
	Unclear                         // nobody knows what it builds
	LeavesAlone                     // it read Object, and will not write it
	WillWrite                       // it read Object, and will write it
	Writes                          // it writes Object
	Spares                          // it tested Object, and does not delete it
	WillDelete                      // it tested Object, and will delete it
	Deletes                         // it deletes Object
	CannotDelete                    // it fails to delete Object
	SaysReady                       // it writes that it is Ready
	Ends                            // it writes the rest
	Fails                           // it ends, and is not Ready
	FailsToPrune                    // it ends, and could not delete everything
	FailsUnhealthy                  // it fails after it has pruned
	Finalizes                       // a run begins that finalizes
	Vanishes                        // the Kustomization is gone
	Acts                            // people do act Number of their stage
)

// stepper gives the steps of one state.
type stepper struct {
	m     *Model
	from  cluster
	ahead outlook // of a model that is reduced
	yield func(Event, State) bool
	over  bool
	view  int8 // of a run that begins, the version it sees
}

// Steps gives every step from s.
func (m *Model) Steps(s State, yield func(Event, State) bool) {
	p := &stepper{m: m, yield: yield}
	m.unpack(s, &p.from)
	if m.less != nil {
		m.ahead(&p.from, &p.ahead)
	}
	p.fetches()
	p.acts()
	for k := range m.s.Kustomizations {
		if p.over {
			return
		}
		p.steps(k)
	}
}

// to gives the state after an event. c is the caller's own copy.
func (p *stepper) to(e Event, c *cluster) {
	if p.over {
		return
	}
	p.m.look(c)
	if p.m.less != nil {
		p.m.forget(c)
	}
	e.View = p.view
	p.over = !p.yield(e, p.m.pack(c))
}

// watched says whether somebody looks, or will look, at the Ready of a
// Kustomization.
func (p *stepper) watched(k int) bool {
	if p.m.less == nil {
		return p.m.watched[0][k]
	}
	return p.ahead.watched[k]
}

// showsStatus says so of one that has applied that commit.
func (p *stepper) showsStatus(k int, commit int8) bool {
	return p.watched(k) && (p.m.less == nil || p.m.showsStatus(k, commit, &p.from, &p.ahead))
}

func (p *stepper) fetches() {
	published := p.m.published(&p.from)
	for i := range p.m.s.Sources {
		for commit := p.from.sources[i] + 1; commit <= published; commit++ {
			c := p.from
			c.sources[i] = commit
			p.to(Event{Kind: Fetches, Kustomization: -1, Object: -1, Number: int16(commit)}, &c)
		}
	}
}

func (p *stepper) steps(k int) {
	run := &p.from.ks[k].run
	switch run.phase {
	case idle:
		p.begins(k)
		return
	case viewed:
		p.reads(k, p.from)
	case sourced:
		p.depends(k)
	case applying:
		p.applies(k)
	case pruning:
		p.prunes(k)
	case ending:
		p.ends(k, p.from)
	case finalizing:
		p.finalizes(k)
	}
	// A failure before the work began is else as if the run had not begun. One
	// that waits for a dependency may wait for ever, and begins again then.
	if p.m.less == nil || run.phase >= sourced || p.watched(k) || p.ahead.asked[k] {
		p.fails(k)
	}
}

// fails ends a run early (R2.5). After Ready was written only a controller
// that is killed leaves out the rest; a finalizer does not touch Ready, and
// begins again.
func (p *stepper) fails(k int) {
	c := p.from
	switch c.ks[k].run.phase {
	case ending:
		c.ks[k].run = run{pending: -1}
	case finalizing:
		over(&c.ks[k])
	default:
		c.ks[k].ready = false
		over(&c.ks[k])
	}
	p.to(Event{Kind: Fails, Kustomization: int8(k), Object: -1}, &c)
}

// over ends a run: the request of its view is handled (R2.13).
func over(k *kustomization) {
	k.handled = k.run.view.request
	k.run = run{pending: -1}
}

func (m *Model) specOf(k int, v *version) *scene.Spec { return &m.s.Kustomizations[k].Specs[v.spec] }

// suspended says whether a version is, by its spec or by hand.
func (m *Model) suspended(k int, v *version) bool { return v.handSuspend || m.specOf(k, v).Suspend }

// keeps says whether deleting the Kustomization leaves its objects (R7.2).
func (m *Model) keeps(k int, v *version) bool {
	return m.suspended(k, v) || v.handOrphan || !m.specOf(k, v).Deletes
}
