package live

import (
	"strings"
	"testing"
)

func TestWhoMadeARoot(t *testing.T) {
	const own = "kustomize.toolkit.fluxcd.io/name: root, kustomize.toolkit.fluxcd.io/namespace: f"
	managed := func(manager string) string {
		return "managedFields: [{manager: " + manager + `, operation: Apply, fieldsV1: {"f:spec": {"f:path": {}}}}, ` +
			`{manager: gotk-kustomize-controller, operation: Update, fieldsV1: {"f:metadata": {"f:finalizers": {}}}}]`
	}
	for _, c := range []struct{ name, metadata, want string }{
		{"a child, which its parent makes", "labels: {kustomize.toolkit.fluxcd.io/name: parent, kustomize.toolkit.fluxcd.io/namespace: f}", ""},
		{"one that renders itself", "labels: {" + own + "}, " + managed("kustomize-controller"), "itself"},
		{"a FluxInstance", "labels: {app.kubernetes.io/managed-by: flux-operator, fluxcd.controlplane.io/name: flux, fluxcd.controlplane.io/namespace: f}", "FluxInstance f/flux"},
		{"a FluxInstance that leaves its name out", "labels: {app.kubernetes.io/managed-by: flux-operator}", "FluxInstance"},
		{"a FluxInstance whose sync renders itself as well", "labels: {" + own + ", fluxcd.controlplane.io/name: flux, fluxcd.controlplane.io/namespace: f}", "FluxInstance f/flux"},
		{"a ResourceSet", "labels: {resourceset.fluxcd.controlplane.io/name: tenants, resourceset.fluxcd.controlplane.io/namespace: f}", "ResourceSet f/tenants"},
		{"Azure's extension", "labels: {clusterconfig.azure.com/is-managed: 'true', clusterconfig.azure.com/name: stack, clusterconfig.azure.com/namespace: f}", "Azure FluxConfig f/stack"},
		{"a Helm release", "labels: {app.kubernetes.io/managed-by: Helm}, annotations: {meta.helm.sh/release-name: sync, meta.helm.sh/release-namespace: f}", "Helm release f/sync"},
		{"a HelmRelease", "labels: {app.kubernetes.io/managed-by: Helm, helm.toolkit.fluxcd.io/name: sync, helm.toolkit.fluxcd.io/namespace: f}, annotations: {meta.helm.sh/release-name: sync}", "HelmRelease f/sync"},
		{"an owner reference", "ownerReferences: [{apiVersion: example.org/v1, kind: Tenant, name: a, uid: u, controller: true}]", "Tenant a"},
		{"Terraform", managed("Terraform"), "Terraform"},
		{"a provider of HashiCorp", managed("HashiCorp"), "Terraform"},
		{"flux bootstrap", managed("flux"), "flux bootstrap or flux create"},
		{"Azure's controller, without labels", managed("fluxconfig-controller"), "Azure FluxConfig"},
		{"Flux Operator, without labels", managed("flux-operator"), "Flux Operator"},
		{"kubectl", managed("kubectl-client-side-apply"), "kubectl"},
		{"a manager that nobody knows", managed("ci-robot"), "the field manager ci-robot"},
		{"nothing tells", "labels: {app.kubernetes.io/managed-by: Helm}", ""},
	} {
		text := "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, metadata: {name: root, namespace: f, " + c.metadata +
			"}, spec: {sourceRef: {kind: GitRepository, name: g}}}"
		o, err := ReadSnapshot(strings.NewReader(text), "x")
		if err != nil {
			t.Fatal(c.name, err)
		}
		if k := o.Kustomizations[0]; k.MadeBy != c.want || (k.Evidence == "") != (c.want == "") {
			t.Errorf("%s: made by %q (%s), not %q", c.name, k.MadeBy, k.Evidence, c.want)
		}
	}
}

func TestWhatPinsASource(t *testing.T) {
	for _, c := range []struct{ kind, ref, want string }{
		{"GitRepository", "{branch: main}", ""},
		{"GitRepository", "{branch: main, tag: v1}", "tag v1"},
		{"GitRepository", "{tag: v1, semver: '>=1'}", ""},
		{"GitRepository", "{branch: main, commit: 4d7f}", "commit 4d7f"},
		{"GitRepository", "{name: refs/heads/main, tag: v1}", ""},
		{"GitRepository", "{name: refs/tags/v1}", "name refs/tags/v1"},
		{"OCIRepository", "{tag: latest}", ""},
		{"OCIRepository", "{tag: latest, digest: 'sha256:00'}", "digest sha256:00"},
	} {
		o, err := ReadSnapshot(strings.NewReader("{apiVersion: source.toolkit.fluxcd.io/v1, kind: "+c.kind+
			", metadata: {name: s, namespace: f}, spec: {ref: "+c.ref+"}}"), "x")
		if err != nil || o.Sources[0].Pinned != c.want {
			t.Errorf("%s %s: %+v, %v", c.kind, c.ref, o, err)
		}
	}
}

func TestManagersOfAStatusAreNotThoseOfTheObject(t *testing.T) {
	o, err := ReadSnapshot(strings.NewReader("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, managedFields: ["+
		`{manager: m, operation: Update, subresource: status, fieldsV1: {"f:metadata": {"f:finalizers": {}}}}]}}`), "x")
	if err != nil || o.Objects[0].ManagersKnown || len(o.Objects[0].Managers) != 0 {
		t.Errorf("got %+v, %v", o, err)
	}
}
