package controlplane_test

import (
	"testing"
)

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
