package ownership

import (
	"fmt"
	"strings"
	"testing"
)

// Each case: a spec, and whose health a Kustomization flux/parent of it waits
// for. It renders the Kustomizations flux/a, flux/b, itself, one that it never
// applies, and a ConfigMap.
var awaitsCases = []struct{ name, spec, want string }{
	{"nobody, where nothing asks for it", `{}`, ""},
	{"with wait, what it applies; not itself", `{wait: true}`, "flux/a flux/b"},
	{"else what healthChecks name", `{healthChecks: [
		{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, namespace: data, name: db},
		{apiVersion: kustomize.toolkit.fluxcd.io/v1beta2, kind: Kustomization, namespace: flux, name: parent},
		{apiVersion: apps/v1, kind: Deployment, namespace: data, name: db}]}`, "data/db"},
	{"wait takes the place of healthChecks", `{wait: true, healthChecks: [
		{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, namespace: data, name: db}]}`, "flux/a flux/b"},
	{"healthChecks in another cluster name nobody here", `{kubeConfig: {secretRef: {name: x}}, healthChecks: [
		{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, namespace: data, name: db}]}`, ""},
}

func TestAwaits(t *testing.T) {
	for _, c := range awaitsCases {
		text := strings.ReplaceAll(c.spec, "\t", "")
		m := manifestOf(t, "spec: "+strings.Replace(text, "{", "{sourceRef: {kind: GitRepository, name: g}, ", 1))
		spec, err := SpecFromManifest("flux", m)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		k := Kustomization{ID: KustomizationID{"flux", "parent"}, Spec: spec}
		for _, name := range []string{"a", "b", "frozen", "parent"} {
			o := Object{ID: KustomizationID{"flux", name}.Object()}
			o.Traits.ReconcileDisabled = name == "frozen"
			k.Render.Objects = append(k.Render.Objects, o)
		}
		k.Render.Objects = append(k.Render.Objects, Object{ID: ObjectID{Kind: "ConfigMap", Namespace: "flux", Name: "c"}})
		if got := strings.Trim(fmt.Sprint(k.Awaits()), "[]"); got != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}

func TestAnExpressionOfTheSpecMayJudgeKustomizations(t *testing.T) {
	for kind, want := range map[string]bool{"Kustomization": true, "Cluster": false} {
		m := manifestOf(t, "spec: {sourceRef: {kind: GitRepository, name: g}, healthCheckExprs: [{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: "+kind+", current: \"true\"}]}")
		if spec, err := SpecFromManifest("flux", m); err != nil || spec.HealthExprs != want {
			t.Errorf("%s: %v, %v", kind, spec.HealthExprs, err)
		}
	}
}
