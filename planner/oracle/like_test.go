package oracle_test

import (
	"context"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest/worlds"
	"github.com/fluxmigrate/fluxmigrate/planner/proof"
	"github.com/fluxmigrate/fluxmigrate/planner/scene"
	"github.com/fluxmigrate/fluxmigrate/planner/sim"
	"github.com/fluxmigrate/fluxmigrate/planner/verdict"
)

var (
	gateway = regexp.MustCompile(` Gateway/g(\S*)`)
	// siblings stand for one object in a world that had one.
	siblings = []string{"Gateway/g", "Gateway/h", "Gateway/i"}
)

// withSiblings gives every Gateway of a world two siblings that are like it.
func withSiblings(text string) string {
	return gateway.ReplaceAllString(text, " Gateway/g$1 Gateway/h$1 Gateway/i$1")
}

// unlike changes one sibling at one place: a mark more, or it is missing, or
// it is there as well.
func unlike(r *rand.Rand, text string) string {
	lines := strings.Split(text, "\n")
	var paths []int
	for i, line := range lines {
		if strings.HasPrefix(line, "  ") && !strings.Contains(line, ": -") && !strings.Contains(line, "!fail") {
			paths = append(paths, i)
		}
	}
	if len(paths) == 0 {
		return text
	}
	i := paths[r.IntN(len(paths))]
	words := strings.Split(lines[i], " ")
	at := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "Gateway/h") })
	mark := []string{"+guard", "+ifnotpresent", "+disabled", ""}[r.IntN(4)]
	switch {
	case at < 0:
		words = append(words, "Gateway/h"+mark)
	case mark == "":
		words = slices.Delete(words, at, at+1)
	default:
		words[at] = "Gateway/h" + mark
	}
	lines[i] = strings.Join(words, " ")
	return strings.Join(lines, "\n")
}

// alone gives the world with one of the siblings only.
func alone(text, sibling string) string {
	return regexp.MustCompile(` Gateway/\w\S*`).ReplaceAllStringFunc(text, func(word string) string {
		if strings.HasPrefix(word, " "+sibling) {
			return word
		}
		return ""
	})
}

func unanswered(context.Context, *scene.Scene, sim.Options) (sim.Answer, error) {
	return sim.Answer{Safety: verdict.Unknown}, nil
}

// digests gives of every sibling the digest of the scene that speaks for it,
// and all that it speaks for.
func digests(t *testing.T, text string) (digest map[string]string, with map[string]string) {
	w, err := worlds.Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	p := proof.Prove(t.Context(), proof.Question{Transition: w.Follow(w.Transition()), Controller: "v1.9.6", Visit: unanswered})
	digest, with = map[string]string{}, map[string]string{}
	for _, c := range p.Components {
		for _, o := range c.Objects {
			digest[o.Kind+"/"+o.Name] = c.Digest + c.Why
			with[o.Kind+"/"+o.Name] = all(c.Objects)
		}
	}
	return digest, with
}

func all(ids []ownership.ObjectID) string {
	text := ""
	for _, o := range ids {
		text += o.Kind + "/" + o.Name + " "
	}
	return text
}

func TestAClassSpeaksForEachOfItsMembers(t *testing.T) {
	y := ask(t, 80, func(t *testing.T, r *rand.Rand, note func(string)) {
		text := withSiblings(drawnWorlds.Example(int(r.Int32())))
		changed := r.IntN(3) > 0
		if changed {
			text = unlike(r, text)
		}
		digest, with := digests(t, text)
		for _, one := range siblings {
			own, _ := digests(t, alone(text, one))
			if own[one] != digest[one] {
				t.Errorf("the scene that speaks for %s is not that of %s alone in\n%s", with[one], one, text)
			}
		}
		switch {
		case with["Gateway/g"] != with["Gateway/i"]:
			t.Errorf("%q and %q are alike in\n%s", with["Gateway/g"], with["Gateway/i"], text)
		case with["Gateway/g"] == "":
			note("not kept")
		case !changed && with["Gateway/g"] != with["Gateway/h"]:
			t.Errorf("%q and %q are alike in\n%s", with["Gateway/g"], with["Gateway/h"], text)
		case with["Gateway/g"] == with["Gateway/h"]:
			note("three alike")
		default:
			note("one unlike")
		}
	})
	if y.count["one unlike"] == 0 || y.count["three alike"] == 0 {
		t.Error("no object left its class, or all did")
	}
}
