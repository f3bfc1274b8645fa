package build_test

import (
	"testing"

	"github.com/fluxmigrate/fluxmigrate/render/build"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// TestTheBasisOfABuildThatNeedsTheNetworkChangesWithAllThatItReads holds when
// two builds whose end nobody knows may be taken to be the same.
func TestTheBasisOfABuildThatNeedsTheNetworkChangesWithAllThatItReads(t *testing.T) {
	const remote = "resources: [https://example.org/crd.yaml, here.yaml]\n"
	basis := func(kustomization, here, there string, spec map[string]any) string {
		spec["path"] = "a"
		artifact := tree.FromFiles("main", map[string]string{
			"a/kustomization.yaml": kustomization, "a/here.yaml": here, "a/patch.yaml": here, "b/there.yaml": there,
		})
		r := build.New(build.Options{}).Build(build.Request{Artifact: artifact, Manifest: map[string]any{"spec": spec}})
		if r.Unknown == "" {
			t.Fatalf("it is known what comes out of %s", kustomization)
		}
		return r.Basis
	}
	plain := func() map[string]any { return map[string]any{"prune": true} }
	first := basis(remote, "kind: A", "", plain())
	for _, c := range []struct {
		name string
		got  string
		same bool
	}{
		{"a file of another directory", basis(remote, "kind: A", "other", plain()), true},
		{"prune", basis(remote, "kind: A", "", map[string]any{"prune": false}), true},
		{"a file beside it", basis(remote, "kind: B", "", plain()), false},
		{"the target namespace", basis(remote, "kind: A", "", map[string]any{"targetNamespace": "b"}), false},
		{"a variable", basis(remote, "kind: A", "", map[string]any{"postBuild": map[string]any{"substitute": map[string]any{"A": "b"}}}), false},
	} {
		if c.got == "" || (c.got == first) != c.same {
			t.Errorf("%s: %q after %q, want the same: %v", c.name, c.got, first, c.same)
		}
	}
	for name, kustomization := range map[string]string{
		"a resource":    remote + "components: [../b]\n",
		"a patch":       remote + "patches: [{path: ../b/there.yaml}]\n",
		"a transformer": remote + "transformers: [here.yaml]\n",
	} {
		if got := basis(kustomization, "kind: A", "", plain()); got != "" {
			t.Errorf("%s may lie elsewhere, and the basis is %q", name, got)
		}
	}
	if got := basis(remote+"patches: [{path: patch.yaml}]\n", "kind: A", "", plain()); got == "" {
		t.Error("a patch beside it leaves no basis")
	}
}
