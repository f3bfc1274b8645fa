package sim

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// reduction is what can be left out of the states of a scene, because nobody
// can tell the difference; docs/model.md gives the argument for each. Without
// one every step is taken as it stands.
type reduction struct {
	on, careless Reductions // see may
	// fixed: nothing changes the spec of this Kustomization, so that it does
	// not matter whether its run reads it at once with its source or before.
	fixed []bool
	// own: only this Kustomization, or nobody (-1), writes the object and its
	// labels and guards, so that nobody comes between its test and its deletion.
	own []bool
	// kept: own, and it is never deleted once it is there: reading it gives the
	// same whenever it is read, and writing what it is already changes nothing.
	kept []bool
	// listed: the objects of which it matters whether this Kustomization lists
	// them: not those that it never drops, unless somebody looks.
	listed []uint16

	values []int // see lastValues

	frozen, byHand, guards []bool // see findGuards

	horizon

	alike, alikeAtEnd [][]uint16 // see findLike
}

func newReduction(s *scene.Scene, on, careless Reductions) *reduction {
	r := &reduction{on: on, careless: careless, fixed: make([]bool, len(s.Kustomizations)), horizon: newHorizon(s),
		own: make([]bool, len(s.Objects)), kept: make([]bool, len(s.Objects))}
	edited, handled := handWork(s)
	for k := range s.Kustomizations {
		r.fixed[k] = s.Kustomizations[k].Object < 0 && !edited[k]
	}
	for o := range s.Objects {
		owner, sole := soleOwner(s, o)
		child := s.Objects[o].Kustomization
		r.own[o] = sole && !handled[o] && (child < 0 || !edited[child])
		r.kept[o] = r.own[o] && (child < 0 || !s.Kustomizations[child].Start.Deleting) && (owner < 0 || r.fixed[owner] && staysBuilt(s, owner, o))
	}
	r.listed = relevant(s, r)
	r.values = lastValues(s)
	r.findGuards(s)
	r.findGuards(s)
	r.findLike(s)
	return r
}

// relevant gives the objects whose place in an inventory matters.
func relevant(s *scene.Scene, r *reduction) []uint16 {
	looked := make([]uint16, len(s.Kustomizations))
	look := func(conditions []scene.Condition) {
		for _, c := range conditions {
			switch c.Kind {
			case scene.Has, scene.HasNot, scene.Listed, scene.Forgotten:
				looked[c.Kustomization] |= bit(c.Object)
			}
		}
	}
	look(s.Goal)
	for _, stage := range s.Stages {
		for _, act := range stage.Acts {
			look(act.Needs)
			look(act.Leaves)
		}
	}
	for k := range looked {
		for o := range s.Objects {
			if !r.fixed[k] || !r.kept[o] {
				looked[k] |= bit(o)
			}
		}
	}
	return looked
}

// barriers finds the Kustomizations for whose runs people wait, by stage.
func barriers(s *scene.Scene) [][]bool {
	last := make([]bool, len(s.Kustomizations))
	all := [][]bool{last}
	for _, stage := range slices.Backward(s.Stages) {
		last = slices.Clone(last)
		for _, act := range stage.Acts {
			for _, c := range slices.Concat(act.Needs, act.Leaves) {
				if c.Kind == scene.Barrier {
					last[c.Kustomization] = true
				}
			}
		}
		all = append(all, last)
	}
	slices.Reverse(all)
	return all
}

// handWork finds what people change: Kustomizations, objects.
func handWork(s *scene.Scene) (edited, handled []bool) {
	edited, handled = make([]bool, len(s.Kustomizations)), make([]bool, len(s.Objects))
	for _, stage := range s.Stages {
		for _, act := range stage.Acts {
			switch act.Kind {
			case scene.Guard, scene.Unguard, scene.Delete:
				handled[act.Object] = true
			case scene.Switch, scene.Make, scene.Remove, scene.Suspend, scene.Resume, scene.Orphan:
				edited[act.Kustomization] = true
			}
		}
	}
	return edited, handled
}

// soleOwner gives the one Kustomization that ever writes or lists an object,
// or bears its labels; -1 for none. sole is false if there are several.
func soleOwner(s *scene.Scene, o int) (owner int, sole bool) {
	var all []int
	for k, ks := range s.Kustomizations {
		if slices.Contains(ks.Start.Inventory, o) {
			all = append(all, k)
		}
		for _, b := range ks.Builds {
			if _, builds := putOf(b, o); builds { // an unknown build writes nothing here, and leads to no proof
				all = append(all, k)
			}
		}
	}
	for _, live := range s.Objects[o].Starts {
		if live.Owner >= 0 {
			all = append(all, live.Owner)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) == 0 {
		return -1, true
	}
	return all[0], len(all) == 1
}

func putOf(b scene.Build, o int) (scene.Put, bool) {
	i := slices.IndexFunc(b.Puts, func(p scene.Put) bool { return p.Object == o })
	if i < 0 {
		return scene.Put{}, false
	}
	return b.Puts[i], true
}

// staysBuilt says whether a Kustomization that builds the object, or lists it
// at the start, builds it in every later commit, if it builds there.
func staysBuilt(s *scene.Scene, k, o int) bool {
	ks := s.Kustomizations[k]
	first := len(s.Commits)
	if slices.Contains(ks.Start.Inventory, o) {
		first = 0
	}
	for _, b := range ks.Builds {
		if _, builds := putOf(b, o); builds {
			first = min(first, b.Commit)
		}
	}
	return !slices.ContainsFunc(ks.Builds, func(b scene.Build) bool {
		_, builds := putOf(b, o)
		return b.Commit >= first && !builds && !b.Fails && b.Unknown == ""
	})
}
