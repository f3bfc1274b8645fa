package render_test

import (
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/step"
)

// TestEditsWinWhereAParentSetsTheDefaults turns pruning off for one of some 140
// Kustomizations whose parent has a patch that turns it on for all of them.
func TestEditsWinWhereAParentSetsTheDefaults(t *testing.T) {
	r := openCase(t, "defaults-into-parent-patches", "main")
	d, err := r.State("patched")
	if err != nil {
		t.Fatal(err)
	}
	editor, err := r.Editor("start", "patched")
	if err != nil {
		t.Fatal(err)
	}
	c := step.Commit{Revision: "one", OnTo: true}
	for _, k := range d.Kustomizations {
		if len(k.Patched) > 0 && len(c.Edits) < 3 {
			c.Edits = append(c.Edits, step.Step{Target: k.ID.Object(), File: k.File, Field: "spec.prune", Value: "false"})
		}
	}
	if len(c.Edits) != 3 {
		t.Fatalf("only %d Kustomizations have fields of a patch", len(c.Edits))
	}
	staged, err := editor.Stage([]step.Commit{c})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range staged.Commits[0].Edits {
		if p.Trouble != "" || p.File == c.Edits[i].File || !strings.Contains(p.How, "patch") {
			t.Errorf("%s: made in %q (%s), trouble %q", c.Edits[i].Target.Display(), p.File, p.How, p.Trouble)
		}
		k, _ := c.Edits[i].Target.AsKustomization()
		if now, _ := staged.Transition.To.Kustomization(k); now.Spec.Prune {
			t.Errorf("%s prunes as before", k)
		}
	}
}
