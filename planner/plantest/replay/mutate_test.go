package replay_test

import (
	"math/rand/v2"
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest/replay"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
)

// lie changes one thing of what was seen, so that it cannot have happened. It
// says false where there is nothing of the kind to change.
type lie struct {
	what string
	tell func(p *replay.Projection, r *rand.Rand) bool
}

var lies = []lie{
	{"a write is left out", func(p *replay.Projection, r *rand.Rand) bool {
		// of an object that is read, or deleted, afterwards
		i, ok := pick(p, r, func(i int, o sim.Observation) bool {
			before := lastOf(p.Trace[:i], o.Object)
			return o.Kind == sim.SawWrite && !alike(before, o.Live) && nextIsOf(p.Trace[i+1:], o)
		})
		return ok && cut(p, i)
	}},
	{"a label names one that never renders it", func(p *replay.Projection, r *rand.Rand) bool {
		i, ok := pick(p, r, func(_ int, o sim.Observation) bool { return o.Kind == sim.SawWrite && stranger(p.Scene, o.Object) >= 0 })
		if ok {
			k := stranger(p.Scene, p.Trace[i].Object)
			p.Trace[i].Who, p.Trace[i].Live.Owner = k, k
		}
		return ok
	}},
	{"a deletion comes before the run that does it", func(p *replay.Projection, r *rand.Rand) bool {
		i, ok := pick(p, r, func(i int, o sim.Observation) bool {
			return o.Kind == sim.SawDelete && o.Who >= 0 && beginOf(p, i) >= 0
		})
		return ok && move(p, i, beginOf(p, i))
	}},
	{"a deletion is by another", func(p *replay.Projection, r *rand.Rand) bool {
		i, ok := pick(p, r, func(_ int, o sim.Observation) bool {
			return o.Kind == sim.SawDelete && o.Who >= 0 && len(p.Scene.Kustomizations) > 1
		})
		if ok {
			p.Trace[i].Who = (p.Trace[i].Who + 1) % len(p.Scene.Kustomizations)
		}
		return ok
	}},
	{"what is deleted was guarded when its owner looked", func(p *replay.Projection, r *rand.Rand) bool {
		i, ok := pick(p, r, func(i int, o sim.Observation) bool {
			return o.Kind == sim.SawDelete && o.Who >= 0 && writeBeforeRead(p.Trace[:i], o) >= 0
		})
		if ok {
			p.Trace[writeBeforeRead(p.Trace[:i], p.Trace[i])].Live.Guard = true
		}
		return ok
	}},
	{"a guard is on or off", func(p *replay.Projection, r *rand.Rand) bool {
		i, ok := pick(p, r, func(_ int, o sim.Observation) bool { return o.Kind == sim.SawWrite })
		if ok {
			p.Trace[i].Live.Guard = !p.Trace[i].Live.Guard
		}
		return ok
	}},
	{"an inventory lists what its owner never renders", func(p *replay.Projection, r *rand.Rand) bool {
		i, ok := pick(p, r, func(_ int, o sim.Observation) bool { return succeeded(o) && foreign(p.Scene, o.Who) >= 0 })
		if ok {
			s := &p.Trace[i].Status
			s.Inventory = append(slices.Clone(s.Inventory), foreign(p.Scene, p.Trace[i].Who))
		}
		return ok
	}},
	{"an inventory lacks what was applied", func(p *replay.Projection, r *rand.Rand) bool {
		// and was never listed before: else the view of the run may list it, and what is there may stay
		i, ok := pick(p, r, func(i int, o sim.Observation) bool { return succeeded(o) && news(p.Trace[:i], o) >= 0 })
		if ok {
			s, at := &p.Trace[i].Status, news(p.Trace[:i], p.Trace[i])
			s.Inventory = slices.Delete(slices.Clone(s.Inventory), at, at+1)
		}
		return ok
	}},
	{"another commit was applied", func(p *replay.Projection, r *rand.Rand) bool {
		i, ok := pick(p, r, func(i int, o sim.Observation) bool {
			return succeeded(o) && len(p.Scene.Commits) > 1 && o.Status.Applied >= 0
		})
		if ok {
			p.Trace[i].Status.Applied = (p.Trace[i].Status.Applied + 1) % len(p.Scene.Commits)
		}
		return ok
	}},
	{"a run works before its source has the commit", func(p *replay.Projection, r *rand.Rand) bool {
		i, ok := pick(p, r, func(i int, o sim.Observation) bool {
			return o.Kind == sim.SawStatus && o.Status.Begins && o.Commit > 0 && fetchOf(p, i) >= 0
		})
		return ok && move(p, i, fetchOf(p, i))
	}},
	{"a run is Ready that has not begun", func(p *replay.Projection, r *rand.Rand) bool {
		i, ok := pick(p, r, func(i int, o sim.Observation) bool {
			return o.Kind == sim.SawStatus && o.Status.Begins && succeeds(p, i)
		})
		return ok && cut(p, i)
	}},
	{"one ends that nobody has deleted", func(p *replay.Projection, r *rand.Rand) bool {
		i, ok := pick(p, r, func(i int, o sim.Observation) bool {
			return o.Kind == sim.SawReleased
		})
		if !ok {
			return false
		}
		for j := i - 1; j >= 0; j-- {
			if o := p.Trace[j]; o.Object == p.Trace[i].Object && o.Live.Going && o.Kind != sim.SawGet {
				return move(p, i, j)
			}
		}
		return false
	}},
	{"a child gets another spec", func(p *replay.Projection, r *rand.Rand) bool {
		i, ok := pick(p, r, func(_ int, o sim.Observation) bool { return o.Kind == sim.SawWrite && otherSpec(p.Scene, o) >= 0 })
		if ok {
			p.Trace[i].Live.Specs = []sim.Spec{{Number: otherSpec(p.Scene, p.Trace[i]), Suspend: p.Trace[i].Live.Specs[0].Suspend}}
		}
		return ok
	}},
}

func pick(p *replay.Projection, r *rand.Rand, is func(int, sim.Observation) bool) (int, bool) {
	var all []int
	for i, o := range p.Trace {
		if is(i, o) {
			all = append(all, i)
		}
	}
	if len(all) == 0 {
		return 0, false
	}
	return all[r.IntN(len(all))], true
}

func cut(p *replay.Projection, i int) bool {
	p.Trace = slices.Delete(p.Trace, i, i+1)
	return true
}

// move puts an observation before another one. What people did stays in its order.
func move(p *replay.Projection, from, to int) bool {
	o := p.Trace[from]
	p.Trace = slices.Insert(slices.Delete(p.Trace, from, from+1), to, o)
	return true
}

func lastOf(trace []sim.Observation, object int) sim.Seen {
	for _, o := range slices.Backward(trace) {
		if o.Object == object && o.Kind != sim.SawRefused {
			return o.Live
		}
	}
	return sim.Seen{}
}

func alike(a, b sim.Seen) bool {
	return a.Exists == b.Exists && a.Owner == b.Owner && a.Guard == b.Guard && slices.Equal(a.Specs, b.Specs)
}

// nextIsOf says whether the next thing seen of the object shows that it was written.
func nextIsOf(trace []sim.Observation, w sim.Observation) bool {
	for _, o := range trace {
		if o.Object == w.Object {
			return o.Kind == sim.SawGet || o.Kind == sim.SawDelete && !w.Live.Going
		}
	}
	return false
}

// stranger gives a Kustomization that never renders the object; -1 for none.
func stranger(s *scene.Scene, object int) int {
	return slices.IndexFunc(s.Kustomizations, func(k scene.Kustomization) bool {
		return !slices.ContainsFunc(k.Builds, func(b scene.Build) bool {
			return slices.ContainsFunc(b.Puts, func(p scene.Put) bool { return p.Object == object })
		})
	})
}

// beginOf finds where the run of an observation begins its work.
func beginOf(p *replay.Projection, i int) int {
	for j := i - 1; j >= 0; j-- {
		if o := p.Trace[j]; o.Kind == sim.SawStatus && o.Who == p.Trace[i].Who && o.Status.Begins {
			return j
		}
	}
	return -1
}

func fetchOf(p *replay.Projection, i int) int {
	return slices.IndexFunc(p.Trace[:i], func(o sim.Observation) bool { return o.Kind == sim.SawFetch && o.Commit >= p.Trace[i].Commit })
}

func succeeds(p *replay.Projection, i int) bool {
	for _, o := range p.Trace[i+1:] {
		if o.Kind == sim.SawRestart {
			return false
		}
		if o.Kind == sim.SawStatus && o.Who == p.Trace[i].Who && (o.Status.Begins || o.Status.Fails || o.Status.Succeeds) {
			return o.Status.Succeeds
		}
	}
	return false
}

// succeeded says whether a line is the rest of a run that went well, or
// something that a later one has written.
func succeeded(o sim.Observation) bool {
	s := o.Status
	return o.Kind == sim.SawStatus && s.Ready == "True" && !s.Begins && !s.Succeeds && !s.Busy
}

// foreign gives an object that a Kustomization never renders; -1 for none.
func foreign(s *scene.Scene, k int) int {
	return slices.IndexFunc(s.Objects, func(o scene.Object) bool {
		return !slices.ContainsFunc(s.Kustomizations[k].Builds, func(b scene.Build) bool {
			return slices.ContainsFunc(b.Puts, func(p scene.Put) bool { return s.Objects[p.Object].ID == o.ID })
		})
	})
}

// otherSpec gives a spec that a write has not given to a child; -1 for none.
func otherSpec(s *scene.Scene, o sim.Observation) int {
	k := s.Objects[o.Object].Kustomization
	if k < 0 {
		return -1
	}
	for n := range s.Kustomizations[k].Specs {
		if !slices.ContainsFunc(o.Live.Specs, func(spec sim.Spec) bool { return spec.Number == n }) {
			return n
		}
	}
	return -1
}

// writeBeforeRead finds the write without a guard that whoever deletes an
// object has read last; -1 for none.
func writeBeforeRead(before []sim.Observation, deletion sim.Observation) int {
	read := false
	for i, o := range slices.Backward(before) {
		switch {
		case o.Object != deletion.Object:
		case o.Kind == sim.SawGet && o.Who == deletion.Who:
			read = true
		case o.Kind == sim.SawWrite && read && !o.Live.Guard:
			return i
		case o.Kind == sim.SawWrite && read:
			return -1
		}
	}
	return -1
}

// news gives the place in an inventory of an object that the Kustomization has
// not listed before; -1 for none.
func news(before []sim.Observation, status sim.Observation) int {
	return slices.IndexFunc(status.Status.Inventory, func(object int) bool {
		return !slices.ContainsFunc(before, func(o sim.Observation) bool {
			return o.Kind == sim.SawStatus && o.Who == status.Who && slices.Contains(o.Status.Inventory, object)
		})
	})
}
