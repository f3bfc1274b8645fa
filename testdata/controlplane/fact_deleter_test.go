package controlplane_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

func TestR0_1ThreeWaysToDelete(t *testing.T) {
	measure(t, "R0.1", "no run that fails, is suspended, does not prune or finds another's label deletes anything, nor does an orphaning deletion; prune, force and the finalizer do")
	d := start(t, "r0-1", `
	root a path=a
	root n path=n noprune
	root o path=o policy=Orphan
	commit
	  a: ConfigMap/pruned ConfigMap/forced=1+immutable ConfigMap/last ConfigMap/stolen
	  n: ConfigMap/rest ConfigMap/left
	  o: ConfigMap/orphaned
	commit
	  a: ConfigMap/pruned ConfigMap/forced=1+immutable ConfigMap/last
	  n: ConfigMap/rest
	commit
	  a: ConfigMap/forced=2+immutable+force ConfigMap/last`)
	recorder := d.record()
	d.spec("a", map[string]any{"path": "./nowhere"})
	d.failed("a", "kustomization path not found")
	d.spec("a", map[string]any{"path": "./a", "suspend": true})
	d.request("a")
	d.patch(d.named("ConfigMap/stolen"), "test", labelled(map[string]any{prefix + "name": "b"}))
	d.next()
	d.acted("n")
	d.spec("a", map[string]any{"suspend": nil})
	d.acted("a")
	d.remove(d.owner("o"))
	d.gone(d.owner("o"))
	if deleted := d.deleted(recorder); len(deleted) > 0 {
		t.Errorf("deleted: %q", deleted)
	}
	d.next()
	d.acted("a")
	d.remove(d.owner("a"))
	d.gone(d.owner("a"))
	if deleted := d.deleted(recorder); !slices.Equal(deleted, []string{"forced", "forced", "last", "pruned"}) {
		t.Errorf("deleted: %q", deleted)
	}
}

// deleted names, sorted, what kustomize-controller has deleted.
func (d *play) deleted(recorder *controlplane.Recorder) []string {
	d.Helper()
	var names []string
	for _, e := range d.trace(recorder) {
		if e.Verb == "delete" && strings.HasPrefix(e.Actor, "kustomize-controller") {
			names = append(names, strings.Split(e.Object, "_")[1])
		}
	}
	slices.Sort(names)
	return names
}
