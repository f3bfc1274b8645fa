package controlplane_test

import (
	"fmt"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

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

func TestR7_5TheKubeConfigIsGone(t *testing.T) {
	measure(t, "R7.5", "a Kustomization whose kubeConfig is gone hangs in its deletion and loses nothing; suspending it lets it go")
	d := start(t, "r7-5-kubeconfig", single)
	x, before := d.gateway(), d.uid(d.gateway())
	d.spec("a", map[string]any{"kubeConfig": map[string]any{"secretRef": map[string]any{"name": "nobody"}}})
	d.failed("a", "unable to read KubeConfig")
	d.remove(d.owner("a"))
	d.stays("a is stuck and the object there", func() bool { return d.get(d.owner("a")) != nil && d.uid(x) == before })
	d.spec("a", map[string]any{"suspend": true})
	d.gone(d.owner("a"))
	d.kept(x, before)
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

func TestR2_11WhatCouldNotBeDeletedStaysInTheInventory(t *testing.T) {
	measure(t, "R2.11", told("v1.9.0",
		"an object whose deletion is refused stays in the inventory and Ready is False; it is pruned when that is allowed",
		"an object whose deletion is refused is forgotten; Ready is False until the next run, which finds nothing to prune"))
	d, binding := startAs(t, "r2-11", single)
	x, before := d.gateway(), d.uid(d.gateway())
	d.apply(map[string]any{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": map[string]any{"name": "r2-11-all-but-delete"},
		"rules": []any{map[string]any{"apiGroups": []any{"*"}, "resources": []any{"*"}, "verbs": []any{"get", "list", "watch", "create", "update", "patch"}}}})
	d.bind("r2-11-all-but-delete")
	d.remove(binding)
	d.next()
	d.failed("a", "cannot delete resource")
	d.kept(x, before)
	if d.lists("a", x) != since("v1.9.0") {
		t.Errorf("a lists it: %v", d.lists("a", x))
	}
	if !since("v1.9.0") {
		d.acted("a") // without the right to delete
	}
	d.bind("cluster-admin")
	d.request("a")
	d.acted("a")
	if since("v1.9.0") {
		d.lost(x, before)
	} else {
		d.kept(x, before)
	}
}
