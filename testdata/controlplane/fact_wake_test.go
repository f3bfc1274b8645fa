package controlplane_test

import (
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

func TestR1_5ARevisionWakesParentsAndChildrenAlike(t *testing.T) {
	measure(t, "R1.5", "a child is at a new revision while its parent's run has not applied anything, and a suspended one was woken too")
	d := start(t, "r1-5", `
	root r path=r
	root s path=a suspend
	commit
	  r: K/a(path=a) ConfigMap/rest
	  a: ConfigMap/other
	commit
	  a: ConfigMap/other=2`)
	passes := func() int {
		d.Helper()
		said, err := cluster.Log("kustomize-controller")
		if err != nil {
			d.Fatal(err)
		}
		n := 0
		for line := range strings.Lines(string(said)) {
			if strings.Contains(line, "suspended") && strings.Contains(line, d.namespace("flux")) {
				n++
			}
		}
		return n
	}
	before := passes()
	r := d.hold(controlplane.DryRun(d.named("ConfigMap/rest")).By("r"))
	d.next()
	d.await(r)
	d.acted("a")
	d.until("the suspended one was woken", func() bool { return passes() > before })
	r.Release()
	d.acted("r")
}

func TestR2_2TheSourceIsReadOnceInARun(t *testing.T) {
	measure(t, "R2.2", "a run that a new revision overtakes ends at the revision it began with; the new one is applied by the run after it")
	d := start(t, "r2-2", `
	root a path=a
	commit
	  a: ConfigMap/rest=1
	commit
	  a: ConfigMap/rest=2
	commit
	  a: ConfigMap/rest=3`)
	run := d.hold(controlplane.DryRun(d.named("ConfigMap/rest")).By("a").Once())
	recorder := d.record()
	d.next()
	d.await(run)
	second := d.revision
	d.next()
	run.Release()
	d.acted("a")
	var applied []string
	for _, e := range d.trace(recorder) {
		if e.Verb == "status" && e.Flux != nil && (len(applied) == 0 || applied[len(applied)-1] != e.Flux.Applied) {
			applied = append(applied, e.Flux.Applied)
		}
	}
	if len(applied) != 3 || applied[1] != second || applied[2] != d.revision {
		t.Errorf("applied one after the other %q", applied)
	}
}
