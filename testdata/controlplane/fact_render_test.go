package controlplane_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func TestR4_4NothingToRenderIsASuccess(t *testing.T) {
	measure(t, "R4.4", "a folder with a README alone, resources: [], comments alone, and local objects alone are a success that prunes all; a nested empty kustomization file is an error that prunes nothing (R4.5)")
	for name, c := range map[string]struct {
		path  string
		fails bool
	}{
		"readme": {"", false}, "empty": {" !empty", false}, "comments": {" !comments", false}, "local": {" !local", false},
		"nested": {" !nested", true}, "missing": {" !fail", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := start(t, "r4-4-"+name, `
	root a path=a
	commit
	  a: Gateway/edge
	commit
	  a:`+c.path)
			x, before := d.gateway(), d.uid(d.gateway())
			d.next()
			if c.fails {
				d.failed("a", "kustomize build failed")
				d.kept(x, before)
				return
			}
			d.acted("a")
			d.lost(x, before)
			if d.lists("a", x) {
				t.Error("a still lists it")
			}
		})
	}
}

func TestR4_6TargetNamespaceRenamesNamespaces(t *testing.T) {
	measure(t, "R4.6", "targetNamespace moves objects and renames a Namespace: the old ones are deleted")
	d := start(t, "r4-6", `
	root a path=a
	commit
	  a: Namespace/extra ConfigMap/rest
	switch
	  root a path=a target=apps`)
	d.next()
	d.acted("a")
	d.gone(d.named("Namespace/extra"))
	if d.label(d.named("Namespace/apps")) != "a" || d.get(d.named("ConfigMap/rest")) != nil {
		t.Errorf("Namespace label %q, old ConfigMap there: %v", d.label(d.named("Namespace/apps")), d.get(d.named("ConfigMap/rest")) != nil)
	}
	moved := controlplane.ID{Resource: d.named("ConfigMap/rest").Resource, Namespace: d.namespace("apps"), Name: "rest"}
	if d.label(moved) != "a" {
		t.Errorf("ConfigMap label %q", d.label(moved))
	}
}

func TestR4_7APrefixMakesOtherObjects(t *testing.T) {
	measure(t, "R4.7", "(H14) a namePrefix makes other objects and deletes the old ones in one run")
	d := start(t, "r4-7", single)
	d.spec("a", map[string]any{"namePrefix": "new-"})
	d.gone(d.gateway())
	d.acted("a")
	if d.label(d.named("ConfigMap/new-rest")) != "a" || d.get(d.named("ConfigMap/rest")) != nil {
		t.Errorf("new label %q, old there: %v", d.label(d.named("ConfigMap/new-rest")), d.get(d.named("ConfigMap/rest")) != nil)
	}
}

func TestR4_9CommonMetadataWinsOverOwnerLabels(t *testing.T) {
	measure(t, "R4.9", "an owner label in commonMetadata wins: what leaves the render is not pruned, and forgotten")
	d := start(t, "r4-9", single)
	x, before := d.gateway(), d.uid(d.gateway())
	d.spec("a", map[string]any{"commonMetadata": map[string]any{"labels": map[string]any{prefix + "name": "nobody"}}})
	d.request("a")
	d.until("the label is changed", func() bool { return d.label(x) == "nobody" })
	d.next()
	d.acted("a")
	d.kept(x, before)
	if d.lists("a", x) {
		t.Error("a still lists it")
	}
}

func TestR4_10AVariableThatNobodyDefines(t *testing.T) {
	measure(t, "R4.10", told("v1.9.0",
		"an undefined variable without a default, and a missing ConfigMap of variables, fail the build; an optional one does not",
		"an undefined variable without a default is empty; a missing ConfigMap of variables fails the build, an optional one does not"))
	for name, c := range map[string]struct {
		build map[string]any
		fails bool
	}{
		"undefined": {map[string]any{"substitute": map[string]any{"other": "x"}}, since("v1.9.0")},
		"defined":   {map[string]any{"substitute": map[string]any{"mine": "x"}}, false},
		"missing":   {variablesFrom(false), true},
		"optional":  {variablesFrom(true), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := start(t, "r4-10-"+name, `
	root a path=a
	commit
	  a: Gateway/edge ConfigMap/rest=${mine}
	commit
	  a: ConfigMap/rest=${mine}`)
			x, before := d.gateway(), d.uid(d.gateway())
			d.spec("a", map[string]any{"postBuild": c.build})
			d.next()
			if c.fails {
				d.request("a") // the failure may be one of the commit before
				d.failed("a", "post build failed")
				d.kept(x, before)
				return
			}
			d.acted("a")
			d.lost(x, before)
			content, _, _ := unstructured.NestedString(d.get(d.named("ConfigMap/rest")).Object, "data", "content")
			if want := map[bool]string{true: "", false: "x"}[name == "undefined"]; content != want {
				t.Errorf("the variable became %q", content)
			}
		})
	}
}

func variablesFrom(optional bool) map[string]any {
	return map[string]any{"substitute": map[string]any{"mine": "x"}, "substituteFrom": []any{
		map[string]any{"kind": "ConfigMap", "name": "nobody", "optional": optional}}}
}
