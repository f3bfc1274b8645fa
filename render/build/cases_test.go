package build_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"

	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// cases finds the folder of real trees, which is no part of the repository.
func cases(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("FLUXMIGRATE_CASES")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "cases")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("SKIPPED: no real trees in %s; name their folder in FLUXMIGRATE_CASES", dir)
	}
	return dir
}

// artifact gives the artifact of one tag of a bundle.
func artifact(t testing.TB, bundle, tag string) *tree.Tree {
	t.Helper()
	dir := t.TempDir()
	clone := exec.Command("git", "clone", "-q", filepath.Join(cases(t), bundle+".bundle"), dir)
	if out, err := clone.CombinedOutput(); err != nil {
		t.Fatalf("git clone %s: %v\n%s", bundle, err, out)
	}
	repository, err := tree.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	revision, err := repository.Revision(tag)
	if err != nil {
		t.Fatal(err)
	}
	cut, err := revision.Artifact(nil)
	if err != nil {
		t.Fatal(err)
	}
	return cut
}

// kustomizations finds the Flux Kustomizations that stand in the files of a
// tree, without what their parents patch into them.
func kustomizations(t testing.TB, in *tree.Tree) []map[string]any {
	t.Helper()
	var found []map[string]any
	for _, p := range in.Paths() {
		content, err := in.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(p, ".yaml") || !bytes.Contains(content, []byte("kustomize.toolkit.fluxcd.io/")) {
			continue
		}
		decoder := utilyaml.NewYAMLOrJSONDecoder(bytes.NewReader(content), 4096)
		for {
			var document map[string]any
			if decoder.Decode(&document) != nil {
				break
			}
			version, _ := document["apiVersion"].(string)
			if document["kind"] == "Kustomization" && strings.HasPrefix(version, "kustomize.toolkit.fluxcd.io/") && specPath(document) != "" {
				found = append(found, document)
			}
		}
	}
	return found
}
