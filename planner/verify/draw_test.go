package verify

import (
	"math/rand/v2"

	"github.com/fluxmigrate/fluxmigrate/planner/scene"
)

// drawer makes small scenes of anything: objects X, Y, A and B, the last two being
// Kustomizations, and a root R that may write them.
type drawer struct {
	*rand.Rand
	s *scene.Scene
}

func drawScene(seed uint64) *scene.Scene {
	d := drawer{rand.New(rand.NewPCG(seed, 0)), &scene.Scene{Controller: "v1.9.6", Sources: []string{"s"}}}
	if d.IntN(3) == 0 {
		d.s.Controller = "v1.7.3"
	}
	for range 1 + d.IntN(3) {
		d.s.Commits = append(d.s.Commits, "c")
	}
	if d.IntN(6) == 0 {
		d.s.Sources = append(d.s.Sources, "t")
	}
	// A and B are 0 and 1, R is 2; their objects come behind X.
	d.s.Objects = []scene.Object{{Kustomization: -1}, {Kustomization: 0}, {Kustomization: 1}}
	n := 2 + d.IntN(2)
	for k := range n {
		d.kustomization(k, n)
	}
	if n == 2 && d.IntN(2) == 0 {
		d.s.Kustomizations[0].Object = -1
		d.s.Objects[1].Kustomization = -1
	}
	for o := range d.s.Objects {
		d.starts(o, n)
	}
	for k := range n {
		d.builds(k)
	}
	for range d.IntN(4) {
		d.stage(n)
	}
	for range d.IntN(3) {
		d.s.Goal = append(d.s.Goal, d.condition(n))
	}
	if d.IntN(5) == 0 {
		d.s.Subject = 1 + d.IntN(2)
	}
	return d.s
}

func (d drawer) one(in int) bool { return d.IntN(in) == 0 }

func (d drawer) kustomization(k, n int) {
	z := scene.Kustomization{Object: k + 1, Source: d.IntN(len(d.s.Sources))}
	if k == 2 {
		z.Object = -1
	}
	if d.one(8) {
		z.Source = -1
	}
	for range 1 + d.IntN(2) {
		spec := scene.Spec{Prune: !d.one(3), Deletes: !d.one(3), Suspend: d.one(10), SetsPolicy: d.one(4)}
		spec.SetsSuspend = spec.Suspend || d.one(4)
		if d.one(3) {
			spec.DependsOn = []scene.Dependency{{On: d.IntN(n), SameSource: d.one(2)}}
		}
		z.Specs = append(z.Specs, spec)
	}
	z.Start = scene.Status{Spec: d.IntN(len(z.Specs)), Applied: d.IntN(2) - 1, Ready: !d.one(3), HandSuspend: d.one(10), HandOrphan: d.one(8), Deleting: z.Object >= 0 && d.one(8)}
	for o := range d.s.Objects {
		if !d.one(3) && o != k+1 {
			z.Start.Inventory = append(z.Start.Inventory, o)
		}
	}
	d.s.Kustomizations = append(d.s.Kustomizations, z)
}

func (d drawer) starts(o, n int) {
	live := scene.Live{Exists: !d.one(4), Owner: d.IntN(n+1) - 1, Guard: d.one(8), HandGuard: d.one(12), Frozen: d.one(20)}
	if !live.Exists {
		live = scene.Live{Owner: -1}
	}
	d.s.Objects[o].Starts = []scene.Live{live}
}

func (d drawer) builds(k int) {
	z := &d.s.Kustomizations[k]
	for spec := range z.Specs {
		for commit := range d.s.Commits {
			b := scene.Build{Spec: spec, Commit: commit, Fails: d.one(14)}
			for o, x := range d.s.Objects {
				// R writes what A and B are more often than they do.
				if x.Kustomization == k || (k == 2) == (x.Kustomization < 0) && !d.one(6) || d.one(3) {
					continue
				}
				put := scene.Put{Object: o, Guard: d.one(8), Stage: d.IntN(12) / 10}
				if x.Kustomization >= 0 {
					put.Spec = d.IntN(len(d.s.Kustomizations[x.Kustomization].Specs))
				}
				if d.one(10) {
					put.Take = []scene.Take{scene.IfAbsent, scene.TakesNone}[d.IntN(2)]
				}
				b.Puts = append(b.Puts, put)
			}
			z.Builds = append(z.Builds, b)
			if d.one(12) {
				z.Builds = append(z.Builds, scene.Build{Spec: spec, Commit: commit, After: d.IntN(len(d.s.Commits))})
			}
		}
	}
}

func (d drawer) stage(n int) {
	var stage scene.Stage
	for range 1 + d.IntN(2) {
		kinds := []scene.ActKind{scene.Publish, scene.Publish, scene.Publish, scene.Switch, scene.Make, scene.Remove, scene.Suspend,
			scene.Resume, scene.Orphan, scene.Guard, scene.Unguard, scene.Request, scene.Request, scene.Watch}
		act := scene.Act{Kind: kinds[d.IntN(len(kinds))], Kustomization: d.IntN(n), Commit: d.IntN(len(d.s.Commits)), Object: d.IntN(3)}
		z := d.s.Kustomizations[act.Kustomization]
		act.Spec = d.IntN(len(z.Specs))
		if z.Object < 0 && (act.Kind == scene.Make || act.Kind == scene.Remove) {
			act.Kind = scene.Watch
		}
		if d.one(3) {
			act.Needs = append(act.Needs, d.condition(n))
		}
		if !d.one(3) {
			act.Leaves = append(act.Leaves, d.condition(n))
		}
		stage.Acts = append(stage.Acts, act)
	}
	d.s.Stages = append(d.s.Stages, stage)
}

func (d drawer) condition(n int) scene.Condition {
	kinds := []scene.ConditionKind{scene.Stored, scene.Suspended, scene.Orphaning, scene.Acted, scene.Acted, scene.Barrier, scene.Barrier,
		scene.Forgotten, scene.Listed, scene.Has, scene.HasNot, scene.Labelled, scene.Guarded, scene.Present, scene.Gone}
	c := scene.Condition{Kind: kinds[d.IntN(len(kinds))], Kustomization: d.IntN(n), Object: d.IntN(3), Commit: d.IntN(len(d.s.Commits))}
	if d.s.Kustomizations[c.Kustomization].Source < 0 {
		c.Commit = 0
	}
	switch c.Kind {
	case scene.Stored:
		c.Specs = []int{d.IntN(len(d.s.Kustomizations[c.Kustomization].Specs))}
	case scene.Labelled:
		c.Owners = []int{d.IntN(n)}
	}
	return c
}
