package ownership_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
)

// drawState gives the lines of a state: up to four Kustomizations that render
// each other and up to six objects, with everything that changes a fate.
func drawState(t *rapid.T, label string) []string {
	ids := []string{"f/a", "f/b", "f/c", "g/a"}
	things := []string{"ConfigMap demo/x", "ConfigMap demo/y", "Secret demo/x", "Gateway demo/edge", "Namespace demo"}
	for _, id := range ids {
		things = append(things, "Kustomization "+id)
	}
	optional := func(what string) string {
		if rapid.IntRange(0, 3).Draw(t, label+what) == 0 {
			return " " + what
		}
		return ""
	}
	var lines []string
	for _, id := range rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 1, 4, rapid.ID).Draw(t, label) {
		line := id + " path=" + rapid.SampledFrom([]string{"p", "q", "r"}).Draw(t, label+"path") + " prune"
		for _, flag := range []string{"suspend", "policy=Orphan", "missing", "unknown"} {
			line += optional(flag)
		}
		var objects []string
		for _, thing := range rapid.SliceOfNDistinct(rapid.SampledFrom(things), 0, 5, rapid.ID).Draw(t, label+"objects") {
			objects = append(objects, thing+optional("guarded")+optional("digest=2")+optional("file=x")+optional("file=y"))
		}
		lines = append(lines, line+": "+strings.Join(objects, ", "))
	}
	return lines
}

func parse(t *rapid.T, lines []string) *ownership.Desired {
	d, err := plantest.State("drawn", strings.Join(lines, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDiffOfAStateWithItselfChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := parse(t, drawState(t, "state"))
		for _, c := range ownership.Diff(d, d) {
			if c.Kind != ownership.Kept && c.Kind != ownership.Contested || !reflect.DeepEqual(c.From, c.To) {
				t.Errorf("%+v", c)
			}
		}
	})
}

func TestDiffListsEveryObjectOnceInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := parse(t, drawState(t, "from")), parse(t, drawState(t, "to"))
		before, after := a.Owners(), b.Owners()
		changes := ownership.Diff(a, b)
		for i, c := range changes {
			if i > 0 && changes[i-1].Object.Compare(c.Object) >= 0 {
				t.Errorf("%s is out of order or twice", c.Object)
			}
			if !slices.Equal(c.From, before[c.Object]) || !slices.Equal(c.To, after[c.Object]) {
				t.Errorf("%s: owners %v → %v", c.Object, c.From, c.To)
			}
			delete(before, c.Object)
			delete(after, c.Object)
		}
		if len(before)+len(after) > 0 {
			t.Errorf("not listed: %v %v", before, after)
		}
	})
}

// What a kind becomes when from and to change places.
var swapped = map[ownership.ChangeKind]string{
	ownership.Created: "leaves", ownership.Dropped: "comes", ownership.Orphaned: "comes", ownership.Renamed: "comes",
}

func TestSwappingTheStatesReversesTheDiff(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := parse(t, drawState(t, "from")), parse(t, drawState(t, "to"))
		forth, back := ownership.Diff(a, b), ownership.Diff(b, a)
		for i, c := range forth {
			d := back[i]
			if c.Object != d.Object || !slices.Equal(c.From, d.To) || !slices.Equal(c.To, d.From) || c.SameContent != d.SameContent {
				t.Errorf("%+v against %+v", c, d)
			}
			if direction := swapped[c.Kind] + swapped[d.Kind]; c.Kind != d.Kind && direction != "leavescomes" && direction != "comesleaves" {
				t.Errorf("%s is %s one way and %s the other", c.Object, c.Kind, d.Kind)
			}
		}
	})
}

func TestRenamesComeInPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		changes := map[ownership.ObjectID]ownership.Change{}
		for _, c := range ownership.Diff(parse(t, drawState(t, "from")), parse(t, drawState(t, "to"))) {
			changes[c.Object] = c
		}
		for id, c := range changes {
			other, paired := changes[c.Other]
			if paired && (other.Other != id || c.Kind == other.Kind || id.Kind != other.Object.Kind) {
				t.Errorf("%+v and %+v", c, other)
			}
			if (c.Kind == ownership.Renamed) && !paired {
				t.Errorf("%+v alone", c)
			}
		}
	})
}

func TestTheOrderOfTheInputDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, to := drawState(t, "from"), drawState(t, "to")
		want := ownership.Diff(parse(t, from), parse(t, to))
		from, to = rapid.Permutation(from).Draw(t, "shuffled from"), rapid.Permutation(to).Draw(t, "shuffled to")
		if got := ownership.Diff(parse(t, from), parse(t, to)); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("got %v\nwant %v", got, want)
		}
	})
}
