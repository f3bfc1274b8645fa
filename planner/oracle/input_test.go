package oracle_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/plantest/cluster"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
)

// inputs are words of a world and what may stand in their place.
var inputs = [][2]string{{",noprune", ""}, {")", ",noprune)"}, {",suspend", ""}, {")", ",suspend)"}, {",policy=Orphan", ""},
	{")", ",policy=Delete)"}, {"+guard", ""}, {"Gateway/g", "Gateway/g+guard"}, {"+ifnotpresent", ""}, {"+disabled", "+guard"},
	{"path=p0", "path=p1"}, {"path=p1", "path=p2"}, {" Gateway/g", " Gateway/f"}, {" Namespace/demo", " Namespace/other"}, {"!fail", ""}}

// change changes one of them at one place; "" where there is none.
func change(r *rand.Rand, text string) string {
	in := inputs[r.IntN(len(inputs))]
	n := strings.Count(text, in[0])
	if n == 0 {
		return ""
	}
	at := 0
	for range r.IntN(n) {
		at += strings.Index(text[at:], in[0]) + len(in[0])
	}
	return text[:at] + strings.Replace(text[at:], in[0], in[1], 1)
}

// question is what is asked about each object of a world, and what a whole
// cluster answers.
type question struct {
	digest    map[string]string
	lost      map[string]bool
	all, gaps bool
}

func questions(t *testing.T, text string) question {
	w, err := worlds.Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	tr := w.Follow(w.Transition())
	q := question{digest: map[string]string{}}
	q.lost, q.all = cluster.Lost(w, shouldLive(tr))
	p := proof.Prove(t.Context(), proof.Question{Transition: tr, Controller: "v1.9.6", Visit: unanswered})
	q.gaps = len(p.Gaps) > 0
	for _, c := range p.Components {
		for _, o := range slices.Concat(c.Objects, c.Takes) { // of what is taken along, both questions
			q.digest[o.String()] += c.Digest + c.Why
		}
	}
	return q
}

// TestAnInputThatChangesNoQuestionChangesNoFate changes one word of a world:
// an object whose question is the same has the same fate in the whole cluster.
func TestAnInputThatChangesNoQuestionChangesNoFate(t *testing.T) {
	y := ask(t, 40, func(t *testing.T, r *rand.Rand, note func(string)) {
		text := drawnWorlds.Example(int(r.Int32()))
		changed := change(r, text)
		if changed == "" {
			note("without that word")
			return
		}
		before, after := questions(t, text), questions(t, changed)
		if !before.all || !after.all || before.gaps || after.gaps {
			note("not known")
			return
		}
		for _, id := range slices.Sorted(maps.Keys(before.digest)) {
			switch {
			case before.digest[id] != after.digest[id]:
				note("another question")
			case before.lost[id] == after.lost[id]:
				note("the same")
			default:
				t.Errorf("%s is lost: %t, then %t, and is asked about alike, in\n%s\nand\n%s", id, before.lost[id], after.lost[id], text, changed)
			}
		}
	})
	if y.count["another question"] == 0 || y.count["the same"] == 0 {
		t.Error("every change changes every question, or none does")
	}
}
