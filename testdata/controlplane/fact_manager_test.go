package controlplane_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func TestR5_10FieldsOfKubectlVanish(t *testing.T) {
	measure(t, "R5.10", "an annotation or finalizer by a manager that begins with kubectl is gone after a run; with ssa: Merge, or by another manager, it stays")
	const key = "example.org/mine"
	for name, c := range map[string]struct {
		manager string
		merge   any
		stays   bool
	}{
		"kubectl-annotate": {"kubectl-annotate", nil, false},
		"kubectl-merge":    {"kubectl-patch", "Merge", true},
		"flux-client-side": {"flux-client-side-apply", nil, true},
		"fluxmigrate":      {"fluxmigrate", nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := start(t, "r5-10-"+name, single)
			x := d.gateway()
			if c.merge != nil {
				d.patch(x, "test", annotated(map[string]any{prefix + "ssa": c.merge}))
			}
			d.patch(x, c.manager, map[string]any{"metadata": map[string]any{
				"annotations": map[string]any{key: "yes"}, "finalizers": []any{key}}})
			t.Cleanup(func() {
				cluster.Merge(d.background(), x, "test", map[string]any{"metadata": map[string]any{"finalizers": nil}})
			})
			d.request("a")
			o := d.get(x)
			if annotation, finalizer := o.GetAnnotations()[key] != "", len(o.GetFinalizers()) > 0; annotation != c.stays || finalizer != c.stays {
				t.Errorf("annotation there: %v, finalizer there: %v", annotation, finalizer)
			}
		})
	}
}

func TestR5_11FieldsOfOthersStay(t *testing.T) {
	measure(t, "R5.11", "another manager's field outlives runs of the old owner and the takeover; one that the manifest sets is put back")
	d := start(t, "r5-11", moved)
	x := d.gateway()
	d.patch(x, "fluxmigrate", annotated(map[string]any{"example.org/mine": "yes"}))
	check := func(when string) {
		t.Helper()
		o := d.get(x)
		class, _, _ := unstructured.NestedString(o.Object, "spec", "gatewayClassName")
		if o.GetAnnotations()["example.org/mine"] != "yes" || class != "any" {
			t.Errorf("%s: annotations %v, class %s", when, o.GetAnnotations(), class)
		}
	}
	d.patch(x, "somebody", map[string]any{"spec": map[string]any{"gatewayClassName": "other"}})
	d.request("a")
	check("after a run")
	d.patch(x, "test", annotated(map[string]any{guard: "disabled"})) // whoever is first
	d.next()
	d.acted("a", "b")
	if d.label(x) != "b" {
		t.Errorf("label %q", d.label(x))
	}
	check("after the takeover")
}

// A field that both Git and somebody else have set: who was first decides
// whether Git's dropping it removes it.
func TestR5_11AFieldThatGitHasToo(t *testing.T) {
	measure(t, "R5.11", "a guard set live before Git has it stays when Git drops it; one patched live to the value that Git has set already goes with Git's")
	for _, first := range []string{"live", "git"} {
		t.Run("first "+first, func(t *testing.T) {
			t.Parallel()
			d := start(t, "r5-11-"+first, `
	root a path=a
	commit
	  a: Gateway/edge
	commit
	  a: Gateway/edge+guard
	commit
	  a: Gateway/edge`)
			patch := func() { d.patch(d.gateway(), "fluxmigrate", annotated(map[string]any{guard: "disabled"})) }
			if first == "live" {
				patch()
			}
			d.next()
			d.acted("a")
			d.guarded(true)
			if first == "git" {
				patch()
			}
			d.next()
			d.acted("a")
			d.guarded(first == "live")
		})
	}
}

func TestR5_12WhatAParentPutsBack(t *testing.T) {
	measure(t, "R5.12", "prune patched live is put back by the parent; suspend stays by a manager of its own, and by kubectl is removed")
	for name, c := range map[string]struct {
		manager, field string
		value          any
		stays          bool
	}{
		"prune":          {"fluxmigrate", "prune", false, false},
		"suspend":        {"fluxmigrate", "suspend", true, true},
		"policy":         {"fluxmigrate", "deletionPolicy", "Orphan", true},
		"kubectlsuspend": {"kubectl-patch", "suspend", true, false},
		"kubectlpolicy":  {"kubectl-edit", "deletionPolicy", "Orphan", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := start(t, "r5-12-"+name, `
	root r path=r
	commit
	  r: K/a(path=a)
	  a: Gateway/edge`)
			d.patch(d.owner("a"), c.manager, map[string]any{"spec": map[string]any{c.field: c.value}})
			d.request("r")
			now, _, _ := unstructured.NestedFieldNoCopy(d.get(d.owner("a")).Object, "spec", c.field)
			if (now == c.value) != c.stays {
				t.Errorf("%s is %v", c.field, now)
			}
		})
	}
	t.Run("suspend that Git had too", func(t *testing.T) {
		t.Parallel()
		d := start(t, "r5-12-both", `
	root r path=r
	commit
	  r: K/a(path=a)
	  a: Gateway/edge
	commit
	  r: K/a(path=a,suspend)
	commit
	  r: K/a(path=a)`)
		d.patch(d.owner("a"), "flux", map[string]any{"spec": map[string]any{"suspend": true}})
		d.next()
		d.acted("r")
		d.next()
		d.acted("r")
		if now, _, _ := unstructured.NestedBool(d.get(d.owner("a")).Object, "spec", "suspend"); !now {
			t.Error("a is resumed")
		}
	})
}
