package proof_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// drawWorld draws a tiny world: one root, or two, over two Kustomizations and
// two objects, and one commit or one switch.
func drawWorld(t *rapid.T) string {
	var b strings.Builder
	one := func(label string, words ...string) string { return rapid.SampledFrom(words).Draw(t, label) }
	fmt.Fprintf(&b, "root r path=r%s\n", one("root", "", "", ",noprune"))
	child := func(name string) string {
		return fmt.Sprintf(" K/%s(path=%s%s)", name, one("path", name, name, "c"), one("attributes", "", "", "", ",noprune", ",policy=Orphan", ",dep=b"))
	}
	object := func() string { return " Gateway/g" + one("trait", "", "", "", "+guard", "+ifnotpresent") }
	commits := rapid.SampledFrom([]int{2, 2, 3, 1}).Draw(t, "commits")
	for c := range commits {
		b.WriteString("commit\n")
		for _, path := range []string{"r", "s", "a", "b", "c"} {
			if c > 0 && one("same", "no", "yes") == "yes" {
				continue
			}
			content := ""
			if path == "r" || path == "s" {
				content += child("a")
				content += one("second", "", child("b"))
			}
			inRoot := path == "r" || path == "s"
			if one("has it", "yes", "yes", "no") == "yes" && (!inRoot || one("in root", "no", "no", "yes") == "yes") {
				content += object()
			}
			if c > 0 && rapid.IntRange(0, 30).Draw(t, "fails") == 7 {
				content = " !fail"
			}
			fmt.Fprintf(&b, "  %s:%s\n", path, content)
		}
	}
	if commits == 1 {
		b.WriteString("switch\nroot r path=s\n")
	}
	return b.String()
}

// TestLeavingOutWhatIsAlikeChangesNoAnswer compares every answer with that of
// the scene that leaves nothing out.
func TestLeavingOutWhatIsAlikeChangesNoAnswer(t *testing.T) {
	same, open := 0, 0
	count := map[verdict.Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		text := drawWorld(t)
		w, err := worlds.Parse(strings.ReplaceAll(text, "path=r,", "path=r "))
		if err != nil {
			t.Fatal(err)
		}
		q := proof.Question{Transition: w.Follow(w.Transition()), Controller: "v1.9.6", Budget: 20_000}
		short := proof.Prove(context.Background(), q)
		if len(short.Gaps) > 0 {
			return // what is unknown of a Kustomization shows in more scenes if more hold it
		}
		q.Whole = true
		whole := answersOf(proof.Prove(context.Background(), q))
		for id, c := range answersOf(short) {
			d := whole[id]
			if c.States >= q.Budget || d.States >= q.Budget {
				open++
				continue
			}
			if same++; c.Safety != d.Safety || c.Completion != d.Completion {
				t.Fatalf("%s\n%s: %s, completion %s (%s)\nwhole: %s, completion %s (%s)", text, id.Display(), c.Safety, c.Completion, c.Why, d.Safety, d.Completion, d.Why)
			}
			count[c.Safety]++
		}
	})
	t.Logf("%d answers compared, %d not: %v", same, open, count)
	if same < open || count[verdict.Proved] == 0 || count[verdict.Refuted] == 0 {
		t.Errorf("of %d answers %d were not compared, and of the others %v", same+open, open, count)
	}
}

func answersOf(p proof.Proof) map[ownership.ObjectID]proof.Component {
	answers := make(map[ownership.ObjectID]proof.Component)
	for _, c := range p.Components {
		for _, o := range c.Objects {
			answers[o] = c
		}
	}
	return answers
}
