package build_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/fluxmigrate/fluxmigrate/render/build"
	"github.com/fluxmigrate/fluxmigrate/render/tree"
)

var update = flag.Bool("update", false, "rewrite the wanted results in testdata")

// TestScenarios builds every archive of testdata. An archive holds the files
// of an artifact and, beside them, "kustomization" (the manifest), "variables"
// (what is at hand: kind, name, state, data, opaque), "lax" (present: not
// strict) and "want". The comment says the rule. Where nothing is unknown, the
// same build is made with Flux's own code, and must agree.
func TestScenarios(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			s := parseScenario(t, archive)
			got := build.New(build.Options{Strict: !s.lax}).Build(build.Request{Artifact: s.artifact, Manifest: s.manifest, Variables: s.variables})
			if *update {
				rewrite(t, name, archive, summary(got))
			} else if summary(got) != s.want {
				t.Errorf("got:\n%swant:\n%s", summary(got), s.want)
			}
			s.agreeWithReference(t, got)
		})
	}
}

type scenario struct {
	artifact  *tree.Tree
	manifest  map[string]any
	variables known
	lax       bool
	want      string
}

// known is what is at hand in a scenario.
type known []struct {
	Kind, Name, State string
	Data              map[string]string
	Opaque            []string
}

func (k known) Lookup(kind, _, name string) build.Values {
	for _, v := range k {
		if v.Kind != kind || v.Name != name {
			continue
		}
		if v.State == "absent" {
			return build.Values{State: build.Absent}
		}
		return build.Values{State: build.Found, Data: v.Data, Opaque: v.Opaque}
	}
	return build.Values{}
}

func parseScenario(t *testing.T, archive *txtar.Archive) scenario {
	t.Helper()
	var s scenario
	files := map[string]string{}
	for _, f := range archive.Files {
		var err error
		switch f.Name {
		case "kustomization":
			err = yaml.Unmarshal(f.Data, &s.manifest)
		case "variables":
			err = yaml.Unmarshal(f.Data, &s.variables)
		case "lax":
			s.lax = true
		case "want":
			s.want = string(f.Data)
		default:
			files[f.Name] = string(f.Data)
		}
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
	}
	s.artifact = tree.FromFiles("test", files)
	return s
}

// summary writes a result as the scenarios want it.
func summary(r build.Result) string {
	var b strings.Builder
	for _, line := range []struct{ label, text string }{{"failed", r.Failed}, {"unknown", r.Unknown}, {"supply", r.Supply}} {
		if line.text != "" {
			fmt.Fprintf(&b, "%s: %s\n", line.label, line.text)
		}
	}
	if r.Missing {
		b.WriteString("missing\n")
	}
	if len(r.Objects) == 0 && r.Failed == "" && r.Unknown == "" && !r.Missing {
		b.WriteString("nothing to apply\n")
	}
	for _, o := range r.Objects {
		b.WriteString(objectLine(o))
	}
	for _, a := range r.Assumptions {
		fmt.Fprintf(&b, "assumed: %s\n", a)
	}
	return b.String()
}

func objectLine(o build.Object) string {
	u := unstructured.Unstructured{Object: o.Data}
	line := fmt.Sprintf("%s %s/%s from %s", u.GetKind(), u.GetNamespace(), u.GetName(), o.File)
	if o.Encrypted {
		line += ", encrypted"
	}
	for _, p := range o.Tainted {
		line += "\n  not certain: " + p
	}
	if o.IDUnknown != "" {
		line += "\n  unknown identity: " + o.IDUnknown
	}
	return line + "\n"
}

func rewrite(t *testing.T, name string, archive *txtar.Archive, want string) {
	t.Helper()
	at := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == "want" })
	if at < 0 {
		at, archive.Files = len(archive.Files), append(archive.Files, txtar.File{Name: "want"})
	}
	archive.Files[at].Data = []byte(want)
	if err := os.WriteFile(name, txtar.Format(archive), 0o600); err != nil {
		t.Fatal(err)
	}
}

// agreeWithReference builds the scenario with Flux's own code, where it can.
func (s scenario) agreeWithReference(t *testing.T, got build.Result) {
	t.Helper()
	if s.inline(); got.Unknown != "" || s.beyondReference(got) {
		return
	}
	want, err := reference(onDisk(t, s.artifact), s.manifest, !s.lax)
	if diff := compare(got, want, err); diff != "" {
		t.Errorf("Flux's own build differs: %s", diff)
	}
}

// beyondReference: what only the controller with its cluster and its keys
// could build.
func (s scenario) beyondReference(got build.Result) bool {
	_, decrypts, _ := unstructured.NestedMap(s.manifest, "spec", "decryption")
	uncertain := slices.ContainsFunc(got.Objects, func(o build.Object) bool { return len(o.Tainted) > 0 || o.Encrypted })
	for _, v := range s.variables {
		uncertain = uncertain || len(v.Opaque) > 0
	}
	absent := strings.Contains(got.Failed, "substituteFrom requires") || strings.Contains(got.Failed, "encrypted with SOPS")
	return decrypts || uncertain || absent || len(got.Assumptions) > 0
}

// inline puts the values at hand where the reference takes them from, below
// those of the manifest.
func (s scenario) inline() {
	refs, _, _ := unstructured.NestedSlice(s.manifest, "spec", "postBuild", "substituteFrom")
	values := map[string]string{}
	for _, ref := range refs {
		r := ref.(map[string]any)
		for k, v := range s.variables.Lookup(r["kind"].(string), "", r["name"].(string)).Data {
			values[k] = v
		}
	}
	own, _, _ := unstructured.NestedStringMap(s.manifest, "spec", "postBuild", "substitute")
	if all := union(values, own); len(all) > 0 {
		if err := unstructured.SetNestedStringMap(s.manifest, all, "spec", "postBuild", "substitute"); err != nil {
			panic(err)
		}
	}
}
