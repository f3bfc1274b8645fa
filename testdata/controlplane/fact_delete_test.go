package controlplane_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/runtime/schema"
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

func TestR7_3SuspendingReleasesAStuckDeletion(t *testing.T) {
	measure(t, "R7.3", "what is stored counts, even after the deletion: suspending a Kustomization whose finalizer fails lets it go")
	d, binding := startAs(t, "r7-3", single)
	d.remove(binding)
	d.remove(d.owner("a"))
	d.stays("a is stuck", func() bool { return d.get(d.owner("a")) != nil })
	d.spec("a", map[string]any{"suspend": true})
	d.gone(d.owner("a"))
}

// startAs brings up a world whose a acts as a service account of its own, with
// all rights by a binding.
func startAs(t *testing.T, name, world string) (*play, controlplane.ID) {
	t.Helper()
	d := start(t, name, world)
	d.apply(map[string]any{"apiVersion": "v1", "kind": "ServiceAccount",
		"metadata": map[string]any{"name": "robot", "namespace": d.namespace("flux")}})
	binding := d.bind("cluster-admin")
	d.spec("a", map[string]any{"serviceAccountName": "robot"})
	d.acted("a")
	return d, binding
}

// bind gives the account a role.
func (d *play) bind(role string) controlplane.ID {
	d.Helper()
	name := d.name + "-" + role
	d.apply(map[string]any{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding",
		"metadata": map[string]any{"name": name},
		"roleRef":  map[string]any{"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": role},
		"subjects": []any{map[string]any{"kind": "ServiceAccount", "name": "robot", "namespace": d.namespace("flux")}}})
	resource := schema.GroupVersionResource{Group: "rbac.authorization.k8s.io", Version: "v1", Resource: "clusterrolebindings"}
	return controlplane.ID{Resource: resource, Name: name}
}

func TestR7_5TheServiceAccountIsGone(t *testing.T) {
	measure(t, "R7.5", "a Kustomization whose service account is gone deletes nothing when it is deleted, and goes; with the account it deletes")
	for _, there := range []bool{true, false} {
		t.Run(fmt.Sprintf("account there %v", there), func(t *testing.T) {
			t.Parallel()
			d, _ := startAs(t, fmt.Sprintf("r7-5-%v", there), single)
			x, before := d.gateway(), d.uid(d.gateway())
			if !there {
				account := d.named("ServiceAccount/robot")
				account.Namespace = d.namespace("flux")
				d.remove(account)
				d.gone(account)
				d.stays("the object", func() bool { return d.uid(x) == before }) // the controller's cache learns of it
			}
			d.remove(d.owner("a"))
			d.gone(d.owner("a"))
			if there {
				d.lost(x, before)
			} else {
				d.kept(x, before)
			}
		})
	}
}

func TestR10_8TheRightsAreGone(t *testing.T) {
	measure(t, "R10.8", "(U5) without the rights of its account, a's deletion hangs and nothing is lost; with them again it goes on")
	d, binding := startAs(t, "r10-8", single)
	x, before := d.gateway(), d.uid(d.gateway())
	d.remove(binding)
	d.remove(d.owner("a"))
	d.stays("a is stuck and the object there", func() bool { return d.get(d.owner("a")) != nil && d.uid(x) == before })
	d.bind("cluster-admin")
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

func TestR10_3ANamespaceTakesItsKustomizationsAlong(t *testing.T) {
	measure(t, "R10.3", "(U4) deleting the namespace of a Kustomization runs its finalizer, which deletes in other namespaces; content of a deleted namespace goes, guarded or not (R10.1)")
	t.Run("of the Kustomization", func(t *testing.T) {
		t.Parallel()
		d := start(t, "r10-3", single)
		d.remove(d.named("Namespace/flux"))
		d.gone(d.gateway())
	})
	t.Run("of a guarded object", func(t *testing.T) {
		t.Parallel()
		d := start(t, "r10-1", `
	root a path=a
	commit
	  a: Gateway/edge+guard`)
		d.spec("a", map[string]any{"suspend": true})
		d.remove(d.named("Namespace/demo"))
		d.gone(d.gateway())
	})
}

func TestR10_5DependentsGoWithTheirOwner(t *testing.T) {
	measure(t, "R10.5", "(U4) Flux sets no ownerReferences; an object whose ownerReference names a pruned object goes with it")
	d := start(t, "r10-5", single)
	x := d.get(d.gateway())
	if len(x.GetOwnerReferences()) > 0 {
		t.Errorf("ownerReferences %v", x.GetOwnerReferences())
	}
	dependent := d.manifest("ConfigMap", "dependent", "demo", "", "", false)
	dependent["metadata"].(map[string]any)["ownerReferences"] = []any{map[string]any{"apiVersion": x.GetAPIVersion(),
		"kind": x.GetKind(), "name": x.GetName(), "uid": string(x.GetUID())}}
	d.apply(dependent)
	d.next()
	d.acted("a")
	d.gone(d.named("ConfigMap/dependent"))
}

func TestR2_11WhatCouldNotBeDeletedStaysInTheInventory(t *testing.T) {
	measure(t, "R2.11", "an object whose deletion is refused stays in the inventory and Ready is False; it is pruned when that is allowed")
	d, binding := startAs(t, "r2-11", single)
	x, before := d.gateway(), d.uid(d.gateway())
	d.apply(map[string]any{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": map[string]any{"name": "r2-11-all-but-delete"},
		"rules": []any{map[string]any{"apiGroups": []any{"*"}, "resources": []any{"*"}, "verbs": []any{"get", "list", "watch", "create", "update", "patch"}}}})
	d.bind("r2-11-all-but-delete")
	d.remove(binding)
	d.next()
	d.failed("a")
	d.kept(x, before)
	if !d.lists("a", x) {
		t.Error("a does not list it")
	}
	d.bind("cluster-admin")
	d.acted("a")
	d.lost(x, before)
}

func TestR10_2ADeletedParentTakesItsChildrenAlong(t *testing.T) {
	measure(t, "R10.2", "(H15) deleting a parent deletes its child, and what the child owns; a guarded child lives on")
	d := start(t, "r10-2", `
	root r path=r
	commit
	  r: K/a(path=a) K/b(path=b)
	  a: Gateway/edge
	  b: ConfigMap/other`)
	child := d.uid(d.owner("b"))
	d.patch(d.owner("b"), "test", annotated(map[string]any{guard: "disabled"}))
	d.remove(d.owner("r"))
	d.gone(d.owner("r"))
	d.gone(d.owner("a"))
	d.gone(d.gateway())
	d.kept(d.owner("b"), child)
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
