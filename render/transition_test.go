package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
	"github.com/fluxmigrate/fluxmigrate/render"
)

// showViews writes the mixed views of a transition, a line each.
func showViews(t *ownership.Transition) string {
	var lines []string
	for _, v := range t.Mixed {
		line := fmt.Sprintf("%s spec %d/%d artifact %d ./%s prune=%t:", v.Kustomization.Name, v.SpecAt.Commit, v.SpecAt.Switch,
			v.ArtifactAt, v.Spec.Path, v.Spec.Prune)
		for _, o := range v.Render.Objects {
			line += " " + o.ID.Kind + "/" + o.ID.Name
		}
		if v.Render.Missing {
			line += " (missing)"
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func transition(t *testing.T, r *render.Repository, from, to string) *ownership.Transition {
	t.Helper()
	got, err := r.Transition(from, to)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestAnOldSpecMeetsTheNewArtifact(t *testing.T) {
	moved := strings.ReplaceAll(base, "./apps", "./apps2")
	moved = strings.ReplaceAll(moved, "-- apps/app.yaml --", "-- apps/README.md --\nmoved\n-- apps2/app.yaml --") + "-- apps/app.yaml --\n-\n"
	r := open(t, render.Options{Repo: repository(t, base, moved)})
	expect(t, showViews(transition(t, r, "r0:day", "r1:day")), "apps spec 0/0 artifact 1 ./apps prune=false:")
}

func TestAPathThatLeavesTheArtifactIsMissingToTheOldSpec(t *testing.T) {
	moved := strings.ReplaceAll(base, "./apps", "./apps2")
	moved = strings.ReplaceAll(moved, "-- apps/app.yaml --", "-- apps2/app.yaml --") + "-- apps/app.yaml --\n-\n"
	r := open(t, render.Options{Repo: repository(t, base, moved)})
	expect(t, showViews(transition(t, r, "r0:day", "r1:day")), "apps spec 0/0 artifact 1 ./apps prune=false: (missing)")
}

func TestASwitchOutsideGitMixesNothing(t *testing.T) {
	tr := transition(t, open(t, render.Options{Repo: repository(t, base)}), "day", "night")
	expect(t, showViews(tr), "")
	if tr.From.Name != "day" || tr.To.Name != "night" || tr.From.Mode != "day" || tr.To.Mode != "night" {
		t.Errorf("from %q in mode %q, to %q in mode %q", tr.From.Name, tr.From.Mode, tr.To.Name, tr.To.Mode)
	}
}

func TestASwitchWithACommitPassesThroughBothOrders(t *testing.T) {
	changed := "-- apps/app.yaml --\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: other, namespace: default}\n"
	tr := transition(t, open(t, render.Options{Repo: repository(t, base, changed)}), "r0:day", "r1:night")
	var between []string
	for _, d := range tr.Between {
		between = append(between, fmt.Sprintf("%s %d/%d", d.Mode, d.At.Commit, d.At.Switch))
	}
	expect(t, strings.Join(between, "\n"), "night 0/1\nday 1/0")
}

func TestCommitsBetweenAreStatesOfTheirOwn(t *testing.T) {
	second := "-- apps/app.yaml --\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: second, namespace: default}\n"
	third := "-- apps/app.yaml --\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: third, namespace: default}\n"
	dir := repository(t, base, second, third)
	tr := transition(t, open(t, render.Options{Repo: dir}), "r0", "r2")
	if len(tr.Between) != 1 || !strings.Contains(show(tr.Between[0]), "ConfigMap/second") || tr.BetweenUnknown != "" {
		t.Errorf("between: %d, %q", len(tr.Between), tr.BetweenUnknown)
	}
	if tr = transition(t, open(t, render.Options{Repo: dir}), "r2", "r0"); len(tr.Between) != 0 || tr.BetweenUnknown == "" {
		t.Errorf("going back has no known way: between %d, %q", len(tr.Between), tr.BetweenUnknown)
	}
}

// A parent whose patches change in the commit that changes the files under
// them may apply the new files with the old patches.
func TestChildrenThatOnlyAMixedViewAppliesAreFollowed(t *testing.T) {
	root := strings.Replace(base, "  - {namespace: flux-system, name: root, path: \"./{tree}\"}", "  - {namespace: flux-system, name: top, path: ./top}", 1)
	parent := `
-- top/parent.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: parent, namespace: flux-system}
spec:
  interval: 10m
  path: ./cluster
  prune: true
  sourceRef: {kind: GitRepository, name: platform}
`
	first := root + parent
	patched := parent + `  patches:
    - target: {kind: Kustomization, name: settings}
      patch: |
        - {op: replace, path: /spec/path, value: ./apps}
`
	second := strings.Replace(root, "path: ./settings\n  prune: true\n  sourceRef: {kind: GitRepository, name: platform}\n-- cluster/kust",
		"path: ./night\n  prune: true\n  sourceRef: {kind: GitRepository, name: platform}\n-- cluster/kust", 1) + patched
	tr := transition(t, open(t, render.Options{Repo: repository(t, first, second)}), "r0", "r1")
	if got := showViews(tr); !strings.Contains(got, "settings spec 1/0 artifact 1 ./night prune=true: Kustomization/settings") {
		t.Errorf("no view of settings at ./night:\n%s", got)
	}
}
