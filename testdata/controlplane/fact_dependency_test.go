package controlplane_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
)

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
	d.failed("a", "is not up to date")
	d.request("a")
	if d.status("a", "lastAppliedRevision") != at {
		t.Error("a has not waited")
	}
	d.spec("b", map[string]any{"suspend": nil})
	d.acted("a", "b")
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
