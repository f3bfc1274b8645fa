package build_test

import (
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/render/build"
)

// Directories of a real tree render what `kubectl kustomize` renders.
func TestPlainDirectoriesRenderAsKubectl(t *testing.T) {
	kubectl, err := exec.LookPath("kubectl")
	if err != nil {
		t.Skip("SKIPPED: no kubectl on PATH")
	}
	state := artifact(t, "namespace-move-guarded", "start")
	root, builder, compared := onDisk(t, state), build.New(build.Options{}), 0
	for i, p := range state.Paths() {
		if path.Base(p) != "kustomization.yaml" || i%25 != 0 {
			continue
		}
		got := builder.Build(request(state, map[string]any{"path": path.Dir(p)}))
		if got.Failed != "" || got.Unknown != "" || len(got.Objects) == 0 {
			continue
		}
		out, err := exec.Command(kubectl, "kustomize", "--load-restrictor=LoadRestrictionsNone", filepath.Join(root, path.Dir(p))).Output()
		if err != nil {
			t.Errorf("kubectl kustomize %s: %v", path.Dir(p), err)
			continue
		}
		want, err := readObjects(out, nil)
		if diff := compare(sorted(got), byText(want), err); diff != "" {
			t.Errorf("%s: %s", path.Dir(p), diff)
		}
		compared++
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
	t.Logf("%d directories compared", compared)
}

// sorted leaves out the order, which differs between versions of kustomize.
func sorted(r build.Result) build.Result {
	slices.SortFunc(r.Objects, func(a, b build.Object) int { return compareText(a.Data, b.Data) })
	return r
}

func byText(objects []map[string]any) []map[string]any {
	slices.SortFunc(objects, compareText)
	return objects
}

func compareText(a, b map[string]any) int {
	x, y := text(a), text(b)
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}
