package controlplane_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

const single = `
	root a path=a
	commit
	  a: Gateway/edge ConfigMap/rest
	commit
	  a: ConfigMap/rest`

func TestR1_1WhatStartsARun(t *testing.T) {
	measure(t, "R1.1", "a change of the spec and a new requested-at token start a run; another label or annotation, and taking the token off, start none")
	d := start(t, "r1-1", single)
	d.request("a")
	recorder := d.record()
	runs := func() int {
		n := 0
		for _, e := range d.trace(recorder) {
			if e.Verb == "dry-run" && strings.Contains(e.Object, "_rest_") {
				n++
			}
		}
		return n
	}
	d.patch(d.owner("a"), "test", annotated(map[string]any{"reconcile.fluxcd.io/requestedAt": nil, "example.org/mine": "x"}))
	d.patch(d.owner("a"), "test", labelled(map[string]any{"example.org/mine": "x"}))
	d.stays("no run", func() bool { return runs() == 0 })
	d.spec("a", map[string]any{"timeout": "1m"})
	d.until("one run", func() bool { return runs() == 1 })
	d.acted("a")
	d.request("a")
	if n := runs(); n != 2 {
		t.Errorf("%d runs", n)
	}
}

func TestR1_3ManyTriggersOneMoreRun(t *testing.T) {
	measure(t, "R1.3", "three requests during a run lead to one more run, after it")
	d := start(t, "r1-3", single)
	recorder := d.record()
	release := d.busy("a")
	for range 3 {
		d.wake("a")
	}
	token := d.get(d.owner("a")).GetAnnotations()["reconcile.fluxcd.io/requestedAt"]
	d.stays("no second run begins", func() bool { return d.status("a", "lastHandledReconcileAt") != token })
	release()
	d.until("the last request is handled", func() bool { return d.status("a", "lastHandledReconcileAt") == token })
	d.stays("a rests", func() bool { return d.conditions("a") == "Ready=True Reconciling=<nil>" })
	runs := 0
	for _, e := range d.trace(recorder) {
		if e.Verb == "dry-run" && strings.Contains(e.Object, "_rest_") {
			runs++
		}
	}
	if runs != 2 {
		t.Errorf("%d runs", runs)
	}
}

func TestR1_4OtherContentUnderTheSameRevisionWakesNobody(t *testing.T) {
	measure(t, "R1.4", "an artifact with other content and the same revision starts no run; the next run prunes what it lacks, at the same revision")
	d := start(t, "r1-4", single)
	x := d.gateway()
	source := controlplane.GitRepository(d.namespace("flux"), d.repository.Name)
	digest := func() any {
		value, _, _ := unstructured.NestedString(d.get(source).Object, "status", "artifact", "digest")
		return value
	}
	before, ran := digest(), fmt.Sprint(d.status("a", "history"))
	// Everything is in one file of the path: the README stays.
	d.patch(source, "infrastructure", map[string]any{"spec": map[string]any{"ignore": "*.yaml"}})
	d.until("the artifact is another", func() bool { return digest() != before })
	d.stays("a has not run", func() bool { return fmt.Sprint(d.status("a", "history")) == ran && d.get(x) != nil })
	d.request("a")
	d.gone(x)
	if d.status("a", "lastAppliedRevision") != d.revision {
		t.Errorf("at %v, not %s", d.status("a", "lastAppliedRevision"), d.revision)
	}
}

func TestR1_6ACycleOfDependenciesSilencesTheSource(t *testing.T) {
	measure(t, "R1.6", "two that depend on each other: no Kustomization of their source is woken by a revision, an unrelated one neither")
	d := start(t, "r1-6", `
	root a path=a
	root b path=a
	root c path=a
	commit
	  a: ConfigMap/rest
	switch
	  root a path=a dep=b
	  root b path=a dep=a
	commit
	  a: ConfigMap/rest=2`)
	at := d.revision
	d.next()
	d.next()
	d.stays("c is at the old revision", func() bool { return d.status("c", "lastAppliedRevision") == at })
	d.request("c")
	d.acted("c")
}

func TestR1_8DeletionBeatsSuspend(t *testing.T) {
	measure(t, "R1.8", "a deleted Kustomization goes though it is suspended; a new one that is suspended gets its finalizer; a new one applies after 0.75 s at the soonest")
	d := start(t, "r1-8", single)
	x, before := d.gateway(), d.uid(d.gateway())
	d.spec("a", map[string]any{"suspend": true})
	d.request("a")
	d.remove(d.owner("a"))
	d.gone(d.owner("a"))
	d.kept(x, before)

	d.apply(d.kustomization("s", "path=a,suspend", false))
	d.until("the suspended one has a finalizer", func() bool { return len(d.get(d.owner("s")).GetFinalizers()) == 1 })

	recorder := d.record(x.Resource)
	d.apply(d.kustomization("b", "path=a", false))
	d.acted("b")
	created := d.first(recorder, func(e controlplane.Event) bool { return e.Flux != nil && e.Actor == "test" })
	applied := d.first(recorder, func(e controlplane.Event) bool { return e.Verb == "apply" && e.Owner == d.namespace("flux")+"/b" })
	if pause := applied.Time.Sub(created.Time); pause < 750*time.Millisecond {
		t.Errorf("applied %s after it was made", pause)
	}
}

func TestR2_5ARunThatFailsPrunesNothing(t *testing.T) {
	measure(t, "R2.5", "a run whose path is missing, whose build, dependency or apply fails prunes nothing and leaves the inventory")
	for name, world := range map[string]string{
		"build":      "\n\tcommit\n\t  a: !fail",
		"path":       "\n\tcommit\n\t  a: -",
		"dependency": "\n\tswitch\n\t  root a path=a dep=nobody\n\tcommit\n\t  a: ConfigMap/rest",
		"apply":      "\n\tcommit\n\t  a: ConfigMap/rest ConfigMap/new@nowhere",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := start(t, "r2-5-"+name, `
	root a path=a
	commit
	  a: Gateway/edge ConfigMap/rest`+world)
			x, before := d.gateway(), d.uid(d.gateway())
			for range len(d.steps) - 1 {
				d.next()
			}
			d.failed("a")
			d.request("a")
			d.kept(x, before)
			if !d.lists("a", x) {
				t.Error("a does not list it")
			}
		})
	}
}

// generations are the generation of a Kustomization and the one it has seen.
func (d *play) generations(name string) (now, seen int64) {
	d.Helper()
	seen, _ = d.status(name, "observedGeneration").(int64)
	return d.get(d.owner(name)).GetGeneration(), seen
}

func TestR2_12ObservedGenerationProvesNothingWhileSuspended(t *testing.T) {
	measure(t, "R2.12", "suspended while Ready, it observes each new generation and acts on none; suspended while not Ready, it observes none")
	t.Run("Ready", func(t *testing.T) {
		t.Parallel()
		d := start(t, "r2-12", single+"\n\t  other: ConfigMap/other")
		x, before := d.gateway(), d.uid(d.gateway())
		d.spec("a", map[string]any{"suspend": true, "path": "./other", "prune": false})
		d.until("the generation is observed", func() bool { now, seen := d.generations("a"); return now == seen })
		d.stays("a has done nothing", func() bool { return d.lists("a", x) && d.uid(x) == before })
	})
	t.Run("not Ready", func(t *testing.T) {
		t.Parallel()
		d := start(t, "r2-12-failed", single)
		d.spec("a", map[string]any{"path": "./nowhere"})
		d.failed("a")
		d.spec("a", map[string]any{"suspend": true})
		d.request("a")
		if now, seen := d.generations("a"); seen >= now {
			t.Errorf("generation %d, observed %d", now, seen)
		}
	})
}

func TestR2_13TheTokenIsHandledByEveryPass(t *testing.T) {
	measure(t, "R2.13", "the requested-at token is copied to the status by a pass that is suspended, fails, or waits for a dependency")
	for name, fields := range map[string]map[string]any{
		"suspended":  {"suspend": true},
		"failed":     {"path": "./nowhere"},
		"dependency": {"dependsOn": []any{map[string]any{"name": "nobody"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := start(t, "r2-13-"+name, single)
			d.spec("a", fields)
			d.request("a") // waits for the token
		})
	}
	t.Run("not before the run under way has ended", func(t *testing.T) {
		t.Parallel()
		d := start(t, "r2-13-barrier", single)
		release := d.busy("a")
		d.spec("a", map[string]any{"suspend": true})
		d.wake("a")
		token := d.get(d.owner("a")).GetAnnotations()["reconcile.fluxcd.io/requestedAt"]
		d.stays("the token is not handled", func() bool { return d.status("a", "lastHandledReconcileAt") != token })
		release()
		d.until("the token is handled", func() bool { return d.status("a", "lastHandledReconcileAt") == token })
	})
}

func TestR2_16PruneOffForgets(t *testing.T) {
	measure(t, "R2.16", "prune: false deletes nothing and forgets what left; prune turned on again does not bring it back")
	d := start(t, "r2-16", `
	root a path=a noprune
	commit
	  a: Gateway/edge ConfigMap/rest
	commit
	  a: ConfigMap/rest
	switch
	  root a path=a`)
	x, before := d.gateway(), d.uid(d.gateway())
	d.next()
	d.acted("a")
	d.kept(x, before)
	if d.lists("a", x) {
		t.Error("a still lists it")
	}
	d.next()
	d.acted("a")
	d.request("a")
	d.kept(x, before)
	if d.label(x) != "a" {
		t.Errorf("label %q", d.label(x))
	}
}

func TestR2_17ConditionsWhileARunIsUnderWay(t *testing.T) {
	measure(t, "R2.17", "Ready is Unknown and Reconciling True while a run is under way; after a failure Ready is False and Reconciling True")
	d := start(t, "r2-17", single+"\n\tcommit\n\t  a: !fail")
	release := d.busy("a")
	if got := d.conditions("a"); got != "Ready=Unknown Reconciling=True" {
		t.Errorf("under way: %s", got)
	}
	release()
	d.acted("a")
	d.next()
	d.next()
	d.failed("a")
	if got := d.conditions("a"); got != "Ready=False Reconciling=True" {
		t.Errorf("failed: %s", got)
	}
}

// conditions are Ready and Reconciling of a Kustomization.
func (d *play) conditions(name string) string {
	d.Helper()
	said := map[any]any{}
	list, _ := d.status(name, "conditions").([]any)
	for _, c := range list {
		c := c.(map[string]any)
		said[c["type"]] = c["status"]
	}
	return fmt.Sprintf("Ready=%v Reconciling=%v", said["Ready"], said["Reconciling"])
}

func TestR3_4ADependencyIsAskedForTheRevision(t *testing.T) {
	measure(t, "R3.4", "a suspended dependency that is Ready holds its dependents back at the next revision")
	d := start(t, "r3-4", `
	root a path=a dep=b
	root b path=b
	commit
	  a: ConfigMap/rest
	  b: ConfigMap/other
	switch
	  root b path=b suspend
	commit
	  a: ConfigMap/rest=2`)
	at := d.revision
	d.next()
	d.request("b")
	d.request("a")
	if d.status("a", "lastAppliedRevision") != at || d.conditions("a") != "Ready=True Reconciling=<nil>" {
		t.Errorf("before the revision: %v, %s", d.status("a", "lastAppliedRevision"), d.conditions("a"))
	}
	d.next()
	d.failed("a")
	d.request("a")
	if d.status("a", "lastAppliedRevision") != at {
		t.Error("a has not waited")
	}
	d.spec("b", map[string]any{"suspend": nil})
	d.acted("a", "b")
}

func TestR2_10AFailedApplyLeavesWhatItHasAppliedUntracked(t *testing.T) {
	measure(t, "R2.10", "(R5.4) where an object of the last stage is refused, a Namespace of the first is there with the label and not in the inventory, and no other of the last stage is there; the Namespace stays when Git drops it")
	d := start(t, "r2-10", `
	root a path=a
	commit
	  a: ConfigMap/rest
	commit
	  a: ConfigMap/rest Namespace/extra ConfigMap/good ConfigMap/new@nowhere
	commit
	  a: ConfigMap/rest`)
	extra := d.named("Namespace/extra")
	d.next()
	d.failed("a")
	if d.label(extra) != "a" || d.lists("a", extra) || d.get(d.named("ConfigMap/good")) != nil {
		t.Errorf("label %q, listed: %v, good there: %v", d.label(extra), d.lists("a", extra), d.get(d.named("ConfigMap/good")) != nil)
	}
	d.next()
	d.acted("a")
	d.stays("the Namespace", func() bool { o := d.get(extra); return o != nil && o.GetDeletionTimestamp() == nil })
}

func TestR2_18AParentsWaitAsksForNoRevision(t *testing.T) {
	measure(t, "R2.18", "a parent with wait: true is Ready at a revision that its suspended child has not seen")
	d := start(t, "r2-18", `
	root r path=r wait
	commit
	  r: K/a(path=a,suspend)
	  a: ConfigMap/rest
	commit
	  a: ConfigMap/rest=2`)
	d.next()
	d.acted("r")
	if d.status("a", "lastAppliedRevision") == d.revision {
		t.Error("the child is at the new revision")
	}
}

func TestR3_2AnExpressionReplacesTheTests(t *testing.T) {
	measure(t, "R3.2", "with a readyExpr, a dependency that is at an older revision holds nobody back")
	d := start(t, "r3-2", `
	root a path=a
	root b path=b
	commit
	  a: ConfigMap/rest
	  b: ConfigMap/other
	commit
	  a: ConfigMap/rest=2`)
	d.spec("b", map[string]any{"suspend": true})
	d.spec("a", map[string]any{"dependsOn": []any{map[string]any{"name": "b", "readyExpr": "true"}}})
	d.next()
	d.acted("a")
}

func TestR3_5DependsOnOrdersNoDeletion(t *testing.T) {
	measure(t, "R3.5", "a Kustomization that another depends on is deleted at once; the other keeps its objects and waits, Ready False and not Reconciling (R2.17)")
	d := start(t, "r3-5", `
	root a path=a
	root b path=b dep=a
	commit
	  a: ConfigMap/rest
	  b: Gateway/edge`)
	x, before := d.gateway(), d.uid(d.gateway())
	d.remove(d.owner("a"))
	d.gone(d.owner("a"))
	d.request("b")
	d.kept(x, before)
	if d.conditions("b") != "Ready=False Reconciling=<nil>" {
		t.Errorf("b %s", d.conditions("b"))
	}
}

func TestH16WithTwoSourcesNothingTiesTheRevisions(t *testing.T) {
	measure(t, "H16", "(R3.4) a depends on b, whose source is another: a goes on to the new revision and prunes while b, Ready, has not seen it")
	d := start(t, "h16", `
	root a path=a dep=b
	root b path=b
	commit
	  a: Gateway/edge ConfigMap/rest
	  b: ConfigMap/other
	commit
	  a: ConfigMap/rest
	  b: ConfigMap/other Gateway/edge`)
	source := d.get(controlplane.GitRepository(d.namespace("flux"), d.repository.Name))
	d.apply(map[string]any{"apiVersion": source.GetAPIVersion(), "kind": source.GetKind(), "spec": source.Object["spec"],
		"metadata": map[string]any{"name": "other", "namespace": d.namespace("flux")}})
	d.spec("b", map[string]any{"sourceRef": map[string]any{"kind": "GitRepository", "name": "other"}})
	d.acted("b")
	x, before, at := d.gateway(), d.uid(d.gateway()), d.revision
	d.publish(d.steps[1], false) // and not next, which would give b its old source
	d.gone(x)
	d.acted("a")
	if d.status("b", "lastAppliedRevision") != at {
		t.Error("b has seen the revision")
	}
	d.lost(x, before)
}
