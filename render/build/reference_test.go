package build_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fluxcd/pkg/kustomize"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"

	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// reference builds a Kustomization as kustomize-controller does, with Flux's
// own generator and build on a disk: KC:generate, KC:build, ReadObjects. Root
// is a copy of the artifact that may be changed; the kustomization file is
// restored. Variables come from the manifest's postBuild.substitute only.
func reference(root string, manifest map[string]any, strict bool) ([]map[string]any, error) {
	dir := filepath.Join(root, filepath.Clean("/"+specPath(manifest)))
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("kustomization path not found: %w", err)
	}
	restore := snapshotKustomizationFiles(dir)
	defer restore()
	ks := unstructured.Unstructured{Object: manifest}
	if _, err := kustomize.NewGenerator(root, ks).WriteFile(dir); err != nil {
		return nil, err
	}
	m, err := kustomize.SecureBuild(root, dir, true)
	if err != nil {
		return nil, err
	}
	for _, r := range m.Resources() {
		if r.GetName() == "" || r.GetKind() == "" || r.GetApiVersion() == "" {
			return nil, errors.New("failed to decode Kubernetes apiVersion, kind and name")
		}
		post, ok, _ := unstructured.NestedMap(manifest, "spec", "postBuild")
		if !ok {
			continue
		}
		out, err := kustomize.SubstituteVariables(context.Background(), nil, ks, r, kustomize.SubstituteWithDryRun(true),
			kustomize.SubstituteWithStrict(strict), kustomize.SubstituteWithAlways(post["substituteStrategy"] == "Always"))
		if err != nil {
			return nil, err
		}
		if out != nil {
			if _, err := m.Replace(r); err != nil {
				return nil, err
			}
		}
	}
	text, err := m.AsYaml()
	if err != nil {
		return nil, err
	}
	return readObjects(text, manifest)
}

func specPath(manifest map[string]any) string {
	p, _, _ := unstructured.NestedString(manifest, "spec", "path")
	return p
}

// snapshotKustomizationFiles gives a function that restores the kustomization
// files of a directory.
func snapshotKustomizationFiles(dir string) func() {
	before := map[string][]byte{}
	names := []string{"kustomization.yaml", "kustomization.yml", "Kustomization"}
	for _, name := range names {
		if content, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
			before[name] = content
		}
	}
	return func() {
		for _, name := range names {
			if content, ok := before[name]; ok {
				_ = os.WriteFile(filepath.Join(dir, name), content, 0o600)
			} else {
				_ = os.Remove(filepath.Join(dir, name))
			}
		}
	}
}

// readObjects is ReadObjects and SetCommonMetadata of fluxcd/pkg ssa v0.76.2,
// utils/object.go, which is no dependency of this module.
func readObjects(text []byte, manifest map[string]any) ([]map[string]any, error) {
	var objects []map[string]any
	keep := func(u *unstructured.Unstructured) {
		labels, _, _ := unstructured.NestedStringMap(manifest, "spec", "commonMetadata", "labels")
		annotations, _, _ := unstructured.NestedStringMap(manifest, "spec", "commonMetadata", "annotations")
		if all := union(u.GetLabels(), labels); len(all) > 0 {
			u.SetLabels(all)
		}
		if all := union(u.GetAnnotations(), annotations); len(all) > 0 {
			u.SetAnnotations(all)
		}
		objects = append(objects, u.Object)
	}
	for decoder := utilyaml.NewYAMLOrJSONDecoder(bytes.NewReader(text), 2048); ; {
		u := &unstructured.Unstructured{}
		switch err := decoder.Decode(u); {
		case err == io.EOF:
			return objects, nil
		case err != nil:
			return nil, err
		case u.IsList():
			_ = u.EachListItem(func(item runtime.Object) error { keep(item.(*unstructured.Unstructured)); return nil })
		case u.GetName() == "" || u.GetKind() == "" || u.GetAPIVersion() == "":
		case strings.ToLower(u.GetKind()) == "kustomization" && strings.HasPrefix(u.GetAPIVersion(), "kustomize.config.k8s.io/"):
		default:
			keep(u)
		}
	}
}

func union(a, b map[string]string) map[string]string {
	all := map[string]string{}
	for _, m := range []map[string]string{a, b} {
		for k, v := range m {
			all[k] = v
		}
	}
	return all
}

// onDisk writes a tree to a folder of its own.
func onDisk(t testing.TB, in *tree.Tree) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	writeDir(t, in, "", root)
	return root
}

func writeDir(t testing.TB, in *tree.Tree, dir, to string) {
	t.Helper()
	entries, err := in.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		p, target := filepath.Join(dir, e.Name), filepath.Join(to, e.Name)
		if e.Dir {
			if err := os.Mkdir(target, 0o700); err != nil {
				t.Fatal(err)
			}
			writeDir(t, in, p, target)
			continue
		}
		content, err := in.ReadFile(p)
		if err == nil {
			err = os.WriteFile(target, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
