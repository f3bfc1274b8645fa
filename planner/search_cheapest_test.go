package planner

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// TestNoCombinationSavesAMergeOrAnEditByHand asks, in small worlds, about every
// combination of the options of two groups, which the search does not do. What
// is proved and cheaper than the plan may save waits, which groups share, and
// neither merges nor edits by hand.
func TestNoCombinationSavesAMergeOrAnEditByHand(t *testing.T) {
	compared, waits := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		in := drawTwoOldOwners(t)
		in.Flux, in.Prover = "1.9.6", &Prover{Budget: 20_000, Answers: proof.NewAnswers()}
		b := newBuilder(in, find(in))
		b.describe()
		s := b.newSearch()
		if s == nil || len(s.groups) != 2 || len(s.open) > 0 {
			return
		}
		found := s.run()
		if len(found.doubts()) > 0 || len(s.groups) != 2 {
			return
		}
		compared++
		than := priceOf(found.plan.Stages)
		switch what, best := s.cheapestOfAll(than); {
		case best.merges != than.merges || best.hand != than.hand:
			t.Fatalf("found %+v, and %+v does as well: %s", than, best, what)
		case best != than:
			waits++
		}
	})
	t.Logf("%d worlds compared; in %d another combination saves waits or edits in Git", compared, waits)
}

// cheapestOfAll gives the cheapest combination that is proved, and its price;
// the given one where none is cheaper.
func (s *search) cheapestOfAll(best price) (string, price) {
	what := ""
	one, two := s.groups[0], s.groups[1]
	for one.at = range one.options {
		for two.at = range two.options {
			c := s.lay()
			p := priceOf(c.plan.Stages)
			if p.compare(best, s.route) >= 0 {
				continue
			}
			if c.ask(newPurse(s.in.Prover.Budget), false); len(c.doubts()) == 0 && s.flaw(c) == "" {
				what, best = s.what(), p
			}
		}
	}
	return what, best
}

// drawTwoOldOwners draws a commit in which two owners, which stay or go, hand
// what they have to a third.
func drawTwoOldOwners(t *rapid.T) Input {
	from, to := &ownership.Desired{Name: "from", Commit: "c0", Tree: "t0"}, &ownership.Desired{Name: "to", Commit: "c1", Tree: "t1", At: ownership.Position{Commit: 1}}
	in := Input{Transition: ownership.Transition{From: from, To: to}, Tool: "v0.0.0", Route: rapid.SampledFrom([]step.Route{"", step.Cluster}).Draw(t, "route")}
	for _, d := range []*ownership.Desired{from, to} {
		d.Kustomizations = append(d.Kustomizations, kustomizationOf([]string{"flux-system/root", "path=root", "file=fluxmigrate.yaml"}))
	}
	taker := kustomizationOf([]string{"flux-system/taker", "path=taker", "by=flux-system/root", "file=taker.yaml"})
	before := taker
	for i := range 2 {
		k := kustomizationOf([]string{fmt.Sprint("flux-system/old", i), fmt.Sprint("path=old", i), "by=flux-system/root", fmt.Sprintf("file=old%d.yaml", i),
			"prune=" + rapid.SampledFrom([]string{"true", "true", "true", "false"}).Draw(t, "prune")})
		after := k
		for n := range rapid.IntRange(1, 2).Draw(t, "objects") {
			o := objectOf([]string{"ConfigMap", fmt.Sprintf("demo/o%d%d", i, n), fmt.Sprintf("file=old%d/o%d.yaml", i, n)})
			if rapid.IntRange(0, 3).Draw(t, "no file") == 0 {
				o.File = ""
			}
			k.Render.Objects = append(k.Render.Objects, o)
			taker.Render.Objects = append(taker.Render.Objects, o)
		}
		from.Kustomizations = append(from.Kustomizations, k)
		v := ownership.View{Kustomization: k.ID, Spec: k.Spec, SpecAt: from.At, ArtifactAt: 1}
		if rapid.Bool().Draw(t, "path left") {
			v.Render = k.Render
		}
		if rapid.Bool().Draw(t, "stays") {
			to.Kustomizations = append(to.Kustomizations, after)
			v.Render = after.Render
		}
		in.Transition.Mixed = append(in.Transition.Mixed, v)
	}
	from.Kustomizations, to.Kustomizations = append(from.Kustomizations, before), append(to.Kustomizations, taker)
	addChildren(from)
	addChildren(to)
	return in
}
