package render_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render"
)

// base is a root with two children: one with a patch by its parent, one that
// renders a ConfigMap the other substitutes from.
const base = `
-- fluxmigrate.yaml --
apiVersion: fluxmigrate.dev/v1alpha1
kind: Layout
sources:
  - {kind: GitRepository, namespace: flux-system, name: platform, path: .}
roots:
  - {namespace: flux-system, name: root, path: "./{tree}"}
parameters: {tree: cluster}
modes:
  day: {tree: cluster}
  night: {tree: night}
-- cluster/ks.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec:
  interval: 10m
  path: ./apps
  prune: true
  sourceRef: {kind: GitRepository, name: platform}
  postBuild: {substituteFrom: [{kind: ConfigMap, name: settings}]}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: settings, namespace: flux-system}
spec:
  interval: 10m
  path: ./settings
  prune: true
  sourceRef: {kind: GitRepository, name: platform}
-- cluster/kustomization.yaml --
resources: [ks.yaml]
patches:
  - target: {kind: Kustomization, name: apps}
    patch: |
      - {op: replace, path: /spec/prune, value: false}
-- night/ks.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: settings, namespace: flux-system}
spec:
  interval: 10m
  path: ./settings
  prune: true
  sourceRef: {kind: GitRepository, name: platform}
-- settings/settings.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: flux-system}
data: {SUFFIX: blue}
-- apps/app.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: "app-${SUFFIX}", namespace: default}
`

// write lays files out below a folder; a file "-" is removed.
func write(t *testing.T, dir, archive string) {
	t.Helper()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		path := filepath.Join(dir, f.Name)
		if strings.TrimSpace(string(f.Data)) == "-" {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// repository makes a git repository with one commit for each archive, each on
// top of the one before.
func repository(t *testing.T, archives ...string) string {
	t.Helper()
	dir := t.TempDir()
	git(t, dir, "init", "-q", "-b", "main")
	for i, a := range archives {
		write(t, dir, a)
		git(t, dir, "add", "-A")
		git(t, dir, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", fmt.Sprintf("r%d", i))
		git(t, dir, "tag", fmt.Sprintf("r%d", i))
	}
	return dir
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func open(t *testing.T, opts render.Options) *render.Repository {
	t.Helper()
	r, err := render.Open(opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func state(t *testing.T, r *render.Repository, arg string) *ownership.Desired {
	t.Helper()
	d, err := r.State(arg)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// show writes a state in one line per Kustomization.
func show(d *ownership.Desired) string {
	var b strings.Builder
	for _, k := range d.Kustomizations {
		fmt.Fprintf(&b, "%s prune=%t ./%s:", k.ID.Name, k.Spec.Prune, k.Spec.Path)
		for _, o := range k.Render.Objects {
			fmt.Fprintf(&b, " %s/%s", o.ID.Kind, o.ID.Name)
		}
		for _, note := range []string{k.Render.Failed, k.Render.Unknown} {
			if note != "" {
				fmt.Fprintf(&b, " (%s)", note)
			}
		}
		if k.Render.Missing {
			b.WriteString(" (missing)")
		}
		b.WriteString("\n")
	}
	return strings.TrimSpace(b.String())
}

func expect(t *testing.T, got, want string) {
	t.Helper()
	if got = strings.TrimSpace(got); got != strings.TrimSpace(want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, strings.TrimSpace(want))
	}
}

func TestChildrenHaveTheSpecTheirParentPatches(t *testing.T) {
	r := open(t, render.Options{Repo: repository(t, base)})
	expect(t, show(state(t, r, "day")), `
apps prune=false ./apps: ConfigMap/app-blue
root prune=true ./cluster: Kustomization/apps Kustomization/settings
settings prune=true ./settings: ConfigMap/settings`)
}

func TestArgumentsAreModesThenRevisionsThenFolders(t *testing.T) {
	changed := "-- settings/settings.yaml --\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: flux-system}\ndata: {SUFFIX: green}\n"
	dir := repository(t, base, changed)
	other := t.TempDir()
	write(t, other, base)
	r := open(t, render.Options{Repo: dir})
	for arg, want := range map[string]string{
		"day": "app-green", "r0": "app-blue", "r0:day": "app-blue", "main": "app-green", "HEAD~1": "app-blue", other: "app-blue",
	} {
		if got := show(state(t, r, arg)); !strings.Contains(got, want) {
			t.Errorf("State(%q) has no %s:\n%s", arg, want, got)
		}
	}
	if got := show(state(t, r, "r0:night")); strings.Contains(got, "apps") {
		t.Errorf("mode night has no child apps:\n%s", got)
	}
}

func TestUncommittedWorkIsTheStateWithoutAName(t *testing.T) {
	dir := repository(t, base)
	write(t, dir, "-- settings/settings.yaml --\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: flux-system}\ndata: {SUFFIX: grey}\n")
	r := open(t, render.Options{Repo: dir})
	if got := show(state(t, r, "")); !strings.Contains(got, "app-grey") {
		t.Errorf("the work tree has no app-grey:\n%s", got)
	}
	if got := show(state(t, r, "day")); !strings.Contains(got, "app-blue") {
		t.Errorf("a bare mode is of HEAD:\n%s", got)
	}
}

func TestAFolderBelowAGitRepositoryHasItsOwnLayout(t *testing.T) {
	var below strings.Builder
	for _, f := range txtar.Parse([]byte(base)).Files {
		fmt.Fprintf(&below, "-- deploy/%s --\n%s", f.Name, f.Data)
	}
	dir := repository(t, below.String())
	r := open(t, render.Options{Repo: filepath.Join(dir, "deploy")})
	if got := show(state(t, r, "day")); !strings.Contains(got, "app-blue") {
		t.Errorf("got:\n%s", got)
	}
}

func TestAnArgumentThatIsNothingSaysWhatThereIs(t *testing.T) {
	r := open(t, render.Options{Repo: repository(t, base)})
	_, err := r.State("dusk")
	if err == nil || !strings.Contains(err.Error(), "day, night") {
		t.Errorf("got %v", err)
	}
	if _, err = r.State("r0:dusk"); err == nil || !strings.Contains(err.Error(), "day, night") {
		t.Errorf("got %v", err)
	}
}

func TestARootThatRendersItselfRunsWithWhatItRenders(t *testing.T) {
	self := strings.Replace(base, "-- cluster/kustomization.yaml --", `-- cluster/self.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: root, namespace: flux-system}
spec:
  interval: 10m
  path: ./cluster
  prune: false
  sourceRef: {kind: GitRepository, name: platform}
-- cluster/kustomization.yaml --`, 1)
	self = strings.Replace(self, "[ks.yaml]", "[ks.yaml, self.yaml]", 1)
	r := open(t, render.Options{Repo: repository(t, self)})
	d := state(t, r, "day")
	root, _ := d.Kustomization(ownership.KustomizationID{Namespace: "flux-system", Name: "root"})
	if root.Spec.Prune || !slices.Equal(root.Parents, []ownership.KustomizationID{root.ID}) {
		t.Errorf("prune %t, parents %v", root.Spec.Prune, root.Parents)
	}
}

func TestASourceThatIsNotAtHandIsUnknownUntilSupplied(t *testing.T) {
	outside := strings.Replace(base, "name: platform}\n  postBuild", "name: elsewhere}\n  postBuild", 1)
	dir := repository(t, outside)
	d := state(t, open(t, render.Options{Repo: dir}), "day")
	if len(d.Unknowns) != 1 || !strings.Contains(d.Unknowns[0].Supply, "--source-path GitRepository/flux-system/elsewhere=DIR") {
		t.Errorf("unknowns: %v", d.Unknowns)
	}
	supplied := render.Options{Repo: dir, SourcePaths: []string{"GitRepository/flux-system/elsewhere=" + dir}}
	if d = state(t, open(t, supplied), "day"); len(d.Unknowns) != 0 {
		t.Errorf("unknowns: %v", d.Unknowns)
	}
}

func TestTheIgnoreOfARenderedSourceShapesItsArtifact(t *testing.T) {
	source := strings.Replace(base, "-- cluster/kustomization.yaml --", `-- cluster/source.yaml --
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: platform, namespace: flux-system}
spec:
  interval: 10m
  url: https://example.org/platform
  ignore: |
    /apps/app.yaml
-- cluster/kustomization.yaml --`, 1)
	source = strings.Replace(source, "[ks.yaml]", "[ks.yaml, source.yaml]", 1)
	got := show(state(t, open(t, render.Options{Repo: repository(t, source)}), "day"))
	if !strings.Contains(got, "./apps:\n") {
		t.Errorf("apps still renders something:\n%s", got)
	}
}

func TestAChildTheServerRefusesFailsItsParent(t *testing.T) {
	invalid := strings.Replace(base, "  prune: true\n  sourceRef: {kind: GitRepository, name: platform}\n-- cluster/kust",
		"  sourceRef: {kind: GitRepository, name: platform}\n-- cluster/kust", 1)
	got := show(state(t, open(t, render.Options{Repo: repository(t, invalid)}), "day"))
	if !strings.Contains(got, "refuses Kustomization flux-system/settings of cluster/ks.yaml: spec.prune is required") {
		t.Errorf("got:\n%s", got)
	}
}

func TestVariablesFromOutsideGitComeFromTheLayoutAndTheCommandLine(t *testing.T) {
	outside := strings.Replace(base, "name: settings}]", "name: elsewhere}]", 1)
	unknown := state(t, open(t, render.Options{Repo: repository(t, outside)}), "day")
	if len(unknown.Unknowns) != 1 || !strings.Contains(unknown.Unknowns[0].Why, "SUFFIX") {
		t.Errorf("without a value: %v", unknown.Unknowns)
	}
	layout := strings.Replace(outside, "modes:", "variables: {SUFFIX: layout}\nmodes:", 1)
	layout = strings.Replace(layout, "  night: {tree: night}", "  night: {tree: night}\n  dusk: {variables: {SUFFIX: dusk}}", 1)
	dir := repository(t, layout)
	for want, args := range map[string]render.Options{"app-layout": {Repo: dir}, "app-line": {Repo: dir, Vars: []string{"SUFFIX=line"}}} {
		if got := show(state(t, open(t, args), "day")); !strings.Contains(got, want) {
			t.Errorf("no %s:\n%s", want, got)
		}
	}
	if got := show(state(t, open(t, render.Options{Repo: dir}), "dusk")); !strings.Contains(got, "app-dusk") {
		t.Errorf("no app-dusk:\n%s", got)
	}
}

func TestFromAFolderBelowOneGoesUpToTheLayoutOrTheTop(t *testing.T) {
	dir := repository(t, base)
	r := open(t, render.Options{Repo: filepath.Join(dir, "apps")})
	if got := show(state(t, r, "day")); !strings.Contains(got, "app-blue") {
		t.Errorf("got:\n%s", got)
	}
}

func TestTheNameOfARemoteBranchIsOffered(t *testing.T) {
	dir := repository(t, base)
	copied := filepath.Join(t.TempDir(), "copy")
	git(t, dir, "branch", "feature")
	git(t, dir, "clone", "-q", dir, copied)
	_, err := open(t, render.Options{Repo: copied}).State("feature")
	if err == nil || !strings.Contains(err.Error(), "there is origin/feature") {
		t.Errorf("got %v", err)
	}
}

func TestAVersionOfFluxIsNoVersionOfItsController(t *testing.T) {
	dir := repository(t, base)
	for version, want := range map[string]string{"2.4": "v1.4.0", "banana": "is no version", "v1.9.6": "", "1.7.3": ""} {
		_, err := render.Open(render.Options{Repo: dir, FluxVersion: version})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", version, err, want)
		}
	}
}

func TestTheWorkTreeIsKnownByItsFolder(t *testing.T) {
	dir := repository(t, base)
	write(t, dir, "-- .gitignore --\nsettings/ignored.yaml\n-- settings/ignored.yaml --\nnot: [yaml\n")
	d := state(t, open(t, render.Options{Repo: dir}), dir)
	if d.Name != "work tree" || strings.Contains(show(d), "cannot") {
		t.Errorf("%s:\n%s", d.Name, show(d))
	}
}

func TestAChildSaysWhichFieldsItsFileDoesNotDecide(t *testing.T) {
	d := state(t, open(t, render.Options{Repo: repository(t, base)}), "day")
	for name, want := range map[string][]string{"apps": {"prune"}, "settings": nil} {
		k, _ := d.Kustomization(ownership.KustomizationID{Namespace: "flux-system", Name: name})
		if !slices.Equal(k.Patched, want) {
			t.Errorf("%s: got %v, want %v", name, k.Patched, want)
		}
	}
}

func TestVariablesComeFromAConfigMapOfTheCluster(t *testing.T) {
	outside := strings.Replace(base, "name: settings}]", "name: elsewhere}]", 1)
	seen := &ownership.Observed{Objects: []ownership.ObservedObject{{
		ID: ownership.ObjectID{Kind: "ConfigMap", Namespace: "flux-system", Name: "elsewhere"}, Values: map[string]string{"SUFFIX": "live"},
	}}}
	dir := repository(t, outside)
	if got := show(state(t, open(t, render.Options{Repo: dir, Live: seen}), "day")); !strings.Contains(got, "app-live") {
		t.Errorf("no app-live:\n%s", got)
	}
	given := render.Options{Repo: dir, Live: seen, Vars: []string{"SUFFIX=given"}}
	if got := show(state(t, open(t, given), "day")); !strings.Contains(got, "app-given") {
		t.Errorf("no app-given:\n%s", got)
	}
}

// A branch may bring the layout, or its list; what HEAD has does not count.
func TestProtectedKindsAreThoseOfTheStateThatIsAskedFor(t *testing.T) {
	listed := strings.Replace(base, "modes:", "protect: [{group: example.org, kind: Vault}]\nmodes:", 1)
	r := open(t, render.Options{Repo: repository(t, base, listed), Rev: "r0"})
	for arg, want := range map[string]int{"r0": 0, "r1": 1, "r1:night": 1, "day": 0} {
		kinds, err := r.Protect(arg)
		if err != nil || len(kinds) != want {
			t.Errorf("%s: %v, %v", arg, kinds, err)
		}
	}
}
