package controlplane_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

func TestR8_1NamesWithTwoUnderscores(t *testing.T) {
	measure(t, "R8.1", "a Role named with two underscores is not pruned and is forgotten; one with a colon is pruned")
	d := start(t, "r8-1", `
	root a path=a
	commit
	  a: Role/one__two Role/one:three ConfigMap/rest
	commit
	  a: ConfigMap/rest`)
	before := d.uid(d.named("Role/one__two"))
	entries := fmt.Sprint(d.status("a", "inventory"))
	for _, id := range []string{d.namespace("demo") + "_one__two_rbac.authorization.k8s.io_Role", d.namespace("demo") + "_one__three_rbac.authorization.k8s.io_Role",
		d.namespace("demo") + "_rest__ConfigMap"} {
		if !strings.Contains(entries, id) {
			t.Errorf("the inventory has no %s: %s", id, entries)
		}
	}
	d.next()
	d.acted("a")
	d.gone(d.named("Role/one:three"))
	d.kept(d.named("Role/one__two"), before)
	if entries := fmt.Sprint(d.status("a", "inventory")); strings.Contains(entries, "_Role") {
		t.Errorf("still in the inventory: %s", entries)
	}
}

// The mark is in the manifest and does not get to the live object: that one is
// not excluded from prune.
func TestR8_2WhatItsOwnerComesToSkip(t *testing.T) {
	measure(t, "R8.2", told("v1.8.5",
		"an object that its owner comes to skip stays in the inventory, and is pruned when it leaves the render",
		"an object that its owner comes to skip leaves the inventory, and stays when it leaves the render"))
	for _, trait := range []string{"disabled", "ignore", "ifnotpresent"} {
		t.Run(trait, func(t *testing.T) {
			t.Parallel()
			d := start(t, "r8-2-"+trait, `
	root a path=a
	commit
	  a: Gateway/edge ConfigMap/rest
	commit
	  a: Gateway/edge+`+trait+` ConfigMap/rest
	commit
	  a: ConfigMap/rest`)
			x, before := d.gateway(), d.uid(d.gateway())
			d.next()
			d.acted("a")
			if d.lists("a", x) != since("v1.8.5") {
				t.Errorf("a lists it: %v", d.lists("a", x))
			}
			d.next()
			d.acted("a")
			if since("v1.8.5") {
				d.lost(x, before)
			} else {
				d.kept(x, before)
			}
		})
	}
}

// The object is never written but by the run that makes it, and no commit comes.
func TestR8_2AClusterObjectThatIsSkipped(t *testing.T) {
	measure(t, "R8.2", told("v1.8.5",
		"an object of the whole cluster whose manifest has a namespace and says IfNotPresent is kept by its owner's next run",
		"an object of the whole cluster whose manifest has a namespace and says IfNotPresent is deleted by its owner's next run"))
	d := start(t, "r8-2-cluster", `
	root a path=a
	commit
	  a: ConfigMap/rest
	commit
	  a: ConfigMap/rest Widget/one+ifnotpresent`)
	definition := d.definition("Widget")
	definition["spec"].(map[string]any)["scope"] = "Cluster"
	d.apply(definition)
	x := controlplane.ID{Resource: schema.GroupVersionResource{Group: d.name + ".example.org", Version: "v1", Resource: "widgets"}, Name: "one"}
	d.next()
	d.acted("a")
	before := d.uid(x)
	d.request("a")
	if since("v1.8.5") {
		d.kept(x, before)
	} else {
		d.lost(x, before)
	}
}

func TestR8_4ARootThatDropsItself(t *testing.T) {
	measure(t, "R8.4", "a Kustomization that renders itself and drops its own manifest prunes itself, and its finalizer takes the rest")
	d := start(t, "r8-4", `
	root r path=r
	commit
	  r: K/r(path=r) Gateway/edge
	commit
	  r: Gateway/edge`)
	if d.label(d.owner("r")) != "r" || !d.lists("r", d.owner("r")) {
		t.Errorf("label %q, lists itself: %v", d.label(d.owner("r")), d.lists("r", d.owner("r")))
	}
	d.publish(d.steps[1], false)
	d.gone(d.owner("r"))
	d.gone(d.gateway())
}

func TestR8_6AUsedNameBeginsWithNoInventory(t *testing.T) {
	measure(t, "R8.6", "a new Kustomization with the name of an old one does not prune what carries that label from before")
	d := start(t, "r8-6", `
	root a path=a policy=Orphan
	commit
	  a: Gateway/edge
	  other: ConfigMap/other
	switch
	  -root a
	switch
	  root a path=other`)
	x, before := d.gateway(), d.uid(d.gateway())
	d.next()
	d.gone(d.owner("a"))
	d.next()
	d.acted("a")
	d.request("a")
	d.kept(x, before)
	if d.label(x) != "a" {
		t.Errorf("label %q", d.label(x))
	}
}

func TestH17ADeadLabel(t *testing.T) {
	measure(t, "H17", "an object that was forgotten keeps the label of a Kustomization that is gone")
	d := start(t, "h17", `
	root a path=a noprune
	commit
	  a: Gateway/edge`)
	x, before := d.gateway(), d.uid(d.gateway())
	d.remove(d.owner("a"))
	d.gone(d.owner("a"))
	d.kept(x, before)
	if d.label(x) != "a" {
		t.Errorf("label %q", d.label(x))
	}
}
