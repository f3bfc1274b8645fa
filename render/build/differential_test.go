package build_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxmigrate/fluxmigrate/render/build"
)

// Every Kustomization of the real trees renders the objects that Flux's own
// code renders, with the variables that stand in its manifest; others are
// empty, as before v1.9.0. With -short only every fourth is compared.
func TestRealTreesRenderAsTheController(t *testing.T) {
	for _, c := range [][2]string{
		{"namespace-move-unguarded", "moved"},
		{"namespace-move-two-roots", "start"},
		{"spi-ingress-modes", "contested"},
		{"namespace-move-guarded", "start"},
		{"defaults-into-parent-patches", "start"},
	} {
		t.Run(c[0]+"@"+c[1], func(t *testing.T) {
			state := artifact(t, c[0], c[1])
			root, builder := onDisk(t, state), build.New(build.Options{})
			objects, failed, unknown := 0, 0, 0
			for i, ks := range kustomizations(t, state) {
				if testing.Short() && i%4 != 0 {
					continue
				}
				unstructured.RemoveNestedField(ks, "spec", "postBuild", "substituteFrom")
				got := builder.Build(build.Request{Artifact: state, Manifest: ks})
				if got.Unknown != "" {
					unknown++ // the reference would go to the network
					continue
				}
				want, err := reference(root, ks, false)
				if diff := compare(got, want, err); diff != "" {
					t.Errorf("%s: %s", specPath(ks), diff)
				}
				objects += len(want)
				if err != nil {
					failed++
				}
			}
			t.Logf("%d objects compared, %d builds fail in both, %d unknown", objects, failed, unknown)
		})
	}
}

// compare says how a result differs from the reference's.
func compare(got build.Result, want []map[string]any, err error) string {
	if err != nil {
		if got.Failed == "" && !got.Missing {
			return fmt.Sprintf("the reference fails, the build does not: %v", err)
		}
		return ""
	}
	if got.Failed != "" || got.Unknown != "" || got.Missing {
		return fmt.Sprintf("the reference renders %d objects, the build %+v", len(want), got)
	}
	if len(got.Objects) != len(want) {
		return fmt.Sprintf("%d objects, want %d", len(got.Objects), len(want))
	}
	for i, o := range got.Objects {
		if g, w := text(o.Data), text(want[i]); g != w {
			return fmt.Sprintf("object %d:\n%s\nwant:\n%s", i, g, w)
		}
	}
	return ""
}

func text(object map[string]any) string {
	data, err := json.MarshalIndent(object, "", " ")
	if err != nil {
		return err.Error()
	}
	return string(data)
}
