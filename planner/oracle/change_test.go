package oracle_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest/scenes"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// clone gives a scene that shares nothing.
func clone(t *testing.T, s *scene.Scene) *scene.Scene {
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	c := new(scene.Scene)
	if err := json.Unmarshal(text, c); err != nil {
		t.Fatal(err)
	}
	return c
}

// freer are changes of a scene after which more can happen.
var freer = map[string]func(r *rand.Rand, s *scene.Scene){
	"one more start": func(r *rand.Rand, s *scene.Scene) {
		o := &s.Objects[r.IntN(len(s.Objects))]
		o.Starts = append(o.Starts, scene.Live{Exists: true, Owner: r.IntN(len(s.Kustomizations)+1) - 1, Guard: r.IntN(2) == 0})
	},
	"one more build": func(r *rand.Rand, s *scene.Scene) {
		k := &s.Kustomizations[r.IntN(len(s.Kustomizations))]
		k.Builds = append(k.Builds, scene.Build{Spec: r.IntN(len(k.Specs)), Commit: r.IntN(len(s.Commits)), Fails: r.IntN(2) == 0})
	},
	"nobody waits": func(_ *rand.Rand, s *scene.Scene) { nobodyWaits(s) },
	"the first commit twice, and nobody waits": func(_ *rand.Rand, s *scene.Scene) {
		twice(s)
		nobodyWaits(s)
	},
}

func nobodyWaits(s *scene.Scene) {
	for i := range s.Stages {
		for j := range s.Stages[i].Acts {
			s.Stages[i].Acts[j].Needs, s.Stages[i].Acts[j].Leaves = nil, nil
		}
	}
}

// twice puts a commit before the first that is like it.
func twice(s *scene.Scene) {
	s.Commits = append([]string{"again"}, s.Commits...)
	for i := range s.Kustomizations {
		k := &s.Kustomizations[i]
		var builds []scene.Build
		for _, b := range k.Builds {
			if b.After > 0 {
				b.After++
			}
			if b.Commit == 0 {
				builds = append(builds, b)
			}
			b.Commit++
			builds = append(builds, b)
		}
		k.Builds = builds
	}
	later := func(conditions []scene.Condition) {
		for i := range conditions {
			if s.Kustomizations[conditions[i].Kustomization].Source >= 0 {
				conditions[i].Commit++
			}
		}
	}
	for i := range s.Stages {
		for j := range s.Stages[i].Acts {
			act := &s.Stages[i].Acts[j]
			act.Commit++
			later(act.Needs)
			later(act.Leaves)
		}
	}
	later(s.Goal)
}

func TestWhereMoreCanHappenNoLessIsLost(t *testing.T) {
	names := slices.Sorted(maps.Keys(freer))
	ask(t, 60, func(t *testing.T, r *rand.Rand, note func(string)) {
		text, name := scenes.Draw(r), names[r.IntN(len(names))]
		s := parse(t, text)
		more := clone(t, s)
		freer[name](r, more)
		a, b := visit(t, s, false), visit(t, more, false)
		if open(a) || open(b) {
			note("too large")
			return
		}
		if note(name); a.Safety == verdict.Refuted && b.Safety != verdict.Refuted {
			t.Errorf("%s: refuted before, %s after, of\n%s", name, b.Safety, text)
		}
	})
}

// TestLikeCommitsAreOne holds what planner/proof does with neighbours that are
// alike: taking them for one allows more.
func TestLikeCommitsAreOne(t *testing.T) {
	ask(t, 40, func(t *testing.T, r *rand.Rand, note func(string)) {
		text := scenes.Draw(r)
		one := parse(t, text)
		two := clone(t, one)
		twice(two)
		a, b := visit(t, one, false), visit(t, two, false)
		if open(a) || open(b) {
			note("too large")
			return
		}
		if note(string(a.Safety)); b.Safety == verdict.Refuted && a.Safety != verdict.Refuted {
			t.Errorf("with the first commit twice %s, else %s\n%+v\n%s", b.Safety, a.Safety, b.Story, text)
		}
	})
}
