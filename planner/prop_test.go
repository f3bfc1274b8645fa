package planner

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/step"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// drawTransition draws two states of one to four children under two roots, with
// up to six objects that any of them may own, and the mixed views between.
func drawTransition(t *rapid.T) Input {
	from, to := drawState(t, "from", 0), drawState(t, "to", 1)
	to.At = ownership.Position{Commit: 1}
	switch rapid.SampledFrom([]string{"commit", "switch", "both"}).Draw(t, "change") {
	case "switch":
		to.At, to.Commit, to.Tree = ownership.Position{Switch: 1}, from.Commit, from.Tree
		fallthrough
	case "both":
		to.At.Switch = 1
		for i := range to.Kustomizations {
			if k := &to.Kustomizations[i]; k.Root && rapid.Bool().Draw(t, "switched") {
				k.Spec.Path += "/ip"
				k.Spec.Digest += "ip"
			}
		}
	}
	in := Input{Transition: ownership.Transition{From: from, To: to}, Tool: "v0.0.0",
		Route: rapid.SampledFrom([]step.Route{"", step.Commits, step.Cluster}).Draw(t, "route"),
		Flux:  rapid.SampledFrom([]string{"", "1.4.0", "1.9.6"}).Draw(t, "flux")}
	for _, k := range from.Kustomizations {
		if to.At.Commit == 0 {
			break
		}
		v := ownership.View{Kustomization: k.ID, Spec: k.Spec, SpecAt: from.At, ArtifactAt: to.At.Commit}
		after, stays := to.Kustomization(k.ID)
		switch {
		case stays && rapid.Bool().Draw(t, "same path"):
			v.Render = after.Render
		case rapid.Bool().Draw(t, "path left"):
			v.Render = k.Render
		default:
			v.Render.Missing = rapid.Bool().Draw(t, "missing")
		}
		in.Transition.Mixed = append(in.Transition.Mixed, v)
	}
	return in
}

func drawState(t *rapid.T, name string, commit int) *ownership.Desired {
	d := &ownership.Desired{Name: name, Commit: fmt.Sprint("c", commit), Tree: fmt.Sprint("t", commit)}
	for _, root := range []string{"one", "two"} {
		d.Kustomizations = append(d.Kustomizations, kustomizationOf([]string{"flux-system/" + root, "path=" + root, "file=fluxmigrate.yaml",
			"prune=" + rapid.SampledFrom([]string{"true", "true", "false"}).Draw(t, "root prunes")}))
	}
	for i := range 4 {
		if !rapid.Bool().Draw(t, "exists") {
			continue
		}
		k := fmt.Sprint("flux-system/k", i)
		words := []string{k, "path=" + fmt.Sprint("k", i), "file=" + name + k + ".yaml",
			"by=flux-system/" + rapid.SampledFrom([]string{"one", "two"}).Draw(t, "parent"),
			"prune=" + rapid.SampledFrom([]string{"true", "true", "false"}).Draw(t, "prune"),
			"policy=" + rapid.SampledFrom([]string{"", "", "", "Delete", "Orphan"}).Draw(t, "policy")}
		if rapid.IntRange(0, 7).Draw(t, "suspended") == 0 {
			words = append(words, "suspend")
		}
		d.Kustomizations = append(d.Kustomizations, kustomizationOf(words))
	}
	for i := range rapid.IntRange(0, 6).Draw(t, "objects") {
		for j := range d.Kustomizations {
			if rapid.IntRange(0, len(d.Kustomizations)).Draw(t, "owned") == 0 {
				o := objectOf([]string{"ConfigMap", fmt.Sprint("demo/o", i)})
				o.File = rapid.SampledFrom([]string{"", fmt.Sprintf("%s/o%d.yaml", d.Kustomizations[j].Spec.Path, i)}).Draw(t, "file")
				o.Traits.PruneDisabled = rapid.IntRange(0, 7).Draw(t, "guarded") == 0
				o.Traits.SSA = rapid.SampledFrom([]string{"", "", "", "IfNotPresent"}).Draw(t, "ssa")
				d.Kustomizations[j].Render.Objects = append(d.Kustomizations[j].Render.Objects, o)
			}
		}
	}
	addChildren(d)
	return d
}

func TestEveryTransitionHasAPlanThatHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawTransition(t)
		p, err := Build(in)
		if err != nil {
			t.Fatal(err)
		}
		// But beside a guard of the manifest, a live one is void (R5.11).
		if p.Verdict == verdict.Refuted && !strings.Contains(p.Reason, "carries a guard of its manifest") {
			t.Fatalf("there is always a live guard: %s", p.Reason)
		}
		if len(p.Naive.AtRisk) > 0 && len(p.Stages) > 0 && slices.ContainsFunc(p.Stages[0].Steps, func(s step.Step) bool {
			return s.Kind == step.SwitchPath || s.Revision == in.Transition.To.Commit
		}) {
			t.Fatal("something is at risk, and the plan begins with the change")
		}
		if p.Verdict == verdict.Proved && len(newBuilder(in, find(in)).handedOver()) > 0 {
			t.Fatal("an object changes hands, and the plan is called proved")
		}
	})
}

func TestNoStepOfAPlanIsIdle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawTransition(t)
		p, err := Build(in)
		if err != nil {
			t.Fatal(err)
		}
		for i, stage := range p.Stages {
			for j, s := range stage.Steps {
				left := without(p, i, j)
				left.Cost = costOf(left.Stages)
				if Validate(left, in) == nil && !s.Precautionary {
					t.Fatalf("without step %d of stage %d (%s %s) the plan still holds:\n%s", j+1, i+1, s.Kind, s.Target, planText(p))
				}
			}
		}
	})
}

func TestTheOrderOfTheInputNeverShows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawTransition(t)
		known := find(in)
		first := encoded(t, in, known)
		in.Transition.Mixed = rapid.Permutation(in.Transition.Mixed).Draw(t, "mixed")
		known.changes = rapid.Permutation(known.changes).Draw(t, "changes")
		known.findings.Losses = rapid.Permutation(known.findings.Losses).Draw(t, "losses")
		known.findings.Hazards = rapid.Permutation(known.findings.Hazards).Draw(t, "hazards")
		known.findings.Unknowns = rapid.Permutation(known.findings.Unknowns).Draw(t, "unknowns")
		known.findings.Assumptions = rapid.Permutation(known.findings.Assumptions).Draw(t, "assumptions")
		known.findings.Prerequisites = rapid.Permutation(known.findings.Prerequisites).Draw(t, "prerequisites")
		if again := encoded(t, in, known); !bytes.Equal(first, again) {
			t.Fatalf("another order gives another plan:\n%s\n%s", first, again)
		}
	})
}

func encoded(t *rapid.T, in Input, known facts) []byte {
	p, err := build(in, known)
	if err != nil {
		t.Fatal(err)
	}
	data, err := Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestAnOldSpecThatIsPutBackIsNoBug: of a child that moves between two roots a
// late run of the old root may put the old spec back (H6). The rules and the
// other reading of the stages both know that.
func TestAnOldSpecThatIsPutBackIsNoBug(t *testing.T) {
	held := func(words ...string) ownership.Object {
		return objectOf(append([]string{"ConfigMap", "demo/held"}, words...))
	}
	state := func(commit int, parent string, o ownership.Object) *ownership.Desired {
		d := &ownership.Desired{Name: fmt.Sprint("c", commit), Commit: fmt.Sprint("c", commit), Tree: fmt.Sprint("t", commit), At: ownership.Position{Commit: commit}}
		child := kustomizationOf([]string{"flux-system/child", "path=child" + fmt.Sprint(commit), "by=flux-system/" + parent, "file=" + parent + "/child.yaml"})
		child.Render.Objects = []ownership.Object{o}
		d.Kustomizations = []ownership.Kustomization{child,
			kustomizationOf([]string{"flux-system/one", "path=one"}), kustomizationOf([]string{"flux-system/two", "path=two", "prune=false"})}
		addChildren(d)
		return d
	}
	from, to := state(0, "two", held("guard")), state(1, "one", held())
	before, _ := from.Kustomization(id("flux-system/child"))
	in := Input{Transition: ownership.Transition{From: from, To: to, Mixed: []ownership.View{
		{Kustomization: before.ID, Spec: before.Spec, SpecAt: from.At, ArtifactAt: 1}}}}
	p, err := Build(in)
	if err != nil || len(p.Naive.AtRisk) == 0 {
		t.Fatalf("%v; the plan: %+v", err, p)
	}
}
