package proof_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
)

func TestMain(m *testing.M) { os.Exit(plantest.Main(m)) }

// TestProofs proves small worlds. The commands of a file:
//
//	world    a world (planner/plantest/worlds): what its commits and switches change is asked about
//	live     what a cluster holds beside what the first state says; see observed_test.go
//	script   what people do; see script_test.go
//	prove    of=KIND/NAME: that object's component alone, with its scene; else all answers in brief
//	scene    as prove, without an answer
//	between  why the states between are not all here
//	unsure   Kustomizations that render an object whose identity is not known
//	explicit Kustomizations whose manifests say suspend: false
func TestProofs(t *testing.T) {
	datadriven.Walk(t, "testdata/proofs", func(t *testing.T, path string) {
		c := &casus{}
		datadriven.RunTest(t, path, c.command)
	})
}

// casus is a question that is being put together.
type casus struct {
	q proof.Question
}

func (c *casus) command(t *testing.T, d *datadriven.TestData) string {
	var err error
	switch d.Cmd {
	case "world":
		var w *worlds.World
		if w, err = worlds.Parse(d.Input); err == nil {
			c.q = proof.Question{Transition: w.Follow(w.Transition()), Controller: "v1.9.6", Budget: 60_000}
		}
	case "live":
		c.q.Observed, err = observed(c.q.Transition.From, d.Input)
	case "script":
		c.q.Script, err = script(d.Input)
		c.q.Revisions = map[string]int{}
		for _, s := range c.q.Transition.States() {
			c.q.Revisions[fmt.Sprint("r", s.At.Commit)] = s.At.Commit
		}
	case "between":
		c.q.Transition.BetweenUnknown = d.Input
	case "explicit":
		explicit(c.q.Transition, d.Input)
	case "unsure":
		unsure(c.q.Transition, d.Input)
	case "prove":
		return c.prove(t, d)
	case "scene":
		c.q.Visit = nobody
		defer func() { c.q.Visit = nil }()
		return c.prove(t, d)
	default:
		d.Fatalf(t, "unknown command %s", d.Cmd)
	}
	if err != nil {
		d.Fatalf(t, "%v", err) // not even a rewrite takes that for an answer
	}
	return ""
}

func (c *casus) prove(t *testing.T, d *datadriven.TestData) string {
	p := proof.Prove(context.Background(), c.q)
	var of string
	if !d.HasArg("of") {
		return fmt.Sprintf("%s, completion %s\n%s", p.Safety, p.Completion, brief(p))
	}
	d.ScanArgs(t, "of", &of)
	p.Components = slices.DeleteFunc(p.Components, func(c proof.Component) bool {
		return !slices.ContainsFunc(c.Objects, func(o ownership.ObjectID) bool { return o.Kind+"/"+o.Name == of })
	})
	return show(p)
}

// explicit makes the manifests of Kustomizations set suspend, if to false.
func explicit(t *ownership.Transition, names string) {
	for _, d := range t.States() {
		for i := range d.Kustomizations {
			k := &d.Kustomizations[i]
			k.Spec.SuspendSet = slices.Contains(strings.Fields(names), k.ID.Name)
		}
	}
	for i := range t.Mixed {
		t.Mixed[i].Spec.SuspendSet = slices.Contains(strings.Fields(names), t.Mixed[i].Kustomization.Name)
	}
}

func unsure(t *ownership.Transition, name string) {
	why := []string{"a ConfigMap named by a variable"}
	for _, d := range t.States() {
		for i := range d.Kustomizations {
			if k := &d.Kustomizations[i]; k.ID == ks(name) {
				k.Render.UnknownIDs = why
			}
		}
	}
	for i := range t.Mixed {
		if t.Mixed[i].Kustomization == ks(name) {
			t.Mixed[i].Render.UnknownIDs = why
		}
	}
}

// brief gives one line a component.
func brief(p proof.Proof) string {
	var b strings.Builder
	for _, c := range p.Components {
		var names []string
		for _, o := range c.Objects {
			names = append(names, o.Display())
		}
		fmt.Fprintf(&b, "%s: %s\n", strings.Join(names, ", "), verdicts(c))
	}
	return b.String() + gaps(p)
}

func TestTheSameQuestionHasTheSameProof(t *testing.T) {
	w, err := worlds.Parse(manyObjects(20))
	if err != nil {
		t.Fatal(err)
	}
	ask := func() string {
		return show(proof.Prove(context.Background(), proof.Question{Transition: w.Follow(w.Transition()), Controller: "v1.9.6", Visit: nobody}))
	}
	first := ask()
	for range 20 {
		if again := ask(); again != first {
			t.Fatalf("once\n%s\nand once\n%s", first, again)
		}
	}
}

// TestAStoryIsToldInTheNamesOfItsOwnScene asks about two handovers that are
// one question.
func TestAStoryIsToldInTheNamesOfItsOwnScene(t *testing.T) {
	w, err := worlds.Parse(`
		root r path=r
		commit
		  r: K/a(path=a) K/b(path=b) K/c(path=c) K/d(path=d)
		  a: ConfigMap/x
		  c: ConfigMap/y
		  b:
		  d:
		commit
		  a:
		  b: ConfigMap/x
		  c:
		  d: ConfigMap/y`)
	if err != nil {
		t.Fatal(err)
	}
	p := proof.Prove(context.Background(), proof.Question{Transition: w.Follow(w.Transition()), Controller: "v1.9.6"})
	told, digests := 0, map[string]bool{}
	for _, c := range p.Components {
		if c.Story == nil {
			continue
		}
		told, digests[c.Digest] = told+1, true
		last := c.Story[len(c.Story)-1]
		if last.Actor != c.Scene.Kustomizations[0].ID || last.Object != c.Objects[0].String() {
			t.Errorf("%s: the story ends with %+v", c.Objects[0], last)
		}
	}
	if told != 2 || len(digests) != 1 {
		t.Errorf("%d stories of %d questions", told, len(digests))
	}
}

// manyObjects is n objects that each of three Kustomizations hands to the next.
func manyObjects(n int) string {
	var objects strings.Builder
	for i := range n {
		fmt.Fprintf(&objects, " ConfigMap/x%d", i)
	}
	return "root r path=r\ncommit\nr: K/a(path=a) K/b(path=b) K/c(path=c)\na:" + objects.String() + "\nb: Gateway/edge\nc:\ncommit\na:\nb:" +
		objects.String() + "\nc: Gateway/edge"
}
