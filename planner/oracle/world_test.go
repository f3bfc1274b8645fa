package oracle_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/cluster"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

// drawnWorlds draws worlds by a number.
var drawnWorlds = rapid.Custom(cluster.Draw)

// judged is what proof and cluster say of one object.
type judged struct {
	lost      bool // in some order of events of the whole cluster
	all       bool // of which every one was followed
	safety    verdict.Verdict
	component proof.Component // that has the verdict
}

// both asks proof and cluster about every object of a world that should live.
func both(w *worlds.World) map[string]judged {
	tr := w.Follow(w.Transition())
	should := shouldLive(tr)
	lost, all := cluster.Lost(w, should)
	p := proof.Prove(context.Background(), proof.Question{Transition: tr, Controller: "v1.9.6", Budget: limit, Workers: 1})
	answers := map[string]judged{}
	for _, id := range slices.Sorted(maps.Keys(should)) {
		j := judged{lost: lost[id], all: all, safety: verdict.Unknown}
		for _, c := range p.Components {
			concerns := func(o ownership.ObjectID) bool { return o.String() == id }
			if !slices.ContainsFunc(c.Objects, concerns) && !slices.ContainsFunc(c.Takes, concerns) {
				continue
			}
			if j.component.Scene == nil && j.component.Why == "" || j.safety == verdict.Proved || c.Safety == verdict.Refuted {
				j.safety, j.component = c.Safety, c
			}
		}
		if j.safety == verdict.Proved && len(p.Gaps) > 0 {
			j.safety = verdict.Unknown
		}
		answers[id] = j
	}
	return answers
}

func shouldLive(tr *ownership.Transition) map[string]bool {
	should := map[string]bool{}
	after := tr.To.Owners()
	for o := range tr.From.Owners() {
		if _, ok := after[o]; ok {
			should[o.String()] = true
		}
	}
	return should
}

func (j judged) String() string {
	switch {
	case j.lost:
		return "lost and " + string(j.safety)
	case !j.all:
		return string(j.safety) + " and too large"
	}
	return string(j.safety) + " and not lost"
}

// missed gives an object that some order of events loses and that is proved
// safe; alarm one that is refuted in steps that the cluster takes as well, and
// that it never loses.
func (j judged) missed() bool { return j.lost && j.safety == verdict.Proved }

func (j judged) alarm(t *testing.T) bool {
	return j.all && !j.lost && j.safety == verdict.Refuted && losesCoarsely(t, j.component.Scene)
}

func TestWhatTheWholeClusterLosesIsNotProvedSafe(t *testing.T) {
	y := ask(t, 60, func(t *testing.T, r *rand.Rand, note func(string)) {
		text := drawnWorlds.Example(int(r.Int32()))
		w, err := worlds.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		answers := both(w)
		for _, id := range slices.Sorted(maps.Keys(answers)) {
			j := answers[id]
			if note(j.String()); j.missed() || j.alarm(t) {
				worst(t, text, id, j)
			} else if j.all && !j.lost && j.safety == verdict.Refuted {
				t.Logf("lost in finer steps than those of the cluster: %s in\n%s\n%s", id, text, tell(j))
			}
		}
	})
	for _, what := range []string{"lost and refuted", "proved and not lost"} {
		if y.count[what] == 0 {
			t.Errorf("no world was %s", what)
		}
	}
}

// worst makes a world small in which proof and cluster disagree.
func worst(t *testing.T, text, id string, j judged) {
	missed := j.missed()
	text = plantest.Shrink(text, func(text string) bool {
		w, err := worlds.Parse(text)
		if err != nil {
			return false
		}
		j, ok := both(w)[id]
		return ok && (missed && j.missed() || !missed && j.alarm(t))
	})
	w, _ := worlds.Parse(text)
	j = both(w)[id]
	t.Errorf("%s is %s, and the whole cluster loses it: %t; in\n%s\n%s", id, j.safety, j.lost, text, tell(j))
}

func tell(j judged) string {
	var story strings.Builder
	for _, l := range j.component.Story {
		story.WriteString("  " + l.Actor + " " + l.Action + " " + l.Object + "\n")
	}
	return story.String()
}
