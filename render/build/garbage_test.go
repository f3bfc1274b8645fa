package build_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fluxmigrate/fluxmigrate/render/build"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

// What would make kustomize endless, huge or panic ends in one sentence that
// names the file, soon.
func TestGarbageIsUnknownOrFailedAndSaysWhere(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string // part of Unknown or Failed
	}{
		{"a file of 10 MB", map[string]string{"big.yaml": configMap("a") + "data: {x: " + strings.Repeat("x", 10<<20) + "}\n"}, "file big.yaml has 10.0 MB"},
		{"an alias bomb", map[string]string{"bomb.yaml": configMap("a") + aliasBomb()}, "file bomb.yaml expands by YAML aliases"},
		{"an alias bomb in a kustomization file", map[string]string{"kustomization.yaml": aliasBomb()}, "file kustomization.yaml expands"},
		{"deep nesting", map[string]string{"deep.yaml": configMap("a") + "data: " + strings.Repeat("[", 200_000)}, "deep.yaml"},
		{"more objects than an inventory holds", map[string]string{"many.yaml": manyObjects(6_000)}, "more than 5000 objects with those of file many.yaml"},
		{"components that multiply", multiplying(20), "reads more than 20000 files"},
		{"more variables than can be parsed", map[string]string{"vars.yaml": configMap("a") + "data: {x: '" + strings.Repeat("${A}", 1_900_000) + "'}\n"}, "vars.yaml"},
		{"no UTF-8", map[string]string{"bytes.yaml": "\xff\xfe\x00k"}, "bytes.yaml"},
		{"a list of scalars as a resource", map[string]string{"list.yaml": "[1, 2]\n"}, "list.yaml"},
		{"a list that holds no objects", map[string]string{"list.yaml": "apiVersion: v1\nkind: List\nitems: [1, {a: b}]\n"}, "list.yaml"},
		{"an object whose metadata is a list", map[string]string{"odd.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: [a]\n"}, "odd.yaml"},
		{"a kustomization file that is no map", map[string]string{"kustomization.yaml": "[a]\n"}, "kustomization.yaml"},
	} {
		t.Run(c.name, func(t *testing.T) {
			began := time.Now()
			got := builds(tree.FromFiles("test", c.files), map[string]any{"postBuild": map[string]any{"substitute": map[string]any{"A": "a"}}})
			if why := got.Unknown + got.Failed; !strings.Contains(why, c.want) || strings.Contains(why, "\n") || len(got.Objects) > 0 {
				t.Errorf("got %+v, want %q", got, c.want)
			}
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// builds builds the root of a tree with a spec.
func builds(in *tree.Tree, spec map[string]any) build.Result {
	return build.New(build.Options{Strict: true}).Build(request(in, spec))
}

func request(in *tree.Tree, spec map[string]any) build.Request {
	manifest := map[string]any{"metadata": map[string]any{"namespace": "flux-system", "name": "apps"}, "spec": spec}
	return build.Request{Artifact: in, Manifest: manifest}
}

func configMap(name string) string {
	return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: " + name + "\n"
}

func aliasBomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 9; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10), ", "))
	}
	return b.String()
}

func manyObjects(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(configMap(fmt.Sprint("a", i)) + "---\n")
	}
	return b.String()
}

// multiplying makes a chain of components that each take the next one twice.
func multiplying(n int) map[string]string {
	files := map[string]string{"kustomization.yaml": "components: [c0]\n"}
	for i := range n {
		files[fmt.Sprintf("c%d/kustomization.yaml", i)] = fmt.Sprintf(
			"apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\ncomponents: [../c%[1]d, ../c%[1]d]\n", i+1)
	}
	return files
}
