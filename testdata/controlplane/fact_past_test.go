package controlplane_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

// TestR2_3ARestartMayGoBackToAnOldArtifact (U2): a controller that starts and is
// told an old state of the sources. r is held back, because it would apply the
// old spec of a, too.
//
// Not beside other tests: all of them have one controller.
func TestR2_3ARestartMayGoBackToAnOldArtifact(t *testing.T) {
	d := start(t, "r2-3", `
	root r path=r
	commit
	  r: K/a(path=old)
	  old: Gateway/edge
	  new: ConfigMap/rest
	commit
	  r: K/a(path=new)
	  new: ConfigMap/rest Gateway/edge`)
	x, before, old := d.gateway(), d.uid(d.gateway()), d.revision
	past, err := cluster.KeepSources(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(past.End)
	d.next()
	d.acted("r", "a")
	d.kept(x, before)
	r := d.hold(controlplane.Read(d.owner("a")).Once())
	if err := cluster.RestartController(); err != nil {
		t.Fatal(err)
	}
	d.gone(x)
	r.Release()
	d.actedAt(old, "r", "a")
	d.synced() // else the run that comes next might leave the old revision in the status (R2.19)
	past.End()
	d.acted("r", "a")
	d.lost(x, before)
	// Such an answer is not an old one, if the API server keeps its promise; that
	// to a LIST of resourceVersion 0 may be.
	want := "WATCH resourceVersion= resourceVersionMatch=NotOlderThan"
	if !since("v1.9.0") {
		want = "LIST resourceVersion=0"
	}
	if asked := past.Asked(); len(asked) != 1 || asked[0] != want {
		t.Errorf("asked for the sources by %q, not by %s", asked, want)
	}
	report(t, "R2.3", "(U2) a controller that starts and is told an old state of the sources runs the new spec with the artifact from before, though both were applied already: the object is lost")
}
