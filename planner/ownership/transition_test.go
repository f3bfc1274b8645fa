package ownership

import (
	"fmt"
	"testing"
)

func TestViewsComeInAnOrderTheyCanFollow(t *testing.T) {
	a := KustomizationID{"f", "a"}
	at := func(commit, swtch int) *Desired {
		return &Desired{At: Position{commit, swtch}, Kustomizations: []Kustomization{{ID: a}}}
	}
	tr := Transition{
		From: at(0, 0), To: at(2, 1), Between: []*Desired{at(2, 0), at(1, 0), at(0, 1)},
		Mixed: []View{{Kustomization: a, SpecAt: Position{0, 0}, ArtifactAt: 2}, {Kustomization: a, SpecAt: Position{0, 0}, ArtifactAt: 1}},
	}
	views := tr.Views()[a]
	if len(views) != 7 {
		t.Fatalf("%d views", len(views))
	}
	for i, later := range views {
		for _, earlier := range views[:i] {
			if later.NotAfter(earlier) && fmt.Sprint(later) != fmt.Sprint(earlier) {
				t.Errorf("%+v comes after %+v", later, earlier)
			}
		}
	}
	if !views[1].NotAfter(views[len(views)-1]) || views[len(views)-1].NotAfter(views[0]) {
		t.Error("the last view may come before the first")
	}
}

func TestAViewIsMixedIfSpecAndArtifactAreOfTwoCommits(t *testing.T) {
	if (View{SpecAt: Position{1, 0}, ArtifactAt: 1}).Mixed() || !(View{SpecAt: Position{0, 1}, ArtifactAt: 1}).Mixed() {
		t.Error("Mixed looks at something else")
	}
}
