package sim

import (
	"slices"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// horizon is what an outlook is made of: what is known of a scene before any
// state is.
type horizon struct {
	anyCommit  []bool     // some dependent asks for Ready, whatever the commit
	dependents [][]int    // those that ask for a commit
	asked      [][]bool   // by stage, people wait from there on for a run that they asked for
	named      [][]uint32 // by stage, the commits that conditions name from there on
	inspected  [][]uint16 // by stage, the objects that conditions look for in its inventory
	given      [][]uint32 // by stage, the specs that people give from there on
	removed    [][]bool   // by stage, people delete it from there on
	made       []uint16   // by stage, the objects that people create from there on

	ahead     [][][]built  // by spec and commit, what builds from there on have
	deletes   []uint32     // the specs with which the finalizer deletes
	puts      [][][]uint32 // by build, the specs it gives to each Kustomization
	putsFrom  [][][]uint32 // by commit, those of all builds from there on
	skippable uint16       // objects that an apply may skip, so that they are not listed
}

// built is what some of several builds have, and what all of them have.
type built struct{ some, all uint16 }

func newHorizon(s *scene.Scene) horizon {
	h := horizon{asked: barriers(s)}
	h.findDependents(s)
	h.findBuilds(s)
	for stage := range len(s.Stages) + 1 {
		h.findConditions(s, stage)
		h.findActs(s, stage)
	}
	return h
}

// findDependents finds those that ask a Kustomization for the commit that it
// has applied, and whether one asks for none in particular.
func (h *horizon) findDependents(s *scene.Scene) {
	h.dependents, h.anyCommit = make([][]int, len(s.Kustomizations)), make([]bool, len(s.Kustomizations))
	for k, ks := range s.Kustomizations {
		for _, spec := range ks.Specs {
			for _, d := range spec.DependsOn {
				if !d.SameSource {
					h.anyCommit[d.On] = true
				} else if !slices.Contains(h.dependents[d.On], k) {
					h.dependents[d.On] = append(h.dependents[d.On], k)
				}
			}
		}
	}
}

// findConditions finds what is looked at from a stage on.
func (h *horizon) findConditions(s *scene.Scene, stage int) {
	all := slices.Clone(s.Goal)
	for _, st := range s.Stages[stage:] {
		for _, act := range st.Acts {
			all = append(append(all, act.Needs...), act.Leaves...)
		}
	}
	var a outlook
	for i := range all {
		a.looks(&all[i])
	}
	h.named = append(h.named, slices.Clone(a.named[:]))
	h.inspected = append(h.inspected, slices.Clone(a.inspected[:]))
}

// findActs finds what people do from a stage on.
func (h *horizon) findActs(s *scene.Scene, stage int) {
	given, removed, made := make([]uint32, len(s.Kustomizations)), make([]bool, len(s.Kustomizations)), uint16(0)
	for _, st := range s.Stages[stage:] {
		for _, act := range st.Acts {
			k := act.Kustomization
			switch act.Kind {
			case scene.Make:
				made |= bit(s.Kustomizations[k].Object)
				given[k] |= 1 << act.Spec
			case scene.Switch:
				given[k] |= 1 << act.Spec
			case scene.Remove:
				removed[k] = true
			case scene.Delete:
				if child := s.Objects[act.Object].Kustomization; child >= 0 {
					removed[child] = true
				}
			}
		}
	}
	h.given, h.removed, h.made = append(h.given, given), append(h.removed, removed), append(h.made, made)
}

// findBuilds finds what builds have.
func (h *horizon) findBuilds(s *scene.Scene) {
	for i, o := range s.Objects {
		if slices.ContainsFunc(o.Starts, func(live scene.Live) bool { return live.Frozen }) {
			h.skippable |= bit(i)
		}
	}
	for _, ks := range s.Kustomizations {
		var puts [][]uint32
		for _, b := range ks.Builds {
			puts = append(puts, givenBy(s, b))
			for _, put := range b.Puts {
				if put.Take != scene.Takes {
					h.skippable |= bit(put.Object)
				}
			}
		}
		h.puts = append(h.puts, puts)
		h.putsFrom = append(h.putsFrom, givenFrom(s, ks, puts))
		h.ahead = append(h.ahead, builtFrom(s, ks))
		h.deletes = append(h.deletes, deleting(ks))
	}
}

func deleting(ks scene.Kustomization) (specs uint32) {
	for i, spec := range ks.Specs {
		if spec.Deletes {
			specs |= 1 << i
		}
	}
	return specs
}

// givenBy gives the specs that a build gives to each Kustomization, a bit each.
func givenBy(s *scene.Scene, b scene.Build) []uint32 {
	all := make([]uint32, len(s.Kustomizations))
	for _, put := range b.Puts {
		if child := s.Objects[put.Object].Kustomization; child >= 0 {
			all[child] |= 1 << put.Spec
		}
	}
	return all
}

// givenFrom gives those of all builds of a Kustomization from each commit on.
func givenFrom(s *scene.Scene, ks scene.Kustomization, puts [][]uint32) [][]uint32 {
	all := make([][]uint32, len(s.Commits))
	for commit := range all {
		all[commit] = make([]uint32, len(s.Kustomizations))
		for i, b := range ks.Builds {
			for child, specs := range puts[i] {
				if b.Commit >= commit {
					all[commit][child] |= specs
				}
			}
		}
	}
	return all
}

// builtFrom gives, by spec and commit, what the builds from there on have.
func builtFrom(s *scene.Scene, ks scene.Kustomization) [][]built {
	all := make([][]built, len(ks.Specs))
	for spec := range all {
		all[spec] = make([]built, len(s.Commits))
		from := built{all: ^uint16(0)}
		for commit := len(s.Commits) - 1; commit >= 0; commit-- {
			for _, b := range ks.Builds {
				if b.Spec == spec && b.Commit == commit && !b.Fails && b.Unknown == "" {
					from.some |= putsOf(b)
					from.all &= putsOf(b)
				}
			}
			all[spec][commit] = from
		}
	}
	return all
}

func putsOf(b scene.Build) (set uint16) {
	for _, put := range b.Puts {
		set |= bit(put.Object)
	}
	return set
}
