package build_test

import (
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/fluxmigrate/fluxmigrate/render/build"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// counting gives a tree whose file counts how often it is read.
func counting(files map[string]string, p string, reads *atomic.Int64) *tree.Tree {
	t := tree.FromFiles("test", files)
	f, _ := t.Lookup(p)
	read := f.Read
	f.Read = func() ([]byte, error) { reads.Add(1); return read() }
	return t
}

// A second tree that looks the same to the build is not read again; one that
// differs in what was read, or only asked for, is built anew.
func TestEqualContentIsBuiltOnce(t *testing.T) {
	files := map[string]string{"kustomization.yaml": "resources: [a.yaml, sub]\n", "a.yaml": configMap("a"), "sub/b.yaml": configMap("b"), "other/x": "1",
		"sub/kustomization.yaml": "resources: [b.yaml]\n"}
	with := func(p, content string) map[string]string {
		changed := maps.Clone(files)
		changed[p] = content
		return changed
	}
	for _, c := range []struct {
		name    string
		files   map[string]string
		rebuilt bool
	}{
		{"the same content", files, false},
		{"a change elsewhere", with("other/x", "2"), false},
		{"a change in what was read", with("sub/b.yaml", configMap("c")), true},
		{"a file that was looked for", with("sub/kustomization.yml", "resources: []\n"), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			builder := build.New(build.Options{Strict: true})
			builder.Build(request(tree.FromFiles("first", files), nil))
			var reads atomic.Int64
			second := counting(c.files, "a.yaml", &reads)
			got := builder.Build(request(second, nil))
			if rebuilt := reads.Load() > 0; rebuilt != c.rebuilt {
				t.Errorf("built anew: %v, want %v", rebuilt, c.rebuilt)
			}
			if want := builds(tree.FromFiles("cold", c.files), nil); summary(got) != summary(want) {
				t.Errorf("got %s, a cold build gives %s", summary(got), summary(want))
			}
		})
	}
}

// What is remembered of one build is not mixed up with another.
func TestOneBuilderKeepsBuildsApart(t *testing.T) {
	builder := build.New(build.Options{Strict: true})
	in := tree.FromFiles("test", map[string]string{"a/x.yaml": configMap("a-${A}"), "b/x.yaml": configMap("b-${A}")})
	for _, want := range []string{"a-1", "a-2", "b-1", "b-2"} {
		p, value, _ := strings.Cut(want, "-")
		spec := map[string]any{"path": p, "postBuild": map[string]any{"substitute": map[string]any{"A": value}}}
		if got := summary(builder.Build(request(in, spec))); got != "ConfigMap /"+want+" from "+p+"/x.yaml\n" {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// A new file in a directory without a kustomization file is part of the build.
func TestNewFileInScannedDirectoryIsBuilt(t *testing.T) {
	builder := build.New(build.Options{})
	builder.Build(request(tree.FromFiles("one", map[string]string{"a.yaml": configMap("a")}), nil))
	got := builder.Build(request(tree.FromFiles("two", map[string]string{"a.yaml": configMap("a"), "b.yaml": configMap("b")}), nil))
	if len(got.Objects) != 2 {
		t.Errorf("got %s", summary(got))
	}
}

// ownSchema declares a list of a custom kind to be merged by name.
const ownSchema = `{"definitions": {"v1.Thing": {"properties": {"spec": {"properties": {"items": {
  "type": "array", "items": {"$ref": "#/definitions/v1.Item"}, "x-kubernetes-patch-merge-key": "name", "x-kubernetes-patch-strategy": "merge"}}}},
  "x-kubernetes-group-version-kind": [{"group": "example.com", "kind": "Thing", "version": "v1"}]},
  "v1.Item": {"properties": {"name": {"type": "string"}}}}}`

// Builds run in parallel; one that brings an OpenAPI schema of its own has it
// to itself.
func TestBuildsInParallelDoNotSeeEachOthersSchema(t *testing.T) {
	thing := "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: x}\nspec: {items: [{name: a, v: 1}, {name: b}]}\n"
	patch := "patches: [{patch: '{apiVersion: example.com/v1, kind: Thing, metadata: {name: x}, spec: {items: [{name: a, v: 2}]}}'}]\n"
	in := tree.FromFiles("test", map[string]string{
		"plain/kustomization.yaml": "resources: [x.yaml]\n" + patch, "plain/x.yaml": thing,
		"own/kustomization.yaml": "openapi: {path: schema.json}\nresources: [x.yaml]\n" + patch, "own/x.yaml": thing, "own/schema.json": ownSchema,
	})
	items := func(builder *build.Builder, p string) int {
		got := builder.Build(request(in, map[string]any{"path": p}))
		if len(got.Objects) != 1 {
			t.Errorf("%s: %s", p, summary(got))
			return 0
		}
		return len(got.Objects[0].Data["spec"].(map[string]any)["items"].([]any))
	}
	var group sync.WaitGroup
	for range 4 {
		for p, want := range map[string]int{"plain": 1, "own": 2} {
			group.Go(func() {
				if got := items(build.New(build.Options{}), p); got != want {
					t.Errorf("%s has %d items, want %d", p, got, want)
				}
			})
		}
	}
	group.Wait()
}

// One Builder serves many callers.
func TestOneBuilderInParallel(t *testing.T) {
	builder := build.New(build.Options{Strict: true})
	files := map[string]string{"a.yaml": configMap("${A}"), "d.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\n"}
	one, two := tree.FromFiles("one", files), tree.FromFiles("two", files)
	spec := map[string]any{"targetNamespace": "x", "namePrefix": "p-", "postBuild": map[string]any{"substitute": map[string]any{"A": "a"}},
		"patches": []any{map[string]any{"patch": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {replicas: 2}\n"}}}
	want := summary(builds(one, spec))
	var group sync.WaitGroup
	for range 16 {
		for _, in := range []*tree.Tree{one, two} {
			group.Go(func() {
				if got := summary(builder.Build(request(in, spec))); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			})
		}
	}
	group.Wait()
}
