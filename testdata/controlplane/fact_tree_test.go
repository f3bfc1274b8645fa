package controlplane_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/fluxmigrate/fluxmigrate/testdata/controlplane"
	"sigs.k8s.io/yaml"
)

// commit publishes the tree that the world has now, with other files: what
// their names say, or nothing where the content is "-".
func (d *play) commit(files map[string]string) {
	d.Helper()
	tree := d.tree(d.at.Commit, false).(fstest.MapFS)
	for name, content := range files {
		if content == "-" {
			delete(tree, name)
			continue
		}
		tree[name] = &fstest.MapFile{Data: []byte(content)}
	}
	var err error
	if d.revision, err = d.repository.Commit(tree); err != nil {
		d.Fatal(err)
	}
	if err := cluster.Source(d.Context(), d.namespace("flux"), d.repository, d.revision); err != nil {
		d.Fatal(err)
	}
}

// file is the content of a file with these objects.
func (d *play) file(words ...string) string {
	d.Helper()
	var documents []string
	for _, word := range words {
		content, err := yaml.Marshal(d.object(word, false))
		if err != nil {
			d.Fatal(err)
		}
		documents = append(documents, string(content))
	}
	return strings.Join(documents, "---\n")
}

const rest = `
	root a path=a
	commit
	  a: ConfigMap/rest`

func TestR4_2WhatIsInAnArtifact(t *testing.T) {
	measure(t, "R4.2", "a folder that holds nothing but a picture is in the artifact, and its Kustomization prunes all; one below .github is not, until the source has a pattern of its own")
	t.Run("a picture", func(t *testing.T) {
		t.Parallel()
		d := start(t, "r4-2", "\n\troot a path=a\n\tcommit\n\t  a: Gateway/edge")
		x, before := d.gateway(), d.uid(d.gateway())
		d.commit(map[string]string{"a/objects.yaml": "-", "a/README.md": "-", "a/picture.png": "x"})
		d.acted("a")
		d.lost(x, before)
	})
	t.Run("left out", func(t *testing.T) {
		t.Parallel()
		d := start(t, "r4-2-out", rest)
		d.commit(map[string]string{".github/a/objects.yaml": d.file("Gateway/edge", "ConfigMap/rest")})
		d.spec("a", map[string]any{"path": "./.github/a"})
		d.failed("a", "kustomization path not found")
		d.patch(controlplane.GitRepository(d.namespace("flux"), d.repository.Name), "infrastructure",
			map[string]any{"spec": map[string]any{"ignore": "/nothing"}})
		d.acted("a") // by its retry: nobody is woken (R1.4)
		if d.label(d.gateway()) != "a" {
			t.Errorf("label %q", d.label(d.gateway()))
		}
	})
}

func TestR4_3AKustomizationFileIsMadeUp(t *testing.T) {
	measure(t, "R4.3", "without a kustomization file every YAML file below is rendered, and a folder that has one as it says: adding one drops what it does not name; a file that is no object fails the build")
	d := start(t, "r4-3", rest)
	files := map[string]string{"a/sub/two.yml": d.file("ConfigMap/two"), "a/text.txt": "nothing",
		"a/with/kustomization.yaml": "resources: [three.yaml]", "a/with/three.yaml": d.file("ConfigMap/three"), "a/with/four.yaml": d.file("ConfigMap/four")}
	d.commit(files)
	d.acted("a")
	rendered := func(want string) {
		t.Helper()
		var got []string
		for _, name := range []string{"rest", "two", "three", "four", "five"} {
			if d.label(d.named("ConfigMap/"+name)) == "a" {
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("there are %q, not %q", got, want)
		}
	}
	rendered("rest two three")
	files["a/sub/kustomization.yaml"], files["a/sub/five.yaml"] = "resources: [five.yaml]", d.file("ConfigMap/five")
	d.commit(files)
	d.acted("a")
	rendered("rest three five")
	delete(files, "a/sub/kustomization.yaml")
	files["a/values.yaml"] = "replicas: 3"
	d.commit(files)
	d.failed("a", "missing Resource metadata")
	rendered("rest three five")
}

func TestR4_8AMissingComponent(t *testing.T) {
	measure(t, "R4.8", "a component that is missing fails the build; with ignoreMissingComponents its objects are pruned")
	d := start(t, "r4-8", rest)
	d.commit(map[string]string{"part/objects.yaml": d.file("Gateway/edge"), "part/kustomization.yaml": "" +
		"apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [objects.yaml]\n"})
	d.spec("a", map[string]any{"components": []any{"../part"}})
	d.acted("a")
	x, before := d.gateway(), d.uid(d.gateway())
	if d.label(x) != "a" {
		t.Fatalf("label %q", d.label(x))
	}
	d.commit(nil)
	d.failed("a", "kustomize build failed")
	d.kept(x, before)
	d.spec("a", map[string]any{"ignoreMissingComponents": true})
	d.acted("a")
	d.lost(x, before)
}

func TestR4_12ListsAndKustomizeConfiguration(t *testing.T) {
	measure(t, "R4.12", "the members of a List are applied and listed one by one; a document of kustomize's own configuration is neither")
	d := start(t, "r4-12", rest)
	members := []any{d.object("ConfigMap/one", false), d.object("ConfigMap/two", false)}
	list, err := yaml.Marshal(map[string]any{"apiVersion": "v1", "kind": "List", "items": members})
	if err != nil {
		t.Fatal(err)
	}
	d.commit(map[string]string{"a/list.yaml": string(list),
		"a/config.yaml": "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata:\n  name: config\n"})
	d.acted("a")
	entries, _ := d.status("a", "inventory").(map[string]any)["entries"].([]any)
	if len(entries) != 3 || d.label(d.named("ConfigMap/one")) != "a" || d.label(d.named("ConfigMap/two")) != "a" {
		t.Errorf("inventory %v", entries)
	}
}
