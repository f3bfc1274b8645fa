package live

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

const kustomization = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {namespace: f, name: a}\n"

func TestGarbageIsOneClearError(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing at all", "", "holds no objects; write one with: kubectl get"},
		{"comments only", "# nothing\n---\n# here\n", "holds no objects"},
		{"an empty List", "{apiVersion: v1, kind: List, items: []}", "holds no objects"},
		{"a List without items", "{apiVersion: v1, kind: List}", "holds no objects"},
		{"broken YAML", "{kind: Pod, metadata: {name: p}}\n---\na: [\n", "document 2: "},
		{"broken JSON", `{"kind": "List", "items": [}`, "document 1: "},
		{"a sentence", "Error from server (Forbidden)", "document 1: is not a Kubernetes object"},
		{"a list of things", "[a, b]", "document 1: is not a Kubernetes object"},
		{"no kind", "{a: 1}", "document 1: manifest has no kind"},
		{"items that are no list", "{kind: List, items: {}}", "document 1: List: items is not a list"},
		{"an item that is a text", "{kind: List, items: [a]}", "document 1: List: item 1 is not a Kubernetes object"},
		{"an item without a name", "{kind: List, items: [{kind: Pod, metadata: {name: p}}, {kind: Secret}]}",
			"document 1: item 2: Secret has no metadata.name"},
		{"metadata that is a list", "{kind: Pod, metadata: [a]}", `document 1: manifest: field "metadata" is not an object but a list`},
		{"a Kustomization without a namespace", "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, metadata: {name: a}}",
			"document 1: reading Kustomization a: it has no namespace"},
		{"a Kustomization without a spec", kustomization, "document 1: reading Kustomization f/a: the manifest has no spec"},
		{"a Kustomization with a wrong field", kustomization + "spec: {prune: [a]}", "reading Kustomization f/a: json: cannot unmarshal array"},
		{"a Kustomization with a wrong status", kustomization + "status: {conditions: {}}", "reading Kustomization f/a: json: cannot unmarshal object"},
		{"a source with a wrong field", "{apiVersion: source.toolkit.fluxcd.io/v1, kind: Bucket, metadata: {name: b, namespace: f}, status: 1}",
			"document 1: reading Bucket f/b: json: cannot unmarshal number"},
		{"a binary file", "\x00\x01\x02PNG", "document 1: "},
	} {
		o, err := ReadSnapshot(strings.NewReader(c.text), "live.yaml")
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "snapshot live.yaml: ") {
			t.Errorf("%s: got %v, %v", c.name, o, err)
		}
	}
}

func TestErrorsDoNotShowASecret(t *testing.T) {
	for _, text := range []string{
		"kind: Secret\nmetadata: {name: hunter2: x}\ndata: {password: hunter2}",
		"kind: Secret\nmetadata: {}\nstringData: {password: hunter2}",
		"kind: Secret\nmetadata: {name: [hunter2]}",
		"{kind: Secret, data: {password: hunter2}, data: {password: hunter2}}",
		"kind: Secret\ndata: hunter2\n  password: hunter2",
		`{"kind": "Secret", "data": {"password": hunter2}}`,
	} {
		if _, err := ReadSnapshot(strings.NewReader(text), "live.yaml"); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAFileThatIsNotThere(t *testing.T) {
	_, err := ReadSnapshotFile(filepath.Join(t.TempDir(), "live.yaml"))
	if err == nil || !strings.Contains(err.Error(), "kubectl get") {
		t.Errorf("got %v", err)
	}
	if _, err := ReadSnapshotFile(t.TempDir()); err == nil {
		t.Error("a folder was read")
	}
}

func TestAnObjectThatIsThereTwice(t *testing.T) {
	pod := func(uid string) string { return "\n---\n{kind: Pod, metadata: {name: p, uid: " + uid + "}}" }
	o, err := ReadSnapshot(strings.NewReader(pod("one")+pod("one")), "x")
	if err != nil || len(o.Objects) != 1 || len(o.Unknowns) != 0 {
		t.Errorf("alike: %+v, %v", o, err)
	}
	o, err = ReadSnapshot(strings.NewReader(pod("one")+pod("two")), "x")
	if err != nil || len(o.Objects) != 1 || len(o.Unknowns) != 1 || o.Unknowns[0].Subject != "Pod p" {
		t.Errorf("different: %+v, %v", o, err)
	}
}

func TestTwoVersionsOfTheControllerAreUnknown(t *testing.T) {
	deployment := func(name, tag string) string {
		return fmt.Sprintf("---\n{apiVersion: apps/v1, kind: Deployment, metadata: {name: %s}, "+
			"spec: {template: {spec: {containers: [{image: 'x/kustomize-controller%s'}]}}}}\n", name, tag)
	}
	for _, c := range []struct {
		text     string
		version  string
		unknowns int
	}{
		{deployment("a", ":v1.9.6") + deployment("b", ":v1.9.6"), "v1.9.6", 0},
		{deployment("a", ":v1.9.6") + deployment("b", ":v1.8.2") + deployment("c", ":v1.9.6"), "", 2},
		{deployment("a", "@sha256:00"), "", 0},
		{deployment("a", ":v1.9.6") + deployment("b", ":@sha256:00"), "v1.9.6", 0},
		{deployment("a", "-fork:v1"), "", 0},
	} {
		o, err := ReadSnapshot(strings.NewReader(c.text), "x")
		if err != nil || o.Versions.KustomizeController != c.version || len(o.Unknowns) != c.unknowns {
			t.Errorf("%s: %+v, %v", c.text, o, err)
		}
	}
}

func TestACustomResourceWhoseKindEndsInListIsNone(t *testing.T) {
	o, err := ReadSnapshot(strings.NewReader("{apiVersion: x/v1, kind: AllowList, metadata: {name: a}, items: [1]}"), "x")
	if err != nil || len(o.Objects) != 1 || o.Objects[0].ID.Kind != "AllowList" {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestALargeSnapshotIsRead(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("apiVersion: v1\nkind: List\nitems:\n")
	filler := strings.Repeat("x", 10_000)
	for i := range 1000 {
		fmt.Fprintf(&b, "- {apiVersion: v1, kind: ConfigMap, metadata: {namespace: demo, name: c%d}, data: {k: %s}}\n", i, filler)
	}
	if b.Len() < 10<<20*95/100 {
		t.Fatalf("only %d bytes", b.Len())
	}
	o, err := ReadSnapshot(&b, "x")
	if err != nil || len(o.Objects) != 1000 {
		t.Errorf("%v", err)
	}
}

func FuzzReadSnapshot(f *testing.F) {
	f.Add(archive(f).Files[0].Data)
	f.Add([]byte(kustomization + "spec: {sourceRef: {kind: G, name: g}}\nstatus: {inventory: {entries: [{id: _, v: v1}]}}"))
	f.Add([]byte(`{"kind":"XList","items":[{"metadata":{"name":"a"}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		o, err := ReadSnapshot(bytes.NewReader(text), "fuzz")
		if (o == nil) == (err == nil) {
			t.Errorf("observed %v and error %v", o, err)
		}
	})
}
