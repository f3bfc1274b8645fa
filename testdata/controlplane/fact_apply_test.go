package controlplane_test

import (
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

func TestR5_3TheLabelFlips(t *testing.T) {
	measure(t, "R5.3", "two that render one object take its label in turn; both list it, both are Ready, the object stays the same one")
	d := start(t, "r5-3", `
	root a path=a
	root b path=a
	commit
	  a: Gateway/edge`)
	x, before := d.gateway(), d.uid(d.gateway())
	for _, name := range []string{"a", "b", "a"} {
		d.request(name)
		if d.label(x) != name {
			t.Errorf("after a run of %s the label says %q", name, d.label(x))
		}
	}
	d.kept(x, before)
	for _, name := range []string{"a", "b"} {
		if !d.lists(name, x) || d.conditions(name) != "Ready=True Reconciling=<nil>" {
			t.Errorf("%s lists it: %v; %s", name, d.lists(name, x), d.conditions(name))
		}
	}
}

func TestR5_7AnOwnerThatSkipsNeverTakesTheLabel(t *testing.T) {
	lists := told("v1.8.5", "lists the object", "does not list the object")
	measure(t, "R5.7", "(R5.6, H12) a new owner whose manifest says reconcile: disabled, ssa: Ignore or IfNotPresent is Ready, "+
		lists+", leaves the label, and the old one prunes; only IfNotPresent makes it anew")
	for _, trait := range []string{"disabled", "ignore", "ifnotpresent"} {
		t.Run(trait, func(t *testing.T) {
			t.Parallel()
			d := start(t, "r5-7-"+trait, moved+"+"+trait)
			x, before := d.gateway(), d.uid(d.gateway())
			deletion := d.hold(controlplane.Delete(x))
			d.next()
			d.await(deletion)
			d.acted("b")
			if d.label(x) != "a" || d.lists("b", x) != since("v1.8.5") {
				t.Errorf("label %q, b lists it: %v", d.label(x), d.lists("b", x))
			}
			deletion.Release()
			d.acted("a")
			d.request("b")
			d.lost(x, before)
			if anew := d.get(x) != nil; anew != (trait == "ifnotpresent") {
				t.Errorf("made anew: %v", anew)
			}
		})
	}
}

// R5.8: labels that the new owner is told to ignore.
func TestR5_8AnOwnerThatIgnoresLabelsNeverTakesThem(t *testing.T) {
	measure(t, "R5.8", "a new owner whose spec.ignore covers the labels is Ready and leaves the label; the old one prunes")
	if !since("v1.9.0") {
		t.Skip("spec.ignore came with v1.9.0: the CRD does not have it")
	}
	d := start(t, "r5-8", `
	root a path=a
	root b path=b
	commit
	  a: Gateway/edge ConfigMap/rest
	  b: ConfigMap/other
	commit
	  a: ConfigMap/rest
	  b: ConfigMap/other Gateway/edge=2`)
	x := d.gateway()
	d.spec("b", map[string]any{"ignore": []any{map[string]any{"paths": []any{"/metadata/labels"}}}})
	d.request("b")
	deletion := d.hold(controlplane.Delete(x))
	d.next()
	d.await(deletion)
	d.acted("b")
	if d.label(x) != "a" {
		t.Errorf("label %q", d.label(x))
	}
	deletion.Release()
	d.gone(x)
}

func TestR5_9ForceDeletesOnAnyRefusal(t *testing.T) {
	measure(t, "R5.9", "(R0.4, H13) with force, a manifest that is merely invalid has the object deleted and left deleted, in spite of prune: false, a guard and another's label")
	d := start(t, "r5-9", `
	root a path=a noprune policy=Orphan
	root b path=b noprune policy=Orphan force
	commit
	  a: Gateway/edge
	  b: ConfigMap/other
	commit
	  b: ConfigMap/other Gateway/edge=`+strings.Repeat("x", 300))
	x := d.gateway()
	d.patch(x, "test", annotated(map[string]any{guard: "disabled"}))
	d.spec("a", map[string]any{"suspend": true}) // so that a does not make it anew
	d.next()
	d.gone(x)
	d.failed("b", "is invalid")
	d.stays("the object is gone", func() bool { return d.get(x) == nil })
}

func TestR5_9WithoutForceTheObjectStays(t *testing.T) {
	measure(t, "R5.9", "without force the same manifest fails and the object stays")
	d := start(t, "r5-9-plain", `
	root a path=a
	commit
	  a: Gateway/edge
	commit
	  a: Gateway/edge=`+strings.Repeat("x", 300))
	x, before := d.gateway(), d.uid(d.gateway())
	d.next()
	d.failed("a", "is invalid")
	d.kept(x, before)
}

func TestR5_2OwnerLabelsHaveToBeValid(t *testing.T) {
	measure(t, "R5.2", "a Kustomization with a name longer than a label value fails its apply")
	d := start(t, "r5-2", single)
	name := strings.Repeat("n", 70)
	d.apply(d.kustomization(name, "path=a", false))
	d.until("it has failed", func() bool {
		return d.get(d.owner(name)) != nil && strings.HasPrefix(d.conditions(name), "Ready=False")
	})
	if d.label(d.gateway()) != "a" {
		t.Errorf("label %q", d.label(d.gateway()))
	}
}

func TestR5_14AFieldThatTheAPIDoesNotKnow(t *testing.T) {
	measure(t, "R5.14", "one child with a field that the CRD does not know fails the parent's whole stage: its other new child is not made")
	d := start(t, "r5-14", `
	root r path=r
	commit
	  r: K/a(path=a)
	  a: ConfigMap/rest
	commit
	  r: K/a(path=a,strange) K/c(path=a)`)
	d.next()
	d.failed("r", "field not declared")
	if d.get(d.owner("c")) != nil {
		t.Error("the other child was made")
	}
}

func TestR5_16AnImmutableFieldThatDiffers(t *testing.T) {
	measure(t, "R5.16", "(H12) a new owner with another value of an immutable field fails, the object keeps the old label, and the old owner prunes it")
	d := start(t, "r5-16", `
	root a path=a
	root b path=b
	commit
	  a: ConfigMap/x=1+immutable ConfigMap/rest
	  b: ConfigMap/other
	commit
	  a: ConfigMap/rest
	  b: ConfigMap/other ConfigMap/x=2+immutable`)
	x := d.named("ConfigMap/x")
	before, deletion := d.uid(x), d.hold(controlplane.Delete(x))
	d.next()
	d.await(deletion)
	d.failed("b", "is immutable")
	if d.label(x) != "a" {
		t.Errorf("label %q", d.label(x))
	}
	deletion.Release()
	d.acted("a", "b")
	d.lost(x, before)
}
