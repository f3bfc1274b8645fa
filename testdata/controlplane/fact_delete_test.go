package controlplane_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

func (d *play) background() context.Context { return context.WithoutCancel(d.Context()) }

func TestR7_2WhatADeletionPolicyDeletes(t *testing.T) {
	measure(t, "R7.2", "MirrorPrune and none do what prune says; Delete and WaitForTermination delete with prune: false too; Orphan does not; nor does any while suspended")
	policies := []struct {
		words   string
		deletes bool
	}{
		{"", true}, {"noprune", false},
		{"policy=MirrorPrune", true}, {"policy=MirrorPrune noprune", false},
		{"policy=Delete", true}, {"policy=Delete noprune", true},
		{"policy=WaitForTermination", true}, {"policy=WaitForTermination noprune", true},
		{"policy=Orphan", false}, {"policy=Orphan noprune", false},
		{"policy=Delete suspend", false}, {"suspend", false},
	}
	var world strings.Builder
	for i, p := range policies {
		fmt.Fprintf(&world, "root k%d path=p%d %s\n", i, i, p.words)
	}
	fmt.Fprintln(&world, "commit")
	for i := range policies {
		fmt.Fprintf(&world, "p%d: ConfigMap/x%d\n", i, i)
	}
	d := start(t, "r7-2", world.String())
	for i := range policies {
		d.remove(d.owner(fmt.Sprintf("k%d", i)))
	}
	for i, p := range policies {
		d.gone(d.owner(fmt.Sprintf("k%d", i)))
		if deleted := d.get(d.named(fmt.Sprintf("ConfigMap/x%d", i))) == nil; deleted != p.deletes {
			t.Errorf("%q: deleted %v", p.words, deleted)
		}
	}
}

func TestR7_1TheFinalizerNeedsNoSource(t *testing.T) {
	measure(t, "R7.1", "a Kustomization whose source is gone (R10.7: nothing is lost by that) still deletes its objects when it is deleted")
	d := start(t, "r7-1", single)
	x, before := d.gateway(), d.uid(d.gateway())
	source := controlplane.GitRepository(d.namespace("flux"), d.repository.Name)
	d.remove(source)
	d.gone(source)
	d.request("a")
	d.kept(x, before)
	d.remove(d.owner("a"))
	d.gone(d.owner("a"))
	d.lost(x, before)
}

func TestR7_8EveryPassOfATerminatingKustomizationDeletes(t *testing.T) {
	measure(t, "R7.8", "while a foreign finalizer keeps a, every pass deletes its inventory again: an object made anew with a's label dies")
	d := start(t, "r7-8", single)
	x := d.gateway()
	manifest := d.manifest("Gateway", "edge", "demo", "", "", false)
	manifest["metadata"].(map[string]any)["labels"] = map[string]any{
		prefix + "name": "a", prefix + "namespace": d.namespace("flux")}
	takeOff := d.finalizer(d.owner("a"))
	d.remove(d.owner("a"))
	d.gone(x)
	d.apply(manifest)
	d.wake("a")
	d.gone(x)
	takeOff()
	d.gone(d.owner("a"))
}

func TestR7_9ARunUnderWayEndsBeforeTheDeletion(t *testing.T) {
	measure(t, "R7.9", "a run that is under way when a is deleted takes the label back from b, and the finalizer deletes the object")
	d := start(t, "r7-9", `
	root a path=a
	root b path=a
	commit
	  a: Gateway/edge`)
	x, before := d.gateway(), d.uid(d.gateway())
	d.request("b")
	run := d.hold(controlplane.Read(x).Once())
	d.wake("a")
	d.await(run)
	d.remove(d.owner("a"))
	d.stays("a waits for its run", func() bool { return d.uid(x) == before && d.label(x) == "b" })
	run.Release()
	d.gone(d.owner("a"))
	d.lost(x, before)
}
