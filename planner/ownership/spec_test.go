package ownership

import (
	"fmt"
	"strings"
	"testing"
)

// R7.2, deletionPolicy × prune × suspend: what deleting the Kustomization does
// to its inventory, and what a run does to what left its render.
const deletionTable = `
	policy              prune   suspend   finalizer   run
	-                   true    false     deletes     prunes
	-                   false   false     keeps       forgets
	-                   true    true      keeps       waits
	-                   false   true      keeps       waits
	MirrorPrune         true    false     deletes     prunes
	MirrorPrune         false   false     keeps       forgets
	MirrorPrune         true    true      keeps       waits
	Delete              true    false     deletes     prunes
	Delete              false   false     deletes     forgets
	Delete              true    true      keeps       waits
	WaitForTermination  true    false     deletes     prunes
	WaitForTermination  false   false     deletes     forgets
	WaitForTermination  false   true      keeps       waits
	Orphan              true    false     keeps       prunes
	Orphan              false   false     keeps       forgets
	Orphan              true    true      keeps       waits`

func TestWhatASpecDeletes(t *testing.T) {
	for _, line := range strings.Split(strings.TrimSpace(deletionTable), "\n")[1:] {
		w := strings.Fields(line)
		s := Spec{DeletionPolicy: strings.Trim(w[0], "-"), Prune: w[1] == "true", Suspend: w[2] == "true"}
		if got := s.FinalizerDeletes(); got != (w[3] == "deletes") {
			t.Errorf("%s: FinalizerDeletes is %v", fmt.Sprint(w), got)
		}
		if got := s.Prunes(); got != (w[4] == "prunes") {
			t.Errorf("%s: Prunes is %v", fmt.Sprint(w), got)
		}
	}
}

func TestWhatARenderTells(t *testing.T) {
	for _, c := range []struct {
		render        Render
		known, builds bool
	}{
		{Render{}, true, true},
		{Render{Missing: true}, true, false},
		{Render{Failed: "no such file"}, true, false},
		{Render{Unknown: "remote base"}, false, false},
		{Render{UnknownIDs: []string{"a name"}}, false, true},
	} {
		if c.render.Known() != c.known || c.render.Builds() != c.builds {
			t.Errorf("%+v: known %v, builds %v", c.render, c.render.Known(), c.render.Builds())
		}
	}
}

func TestAnOwnerOfTwoVersionsIsOneOwner(t *testing.T) {
	id := ObjectID{Group: "apps", Kind: "Deployment", Namespace: "demo", Name: "web"}
	a := KustomizationID{"f", "a"}
	d := Desired{Kustomizations: []Kustomization{{ID: a, Root: true, Render: Render{Objects: []Object{
		{ID: id, Version: "v1"}, {ID: id, Version: "v1beta1"},
	}}}}}
	owners := d.Owners()
	if got := owners[id]; len(got) != 1 || got[0] != a {
		t.Errorf("owners %v", got)
	}
	if got, ok := owners[a.Object()]; !ok || len(got) != 0 {
		t.Errorf("the root has owners %v", got)
	}
}
