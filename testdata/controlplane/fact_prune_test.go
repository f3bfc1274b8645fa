package controlplane_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

const prefix = "kustomize.toolkit.fluxcd.io/"

func labelled(labels map[string]any) map[string]any {
	return map[string]any{"metadata": map[string]any{"labels": labels}}
}

func annotated(annotations map[string]any) map[string]any {
	return map[string]any{"metadata": map[string]any{"annotations": annotations}}
}

// several has objects that all leave at once, each after something else was
// done to it.
const several = `
	root a path=a
	commit
	  a: ConfigMap/plain ConfigMap/name ConfigMap/namespace ConfigMap/guarded ConfigMap/rest
	commit
	  a: ConfigMap/rest`

// touch makes the objects of several what they are called.
func (d *play) touch() (uids map[string]string) {
	d.Helper()
	d.patch(d.named("ConfigMap/name"), "test", labelled(map[string]any{prefix + "name": "b"}))
	d.patch(d.named("ConfigMap/namespace"), "test", labelled(map[string]any{prefix + "namespace": "elsewhere"}))
	d.patch(d.named("ConfigMap/guarded"), "test", annotated(map[string]any{guard: "disabled"}))
	uids = make(map[string]string)
	for _, name := range []string{"plain", "name", "namespace", "guarded"} {
		uids[name] = d.uid(d.named("ConfigMap/" + name))
	}
	return uids
}

func (d *play) onlyPlainLost(uids map[string]string) {
	d.Helper()
	d.lost(d.named("ConfigMap/plain"), uids["plain"])
	for _, name := range []string{"name", "namespace", "guarded"} {
		d.kept(d.named("ConfigMap/"+name), uids[name])
	}
}

func TestR0_2PruneAsksForLabelAndGuard(t *testing.T) {
	measure(t, "R0.2", "prune deletes what left the render, but for what one of the two labels says is another's (R6.3) and what is guarded; it forgets both (R6.8)")
	d := start(t, "r0-2", several)
	uids := d.touch()
	d.next()
	d.acted("a")
	d.onlyPlainLost(uids)
	for name := range uids {
		if d.lists("a", d.named("ConfigMap/"+name)) {
			t.Errorf("a still lists %s", name)
		}
	}
}

func TestR0_3TheFinalizerAsksTheSame(t *testing.T) {
	measure(t, "R0.3", "the finalizer deletes the whole inventory, but for the same exceptions as prune")
	d := start(t, "r0-3", several)
	uids := d.touch()
	d.remove(d.owner("a"))
	d.gone(d.owner("a"))
	d.onlyPlainLost(uids)
}

func TestR6_2PruneComesBeforeHealthChecks(t *testing.T) {
	measure(t, "R6.2", "a parent with wait: true has deleted the old child, and that child its objects, while the new child is not Ready")
	d := start(t, "r6-2", `
	root r path=r wait
	commit
	  r: K/a(path=a)
	  a: Gateway/edge
	commit
	  r: K/b(path=nowhere)`)
	d.next()
	d.gone(d.owner("a"))
	if d.get(d.gateway()) != nil || d.conditions("b") == "Ready=True Reconciling=<nil>" || d.conditions("r") == "Ready=True Reconciling=<nil>" {
		t.Errorf("object %v, b %s, r %s", d.get(d.gateway()) != nil, d.conditions("b"), d.conditions("r"))
	}
	if d.status("r", "lastAppliedRevision") == d.revision {
		t.Error("r says that it has applied the revision")
	}
}

func TestR6_4WhatExcludesALiveObject(t *testing.T) {
	measure(t, "R6.4", told("v1.8.5",
		"prune: disabled, reconcile: disabled and ssa: Ignore exclude a live object, as label or annotation, in any case of the value; ssa: Merge and IfNotPresent do not, nor another key",
		"prune: disabled and reconcile: disabled exclude a live object, as label or annotation, in any case of the value; ssa: Ignore, Merge and IfNotPresent do not, nor another key"))
	marks := []struct {
		patch    map[string]any
		excludes bool
	}{
		{annotated(map[string]any{prefix + "prune": "disabled"}), true},
		{labelled(map[string]any{prefix + "prune": "Disabled"}), true},
		{annotated(map[string]any{prefix + "reconcile": "disabled"}), true},
		{labelled(map[string]any{prefix + "reconcile": "disabled"}), true},
		{annotated(map[string]any{prefix + "ssa": "ignore"}), since("v1.8.5")},
		{annotated(map[string]any{prefix + "ssa": "Merge"}), false},
		{annotated(map[string]any{prefix + "ssa": "IfNotPresent"}), false},
		{annotated(map[string]any{prefix + "prune": "enabled"}), false},
		{annotated(map[string]any{prefix + "Prune": "disabled"}), false},
	}
	var words []string
	for i := range marks {
		words = append(words, fmt.Sprintf("ConfigMap/x%d", i))
	}
	d := start(t, "r6-4", fmt.Sprintf(`
	root a path=a
	commit
	  a: %s ConfigMap/rest
	commit
	  a: ConfigMap/rest`, strings.Join(words, " ")))
	before := make([]string, len(marks))
	for i, mark := range marks {
		before[i] = d.uid(d.named(words[i]))
		d.patch(d.named(words[i]), "test", mark.patch)
	}
	d.next()
	d.acted("a")
	for i, mark := range marks {
		if kept := d.uid(d.named(words[i])) == before[i]; kept != mark.excludes {
			t.Errorf("%v: kept %v", mark.patch, kept)
		}
	}
}

func TestR6_5TheOrderOfDeletions(t *testing.T) {
	measure(t, "R6.5", "deletions go in the reverse order of the apply: custom resources, then ConfigMaps, Roles, and Namespaces last")
	d := start(t, "r6-5", `
	root a path=a
	commit
	  a: Namespace/extra Role/x Gateway/edge ConfigMap/x`)
	recorder := d.record()
	d.remove(d.owner("a"))
	d.gone(d.owner("a"))
	var order []string
	for _, e := range d.trace(recorder) {
		if e.Verb == "delete" && e.Actor == "kustomize-controller" {
			order = append(order, e.Object[strings.LastIndex(e.Object, "_")+1:])
		}
	}
	if want := []string{"Gateway", "ConfigMap", "Role", "Namespace"}; !slices.Equal(order, want) {
		t.Errorf("%q, want %q", order, want)
	}
}

func TestR1_9SuspendingDoesNotStopARunUnderWay(t *testing.T) {
	measure(t, "R1.9", "a run that has begun prunes, though the Kustomization is suspended meanwhile")
	d := start(t, "r1-9", single)
	run := d.hold(controlplane.DryRun(d.named("ConfigMap/rest")).By("a"))
	d.next()
	d.await(run)
	d.spec("a", map[string]any{"suspend": true})
	run.Release()
	d.gone(d.gateway())
}
