package render_test

import (
	"maps"
	"os/exec"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render"
)

// cluster has the root at a path, and the source at a revision of dir, or at
// one that is nowhere.
func cluster(t *testing.T, dir, rev, path string) *ownership.Observed {
	t.Helper()
	commit := strings.Repeat("5", 40)
	if rev != "" {
		out, err := exec.Command("git", "-C", dir, "rev-parse", rev).Output()
		if err != nil {
			t.Fatal(err)
		}
		commit = strings.TrimSpace(string(out))
	}
	return &ownership.Observed{
		Sources: []ownership.ObservedSource{{Ref: ownership.SourceRef{Kind: "GitRepository", Namespace: "flux-system", Name: "platform"}, Revision: "main@sha1:" + commit}},
		Kustomizations: []ownership.ObservedKustomization{{ID: ownership.KustomizationID{Namespace: "flux-system", Name: "root"},
			RawSpec: map[string]any{"path": "./" + path, "prune": false, "interval": "3m", "sourceRef": map[string]any{"kind": "GitRepository", "name": "platform"}}}},
	}
}

// marked is base with one ConfigMap more, so that a revision shows.
func marked(name string) string {
	return "-- settings/" + name + ".yaml --\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + ", namespace: default}\n"
}

// told gives what a state says of how it was read, and what is not known of it.
func told(d *ownership.Desired) string {
	var lines []string
	for _, a := range d.Assumptions {
		if a.Subject == d.Name {
			lines = append(lines, a.Subject+" "+a.Text)
		}
	}
	for _, u := range d.Unknowns {
		lines = append(lines, "unknown "+u.Subject+": "+u.Why+": "+u.Supply)
	}
	return strings.Join(lines, "\n")
}

func TestABareModeIsAtTheRevisionOfTheClusterAndItsTargetAtHead(t *testing.T) {
	dir := repository(t, base, marked("one"), marked("two"))
	seen := cluster(t, dir, "r1", "cluster")
	tr := transition(t, open(t, render.Options{Repo: dir, Live: seen}), "day", "night")
	if got := show(tr.From); !strings.Contains(got, "ConfigMap/one") || strings.Contains(got, "ConfigMap/two") {
		t.Errorf("from is not at r1:\n%s", got)
	}
	if got := show(tr.To); !strings.Contains(got, "ConfigMap/two") {
		t.Errorf("to is not at HEAD:\n%s", got)
	}
	commit := tr.From.Commit[:12]
	expect(t, told(tr.From), "day is read at commit "+commit+", which the cluster has fetched (HEAD:day would be HEAD's)")
	for name, opts := range map[string]render.Options{"--rev says another": {Repo: dir, Live: seen, Rev: "r0"}, "nobody looked": {Repo: dir}} {
		from := transition(t, open(t, opts), "day", "night").From
		if from.Commit == tr.From.Commit || told(from) != "" {
			t.Errorf("%s: it is at %s: %s", name, from.Commit, told(from))
		}
	}
}

func TestOneStateAgainstTheClusterIsAtOneRevision(t *testing.T) {
	dir := repository(t, base, marked("one"))
	tr := transition(t, open(t, render.Options{Repo: dir, Live: cluster(t, dir, "r0", "cluster")}), "day", "day")
	if tr.From.Commit != tr.To.Commit || strings.Contains(show(tr.To), "ConfigMap/one") {
		t.Errorf("from %s to %s:\n%s", tr.From.Commit, tr.To.Commit, show(tr.To))
	}
}

func TestACommitThatIsNotAtHandIsUnknownWithWhatToType(t *testing.T) {
	dir := repository(t, base)
	r := open(t, render.Options{Repo: dir, Live: cluster(t, dir, "", "cluster")})
	for _, from := range []string{"day", "live"} {
		tr := transition(t, r, from, "night")
		if got := told(tr.From); !strings.Contains(got, "unknown GitRepository/flux-system/platform: in the cluster it is at commit 555555555555, which this repository does not have; HEAD is read in its place: git fetch") {
			t.Errorf("%s: %s", from, got)
		}
		if got := told(tr.To); got != "" {
			t.Errorf("it is said of the target too: %s", got)
		}
	}
}

func TestSourcesAtTwoCommitsAreOneStateForNobody(t *testing.T) {
	two := strings.NewReplacer("roots:", "  - {kind: OCIRepository, namespace: flux-system, name: pushed, path: .}\nroots:", "name: root,", "name: root, source: platform,").Replace(base)
	dir := repository(t, two, marked("one"))
	seen := cluster(t, dir, "r1", "cluster")
	commit, other := seen.Sources[0].Revision, cluster(t, dir, "r0", "cluster").Sources[0].Revision
	pushed := ownership.ObservedSource{Ref: ownership.SourceRef{Kind: "OCIRepository", Namespace: "flux-system", Name: "pushed"}, Revision: "latest@sha256:" + strings.Repeat("0", 64)}
	for _, c := range []struct{ origin, want string }{
		{"", ""},
		{commit, ""},
		{other, "unknown OCIRepository/flux-system/pushed: in the cluster it is at commit "},
	} {
		pushed.Origin = c.origin
		seen.Sources = append(seen.Sources[:1:1], pushed)
		got := told(state(t, open(t, render.Options{Repo: dir, Live: seen}), "live"))
		if unknown := strings.Contains(got, "unknown"); unknown != (c.want != "") || !strings.Contains(got, c.want) {
			t.Errorf("made from %q: %s", c.origin, got)
		}
	}
	seen.Sources = nil
	if got := told(state(t, open(t, render.Options{Repo: dir, Live: seen}), "day")); !strings.Contains(got, "unknown the revision of the cluster: no source of this repository was read") {
		t.Errorf("got %s", got)
	}
}

func TestLiveHasTheRootsAsTheClusterHasThem(t *testing.T) {
	dir := repository(t, base, marked("one"))
	for _, c := range []struct{ path, mode, text string }{
		{"night", "night", "which is mode night"},
		{"settings", "", "which is none of the modes day, night"},
	} {
		d := state(t, open(t, render.Options{Repo: dir, Live: cluster(t, dir, "r0", c.path)}), "live")
		root, _ := d.Kustomization(ownership.KustomizationID{Namespace: "flux-system", Name: "root"})
		if root.Spec.Path != c.path || root.Spec.Prune || d.Mode != c.mode || strings.Contains(show(d), "ConfigMap/one") {
			t.Errorf("%s: mode %q\n%s", c.path, d.Mode, show(d))
		}
		expect(t, told(d), "live is commit "+d.Commit[:12]+" with the roots as the cluster has them, "+c.text)
	}
}

func TestAMergeLeavesTheRootsWhereTheClusterHasThem(t *testing.T) {
	dir := repository(t, base, marked("one"))
	r := open(t, render.Options{Repo: dir, Live: cluster(t, dir, "r0", "settings")})
	tr := transition(t, r, "live", "HEAD")
	expect(t, show(tr.To), "root prune=false ./settings: ConfigMap/one ConfigMap/settings")
	if tr.From.At != (ownership.Position{}) || tr.To.At != (ownership.Position{Commit: 1}) {
		t.Errorf("from %v to %v", tr.From.At, tr.To.At)
	}
	// A switch changes what the layout says of a root, and nothing beside it.
	night := transition(t, r, "live", "night").To
	root, _ := night.Kustomization(ownership.KustomizationID{Namespace: "flux-system", Name: "root"})
	if root.Spec.Path != "night" || root.Spec.Prune {
		t.Errorf("%+v", root.Spec)
	}
	if _, err := r.Transition("day", "live"); err == nil || !strings.Contains(err.Error(), "it may be --from") {
		t.Errorf("got %v", err)
	}
}

func TestModesWithTheSameRootsDifferInVariables(t *testing.T) {
	twice := strings.NewReplacer("night: {tree: night}", "dusk: {tree: cluster, variables: {SUFFIX: red}}").Replace(base)
	dir := repository(t, twice)
	d := state(t, open(t, render.Options{Repo: dir, Live: cluster(t, dir, "r0", "cluster")}), "live")
	if got := told(d); !strings.Contains(got, "unknown the mode of the cluster: its roots are as in day and in dusk, which have other variables: say which it is, as in --from day") || d.Mode != "" {
		t.Errorf("mode %q: %s", d.Mode, got)
	}
}

func TestLiveMayBeAModeAndNeedsACluster(t *testing.T) {
	dir := repository(t, strings.ReplaceAll(base, "night: {", "live: {"))
	if got := show(state(t, open(t, render.Options{Repo: dir, Live: cluster(t, dir, "r0", "cluster")}), "live")); !strings.Contains(got, "root prune=true ./night") {
		t.Errorf("the mode is not taken:\n%s", got)
	}
	_, err := open(t, render.Options{Repo: repository(t, base)}).State("live")
	if err == nil || !strings.Contains(err.Error(), "name one with --kubeconfig FILE, --context NAME or --live FILE") {
		t.Errorf("got %v", err)
	}
}

func TestWithoutALayoutTheRootsAreThoseOfTheCluster(t *testing.T) {
	bare := base[strings.Index(base, "-- cluster/ks.yaml --"):]
	dir := repository(t, bare, marked("one"))
	seen := cluster(t, dir, "r0", "cluster")
	root, source := seen.Kustomizations[0], seen.Sources[0].Ref
	root.Spec.Source, root.MadeBy = source, "Terraform"
	child, stranger := root, root
	child.ID.Name, child.Owner = "apps", root.ID
	stranger.ID.Name, stranger.Spec.Source.Name = "stranger", "elsewhere"
	seen.Kustomizations = []ownership.ObservedKustomization{root, child, stranger}
	tr := transition(t, open(t, render.Options{Repo: dir, Live: seen}), "live", "HEAD")
	expect(t, show(tr.From), "apps prune=false ./apps: ConfigMap/app-blue\nroot prune=false ./cluster: Kustomization/apps Kustomization/settings\nsettings prune=true ./settings: ConfigMap/settings")
	if k, _ := tr.From.Kustomization(root.ID); !k.Root || k.MadeBy != "Terraform" {
		t.Errorf("root %t, made by %q", k.Root, k.MadeBy)
	}
	if k, _ := tr.From.Kustomization(child.ID); k.Root {
		t.Error("a child is taken for a root")
	}
	if got := show(tr.To); !strings.Contains(got, "ConfigMap/one") {
		t.Errorf("to is not at HEAD:\n%s", got)
	}
	seen.Sources = cluster(t, dir, "", "cluster").Sources // of a commit of another repository
	if _, err := open(t, render.Options{Repo: dir, Live: seen}).State("live"); err == nil || !strings.Contains(err.Error(), "no root Kustomization found") {
		t.Errorf("got %v", err)
	}
}

// TestTheSpecOfTheClusterIsNotChanged: several states are made from it.
func TestTheSpecOfTheClusterIsNotChanged(t *testing.T) {
	dir := repository(t, base)
	seen := cluster(t, dir, "r0", "cluster")
	before := maps.Clone(seen.Kustomizations[0].RawSpec)
	transition(t, open(t, render.Options{Repo: dir, Live: seen}), "live", "night")
	if after := seen.Kustomizations[0].RawSpec; len(after) != len(before) || after["path"] != before["path"] {
		t.Errorf("%v is now %v", before, after)
	}
}
