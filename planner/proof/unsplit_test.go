package proof

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/cluster"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// unsplit makes the scene of an object with every Kustomization of the world
// and every object that any scene is about.
func (f *facts) unsplit(subject objectID) made {
	c := cast{subject: subject, objects: []objectID{subject}, kustomizations: f.ids}
	for _, o := range f.subjects() {
		if o != subject {
			c.objects = append(c.objects, o)
		}
	}
	for _, k := range f.ids {
		if k.Object() != subject && !slices.Contains(c.objects, k.Object()) {
			c.objects = append(c.objects, k.Object())
		}
	}
	m := &maker{facts: f, cast: c}
	m.play()
	return m.finish()
}

// disagree gives the first object that is safe in its own scene and lost in
// that of everything, or the reverse.
func disagree(t *testing.T, text string, note func(string)) (subject objectID, words string) {
	w, err := worlds.Parse(text)
	if err != nil {
		return subject, ""
	}
	f := newFacts(Question{Transition: w.Follow(w.Transition()), Controller: "v1.9.6"})
	for _, o := range f.subjects() {
		split, whole := f.make(o), f.unsplit(o)
		if split.why != "" || whole.why != "" {
			note("not known")
			continue
		}
		a, b := visited(t, split), visited(t, whole)
		if a == verdict.Refuted && b == verdict.Proved && heldUp(whole.scene, split.scene) {
			note("held up from outside")
			b = visited(t, whole)
		}
		if a == verdict.Unknown || b == verdict.Unknown {
			note("too large")
			continue
		}
		if note(string(a)); a != b {
			return o, "split " + string(a) + ", unsplit " + string(b)
		}
	}
	return subject, ""
}

// heldUp lets the dependencies that are outside a scene hold or not in that of
// everything too, as docs/model.md says of them, and says whether there are any.
// Without them a scene allows more: what nobody makes is never Ready, and who
// depends on it loses nothing.
func heldUp(whole, split *scene.Scene) (any bool) {
	outside := func(d scene.Dependency) bool {
		id := whole.Kustomizations[d.On].ID
		return !slices.ContainsFunc(split.Kustomizations, func(k scene.Kustomization) bool { return k.ID == id })
	}
	for _, k := range whole.Kustomizations {
		for i, s := range k.Specs {
			k.Specs[i].DependsOn = slices.DeleteFunc(slices.Clone(s.DependsOn), outside)
			any = any || len(k.Specs[i].DependsOn) < len(s.DependsOn)
		}
	}
	return any
}

func visited(t *testing.T, m made) verdict.Verdict {
	a, err := sim.Visit(t.Context(), m.scene, sim.Options{Limit: 20_000, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return a.Safety
}

// depending lets some children depend on others; the worlds of package cluster
// have none that do.
func depending(r *rand.Rand, text string) string {
	if r.IntN(2) == 0 {
		return text
	}
	var b strings.Builder
	for part := range strings.SplitAfterSeq(text, ")") {
		before, child := strings.CutSuffix(part, ")")
		b.WriteString(before)
		if child && r.IntN(3) == 0 {
			b.WriteString([]string{",dep=k0", ",dep=k1", ",dep=r0"}[r.IntN(3)])
		}
		if child {
			b.WriteString(")")
		}
	}
	return b.String()
}

// TestAnObjectAloneIsAsSafeAsAmongAll asks of random worlds what `make oracle`
// asks of more of them: planner/oracle says how.
func TestAnObjectAloneIsAsSafeAsAmongAll(t *testing.T) {
	times, _ := strconv.Atoi(os.Getenv("ORACLE"))
	seed, _ := strconv.Atoi(os.Getenv("ORACLE_SEED"))
	draw, count := rapid.Custom(cluster.Draw), map[string]int{}
	n := 60 * max(times, 1)
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(seed), uint64(i)))
		text := depending(r, draw.Example(int(r.Int32())))
		o, words := disagree(t, text, func(what string) { count[what]++ })
		if words == "" {
			continue
		}
		text = plantest.Shrink(text, func(text string) bool {
			p, words := disagree(t, text, func(string) {})
			return words != "" && p == o
		})
		_, words = disagree(t, text, func(string) {})
		t.Fatalf("%s: %s; in\n%s", o.Display(), words, text)
	}
	t.Logf("ORACLE %s: %d questions: %v", t.Name(), n, count)
	if count[string(verdict.Proved)] == 0 || count[string(verdict.Refuted)] == 0 {
		t.Errorf("nothing is proved, or nothing refuted: %v", count)
	}
}
