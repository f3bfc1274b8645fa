package planner

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/graph"
	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/planner/plantest"
)

// Each case: a state, "--", its edges between Kustomizations; and maybe another
// "--" and the edges between all objects.
var dependencyCases = []struct{ name, text string }{
	{"a child needs its parent and what it depends on", `
		f/root prune: Kustomization f/a file=a.yaml, Kustomization f/b file=b.yaml
		f/a dependsOn=f/b
		f/b
		--
		f/a → f/b: dependsOn (a.yaml)
		f/a → f/root: applied by (a.yaml)
		f/b → f/root: applied by (b.yaml)`},
	{"a dependsOn that dangles has a node", `
		f/a file=a.yaml dependsOn=f/gone
		--
		f/a → f/gone: dependsOn (a.yaml)`},
	{"a health check is an edge; that a parent waits for its children is none", `
		f/root wait: Kustomization f/a file=a.yaml
		f/a file=a.yaml healthCheck=f/b: Kustomization f/c file=c.yaml
		f/b file=b.yaml healthCheck=f/c healthCheck=f/gone
		f/c healthCheck=f/c
		--
		f/a → f/b: healthChecks (a.yaml)
		f/a → f/root: applied by (a.yaml)
		f/b → f/c: healthChecks (b.yaml)
		f/b → f/gone: healthChecks (b.yaml)
		f/c → f/a: applied by (c.yaml)`},
	{"the source is made by another Kustomization", `
		f/sources: GitRepository f/repo file=repo.yaml
		f/a file=a.yaml source=GitRepository/f/repo
		f/b file=b.yaml source=GitRepository/f/elsewhere
		--
		f/a → f/sources: source, GitRepository f/repo (a.yaml)
		--
		f/a → GitRepository f/repo: source, GitRepository f/repo (a.yaml)
		GitRepository f/repo → f/sources: applied by (repo.yaml)`},
	{"flux-system makes itself, its source and its namespace: no ring", `
		f/flux-system root source=GitRepository/f/flux-system: Kustomization f/flux-system file=sync.yaml, GitRepository f/flux-system file=sync.yaml, Namespace f file=ns.yaml
		--
		--
		Namespace f → f/flux-system: applied by (ns.yaml)
		GitRepository f/flux-system → Namespace f: namespace, Namespace f (ns.yaml)
		GitRepository f/flux-system → f/flux-system: applied by (sync.yaml)`},
	{"variables and keys are made by another Kustomization, or by two", `
		f/vars: ConfigMap f/vars file=vars.yaml
		f/more: ConfigMap f/vars file=more.yaml, Secret f/age
		f/a file=a.yaml substituteFrom=ConfigMap/vars decryption=Secret/age substituteFrom=Secret/outside
		--
		f/a → f/more: decryption, Secret f/age (a.yaml); substituteFrom, ConfigMap f/vars (a.yaml)
		f/a → f/vars: substituteFrom, ConfigMap f/vars (a.yaml)`},
	{"HelmReleases lift what they need to their Kustomizations", `
		f/repos: HelmRepository demo/charts
		f/db: HelmRelease demo/db
		f/app: HelmRelease demo/app file=app.yaml uses=sourceRef:HelmRepository:demo/charts uses=dependsOn:HelmRelease:demo/db, HelmRelease demo/side file=side.yaml uses=dependsOn:HelmRelease:demo/app
		--
		f/app → f/db: HelmRelease dependsOn, HelmRelease demo/app → HelmRelease demo/db (app.yaml)
		f/app → f/repos: HelmRelease sourceRef, HelmRelease demo/app → HelmRepository demo/charts (app.yaml)`},
	{"objects need their namespace and their CRD, said once each", `
		f/ns: Namespace demo file=ns.yaml
		f/crds: CustomResourceDefinition certificates.cert-manager.io file=crd.yaml defines=cert-manager.io/Certificate
		f/app: Certificate demo/x, Certificate demo/y, ConfigMap demo/z
		--
		f/app → f/crds: CRD, certificates.cert-manager.io (crd.yaml)
		f/app → f/ns: namespace, Namespace demo (ns.yaml)`},
	{"who renders the namespace too does not wait for another's", `
		f/ns: Namespace demo
		f/app: Namespace demo, ConfigMap demo/z
		--`},
	{"another cluster has namespaces and charts of its own", `
		f/ns: Namespace demo, HelmRepository demo/charts
		f/app cluster=f/prod: HelmRelease demo/z uses=sourceRef:HelmRepository:demo/charts
		--`},
}

func TestDependencies(t *testing.T) {
	for _, c := range dependencyCases {
		part := strings.Split(strings.ReplaceAll(c.text, "\t", "")+"\n", "--\n")
		d, err := plantest.State("test", part[0])
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range part[1:] {
			if got := printEdges(Dependencies(d, i == 1)); got != strings.Trim(want, "\n") {
				t.Errorf("%s (objects: %v):\n%s", c.name, i == 1, got)
			}
		}
	}
}

func printEdges(g *graph.Graph) string {
	short := func(key string) string {
		id, _ := ownership.ParseObjectID(key)
		return strings.TrimPrefix(id.Display(), "Kustomization ")
	}
	var lines []string
	for _, e := range g.Edges() {
		var whys []string
		for _, r := range e.Reasons {
			why := r.Kind
			if r.Text != "" {
				why += ", " + r.Text
			}
			whys = append(whys, fmt.Sprintf("%s (%s)", why, r.File))
		}
		lines = append(lines, short(e.From)+" → "+short(e.To)+": "+strings.Join(whys, "; "))
	}
	return strings.Join(lines, "\n")
}

func TestADanglingDependencyIsLabelledSo(t *testing.T) {
	d, err := plantest.State("test", "f/a dependsOn=f/gone")
	if err != nil {
		t.Fatal(err)
	}
	gone := ownership.KustomizationID{Namespace: "f", Name: "gone"}
	if got := Dependencies(d, false).Label(gone.Object().String()); got != "Kustomization f/gone (not declared)" {
		t.Errorf("label %q", got)
	}
}

func TestARingOfDependsOnNamesTheFileOfEachEdge(t *testing.T) {
	d, err := plantest.State("test", "f/a file=a.yaml dependsOn=f/b\nf/b file=b.yaml dependsOn=f/a")
	if err != nil {
		t.Fatal(err)
	}
	want := "dependency cycle: Kustomization f/a → Kustomization f/b (dependsOn, a.yaml) → Kustomization f/a (dependsOn, b.yaml)"
	if _, err := Dependencies(d, false).Layers(); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}
