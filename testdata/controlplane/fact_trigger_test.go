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
