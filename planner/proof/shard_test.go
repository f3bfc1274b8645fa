package proof_test

import (
	"fmt"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
)

// What one controller has fetched, another need not have: a shard has a cache of
// its own. Here b may go on with the old manifest, which has no guard, after a
// was seen to work with the new one, and skip that.
func TestAShardHasItsOwnCacheOfTheSource(t *testing.T) {
	const world = `
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b)
		  a: Gateway/edge
		  b: Gateway/edge
		commit
		  a: Gateway/edge+guard
		  b: Gateway/edge+guard
		commit
		  b:`
	const steps = `
		stage Protect
		  Publish r1 leaves acted a r1
		stage Wait
		  Reconcile a leaves barrier a
		  Reconcile b leaves barrier b
		stage See
		  AwaitOwned a leaves guarded Gateway/edge
		stage Move
		  Publish r2`
	for _, c := range []struct {
		shards map[string][2]string // before, after
		want   string
	}{
		{nil, "proved []: 1 sources"},
		{map[string][2]string{"a": {"east", "east"}, "b": {"east", "east"}}, "proved []: 1 sources"},
		{map[string][2]string{"b": {"east", "east"}}, "refuted []: 2 sources"},
		{map[string][2]string{"a": {"", "east"}, "b": {"", ""}},
			"unknown [flux/a changes its shard, and the model has one controller for it (R1.12)]: 1 sources"},
	} {
		w, err := worlds.Parse(world)
		if err != nil {
			t.Fatal(err)
		}
		q := proof.Question{Transition: w.Follow(w.Transition()), Controller: "v1.9.6", Budget: 60_000,
			Revisions: map[string]int{"r0": 0, "r1": 1, "r2": 2}}
		if q.Script, err = script(steps); err != nil {
			t.Fatal(err)
		}
		sharded(q.Transition, c.shards)
		if got := edgeOf(proof.Prove(t.Context(), q)); got != c.want {
			t.Errorf("shards %v: got %s, want %s", c.shards, got, c.want)
		}
	}
}

func edgeOf(p proof.Proof) string {
	for _, part := range p.Components {
		if part.Objects[0].Name == "edge" {
			return fmt.Sprintf("%s [%s]: %d sources", part.Safety, part.Why, len(part.Scene.Sources))
		}
	}
	return "nothing was asked"
}

// sharded labels the manifests of Kustomizations, before and after.
func sharded(t *ownership.Transition, shards map[string][2]string) {
	label := func(all []ownership.Object, after bool) {
		for i := range all {
			if k, is := all[i].ID.AsKustomization(); is {
				all[i].Shard = shards[k.Name][0]
				if after {
					all[i].Shard = shards[k.Name][1]
				}
			}
		}
	}
	for _, d := range t.States() {
		for i := range d.Kustomizations {
			label(d.Kustomizations[i].Render.Objects, d != t.From)
		}
	}
	for i := range t.Mixed {
		label(t.Mixed[i].Render.Objects, t.Mixed[i].ArtifactAt > 0)
	}
}
